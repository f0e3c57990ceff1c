/// The state of a preview.
package struct PreviewState: Sendable {
  package internal(set) var command: String?
  package internal(set) var window: PreviewWindow
  package internal(set) var isVisible: Bool
  package internal(set) var wraps: Bool
  package private(set) var lines: [String] = []
  /// The first visible line.
  package private(set) var offset = 0
  package private(set) var isDone = true
  private var serial = 0
  private var last: CommandRequest?
  /// Whether the user has scrolled, so that the preview does not follow its end.
  private var isMoved = false
  var isStale = false

  init(_ options: PickerOptions) {
    command = options.preview
    window = options.previewWindow
    isVisible = options.preview != nil && !options.previewWindow.isHidden
    wraps = options.previewWindow.wraps
  }

  /// Returns the preview to show, if it differs from the last request.
  /// - Returns: `nil` if there is nothing to do; a wrapped `nil` if the running command is to be killed.
  mutating func wanted(_ picker: Picker) -> CommandRequest?? {
    let area = picker.layout.previewText
    guard let command, isVisible, !command.isEmpty, !area.isEmpty, let current = picker.current else {
      // While an answer is pending, the content stays.
      if last != nil, !picker.isSearching || !isVisible {
        last = nil
        if picker.count == 0 || !isVisible || picker.current == nil {
          lines = []
          offset = 0
        }
        isDone = true
        return .some(nil)
      }
      return nil
    }
    var request = CommandRequest(
      template: command, query: Placeholders.usesQuery(command) ? picker.editor.text : "",
      selected: Placeholders.usesSelection(command) ? picker.chosen : [current.id], current: current.id)
    request.scroll = window.scroll
    (request.rows, request.columns) = (area.rows, area.columns)
    request.serial = serial
    if !isStale, request == last { return nil }
    isStale = false
    serial += 1
    request.serial = serial
    last = request
    isDone = false
    isMoved = false
    return .some(request)
  }

  mutating func take(_ text: PreviewText, rows: Int) {
    guard text.serial == serial, last != nil else { return }
    lines = text.lines
    isDone = text.isDone
    if window.follows, !isMoved {
      offset = max(0, lines.count - rows)
    } else if !isMoved {
      offset = text.offset
    }
    clamp(rows: rows)
  }

  mutating func move(to line: Int, rows: Int) {
    isMoved = true
    offset = line
    clamp(rows: rows)
  }

  mutating func clamp(rows: Int) { offset = max(0, min(offset, lines.count - 1)) }
}
