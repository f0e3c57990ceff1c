import Riffle

/// The drawing of a picker: the same cells for the same state.
package struct PickerDrawing {
  private let picker: Picker
  private let layout: PickerLayout
  private let theme: Theme
  private var grid: CellGrid

  private init(_ picker: Picker) {
    self.picker = picker
    layout = picker.layout
    theme = picker.options.theme
    grid = CellGrid(picker.size)
  }

  package static func draw(_ picker: Picker) -> CellGrid {
    var drawing = PickerDrawing(picker)
    drawing.draw()
    return drawing.grid
  }

  private mutating func draw() {
    frame(layout.frame, picker.options.border)
    drawLabel()
    drawList()
    drawLetters()
    drawHeader()
    drawInfo()
    drawPrompt()
    drawPreview()
  }

  private mutating func frame(_ area: GridArea, _ border: Border) {
    guard border != .none, area.rows > 0, area.columns > 0 else { return }
    let lines = border.lines
    func cell(_ line: Int) -> GridCell { GridCell(lines[line], theme.border) }
    let (top, bottom) = (area.row, area.row + area.rows - 1)
    let (left, right) = (area.column, area.column + area.columns - 1)
    if border.hasTop { grid.write(repeatElement(cell(0), count: area.columns), row: top, column: left, in: area) }
    if border.hasBottom { grid.write(repeatElement(cell(0), count: area.columns), row: bottom, column: left, in: area) }
    for row in top...bottom {
      if border.hasLeft { grid.write([cell(1)], row: row, column: left, in: area) }
      if border.hasRight { grid.write([cell(1)], row: row, column: right, in: area) }
    }
    if border.hasTop, border.hasLeft { grid.write([cell(2)], row: top, column: left, in: area) }
    if border.hasTop, border.hasRight { grid.write([cell(3)], row: top, column: right, in: area) }
    if border.hasBottom, border.hasRight { grid.write([cell(4)], row: bottom, column: right, in: area) }
    if border.hasBottom, border.hasLeft { grid.write([cell(5)], row: bottom, column: left, in: area) }
  }

  private mutating func drawLabel() {
    let label = ANSIText(picker.options.borderLabel)
    guard !label.text.isEmpty, picker.options.border.hasTop else { return }
    let area = layout.frame
    let styles = StyleReader(label, base: theme.border)
    let cells = ShownText.cells(label.text, limit: area.columns) { styles.style(at: $0) }
      .prefix(cells: max(0, area.columns - 4))
    grid.write(cells, row: area.row, column: area.column + (area.columns - cells.width) / 2, in: area)
  }

  // MARK: - The list

  private mutating func drawList() {
    for place in picker.scroll..<picker.scroll + layout.list.rows {
      guard place < picker.count, let hit = picker.hit(at: place) else { continue }
      drawItem(hit, isCurrent: place == picker.cursor, row: layout.row(of: place, picker))
    }
  }

  private mutating func drawItem(_ hit: PickerHit, isCurrent: Bool, row: Int) {
    var area = layout.list
    if picker.letters != nil { area.columns -= layout.letters.columns }
    let base = isCurrent ? theme.current.over(theme.text) : theme.text
    let matched = isCurrent ? theme.currentMatched.over(theme.current) : theme.matched.over(theme.text)
    let pointer = isCurrent ? ShownText.cells(picker.options.pointer, theme.pointer.over(theme.gutter)) : []
    var column = grid.write(pointer.prefix(1), row: row, column: area.column, in: area)
    while column < area.column + 1 {
      column = grid.write([GridCell(" ", theme.gutter)], row: row, column: column, in: area)
      if column <= area.column { break }
    }
    let isChosen = picker.selection.contains(hit.id)
    let mark = isChosen ? ShownText.cells(picker.options.marker, theme.marker.over(base)) : [GridCell(" ", base)]
    column = grid.write(mark.prefix(1), row: row, column: area.column + 1, in: area)
    column = area.column + PickerLayout.gutter
    let cost = picker.showsWhy ? ShownText.cells(PickerDrawing.number(hit.cost), theme.note.over(base)) : []
    var textArea = area
    if !cost.isEmpty { textArea.columns = max(0, area.columns - cost.count - 1) }
    let width = textArea.column + textArea.columns - column
    let cells = PickerDrawing.cells(
      of: hit, width: width, ellipsis: picker.options.ellipsis, base: base, matched: matched,
      keepsRight: picker.options.keepsRight)
    column = grid.write(cells, row: row, column: column, in: textArea)
    if let note = hit.note, column < textArea.column + textArea.columns {
      column = grid.write(ShownText.cells(" (\(note))", theme.note.over(base)), row: row, column: column, in: textArea)
    }
    if isCurrent { grid.fill(row: row, from: column, in: area, base) }
    if !cost.isEmpty { grid.write(cost, row: row, column: area.column + area.columns - cost.count, in: area) }
  }

  private static func number(_ cost: Double) -> String {
    let rounded = (cost * 100).rounded() / 100
    return Int64(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }

  /// Returns the cells of an item; if it is too long, those around its last match.
  static func cells(
    of hit: PickerHit, width: Int, ellipsis: String, base: Style, matched: Style, keepsRight: Bool = false
  ) -> [GridCell] {
    guard width > 0 else { return [] }
    let styles = StyleReader(hit, base: base, matched: matched)
    let cells = ShownText.cells(hit.text, limit: width + 1) { styles.style(at: $0) }
    if cells.count(upTo: width) == nil { return cells }
    let dots = ShownText.cells(ellipsis, base)
    let room = max(1, width - dots.count)
    let end = hit.highlights.last?.upperBound ?? (keepsRight ? hit.text.utf8.count : 0)
    let isInSight =
      ShownText.cells(hit.text.bytes(0..<min(end, 4 * width)), limit: room + 1) { _ in base }.count(upTo: room) == nil
    if end <= 4 * width, isInSight { return cells.prefix(cells: room) + dots }
    // The last match, and as much before it as there is room for.
    let start = hit.text.scalarStart(max(0, end - 4 * width))
    let before = ShownText.cells(hit.text.bytes(start..<end)) { styles.style(at: start + $0) }
    let after = ShownText.cells(hit.text.bytes(end..<hit.text.utf8.count), limit: width) { styles.style(at: end + $0) }
    let isLast = after.isEmpty
    let inner = max(1, width - dots.count * (isLast ? 1 : 2))
    // A few cells of the text behind it.
    let following = isLast ? [] : Array(after.prefix(cells: min(inner / 2, 10)))
    let shown = before.suffix(cells: max(0, inner - following.width)) + following
    let hasMore = !isLast && after.width > following.width
    return dots + shown + (hasMore ? dots : [])
  }

  // MARK: - The other parts

  private mutating func drawLetters() {
    guard let strip = picker.letters else { return }
    let area = layout.letters
    let current = strip.row(ofPlace: picker.cursor)
    for index in 0..<strip.shownRows {
      guard let entry = strip.entry(atRow: index) else { continue }
      let base = picker.isAwaitingLetter ? theme.prompt : theme.info
      let style = index == current ? theme.current.over(base) : base
      let row = picker.options.layout == .default ? area.row + area.rows - 1 - index : area.row + index
      let cells = ShownText.cells(entry.label, style).prefix(cells: PickerLayout.lettersWidth - 1)
      grid.write(cells, row: row, column: area.column + 1, in: area)
    }
  }

  private mutating func drawHeader() {
    guard !layout.header.isEmpty else { return }
    let lines = picker.header + picker.list.header
    for (index, line) in lines.prefix(layout.header.rows).enumerated() {
      let text = ANSIText(line)
      let styles = StyleReader(text, base: theme.header)
      let cells = ShownText.cells(text.text, limit: layout.header.columns) { styles.style(at: $0) }
      grid.write(
        cells, row: layout.header.row + index, column: layout.header.column + PickerLayout.gutter, in: layout.header)
    }
  }

  private static let spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

  /// The counts of hits and items, and special states.
  private var info: String {
    var text = "\(picker.count)\(picker.answer.isTotalExact ? "" : "+")/\(picker.list.count)"
    if !picker.selection.isEmpty { text += " (\(picker.selection.count))" }
    if !picker.answer.isOfAllRead, picker.list.count > 0 {
      text += " \(picker.answer.searchedCount * 100 / picker.list.count) % searched"
    }
    if picker.mode != .smart { text += " \(picker.mode.rawValue)" }
    if !picker.isSorted { text += " unsorted" }
    if !picker.isSearchEnabled { text += " search off" }
    if picker.isAwaitingLetter { text += " jump to a letter" }
    if let problem = picker.problem ?? picker.list.failure { text += "  \(problem)" }
    return text
  }

  private mutating func drawInfo() {
    guard let row = layout.infoRow else { return }
    let area = layout.main
    var column = area.column
    if picker.isPartial || picker.awaited != nil {
      column = grid.write(
        ShownText.cells(PickerDrawing.spinner[picker.ticks % PickerDrawing.spinner.count], theme.spinner), row: row,
        column: column, in: area)
    }
    column = max(column, area.column + PickerLayout.gutter)
    column = grid.write(ShownText.cells(info, theme.info), row: row, column: column, in: area)
    if picker.showsWhy, let current = picker.current, !current.reasons.isEmpty {
      let why = "  " + current.reasons.joined(separator: "; ")
      grid.write(ShownText.cells(why, theme.note.over(theme.info)), row: row, column: column, in: area)
    } else if column + 1 < area.column + area.columns {
      let count = area.column + area.columns - column - 1
      let piece = ShownText.cells(picker.options.separator, theme.border)
      guard piece.width > 0 else { return }
      let line = Array(repeatElement(piece, count: count / piece.width + 1).joined()).prefix(cells: count)
      grid.write(line, row: row, column: column + 1, in: area)
    }
  }

  private mutating func drawPrompt() {
    guard let row = layout.promptRow else { return }
    let area = layout.main
    let prompt = ANSIText(picker.prompt)
    let styles = StyleReader(prompt, base: theme.prompt)
    var column = grid.write(
      ShownText.cells(prompt.text) { styles.style(at: $0) }, row: row, column: area.column, in: area)
    let (characters, start) = layout.shownQuery(picker)
    var cursor = column
    for (index, character) in characters.enumerated() {
      if start + index == picker.editor.cursor { cursor = column }
      column = grid.write(ShownText.cells(String(character), theme.query), row: row, column: column, in: area)
    }
    if start + characters.count == picker.editor.cursor { cursor = column }
    if picker.options.info == .inline {
      grid.write(ShownText.cells("  < \(info)", theme.info), row: row, column: column, in: area)
    }
    grid.cursor = (row, min(cursor, area.column + area.columns - 1))
  }

  private mutating func drawPreview() {
    let area = layout.previewText
    guard !area.isEmpty else { return }
    let preview = picker.preview
    frame(layout.preview, preview.window.border)
    var row = area.row
    for line in preview.lines.dropFirst(preview.offset) {
      if row >= area.row + area.rows { break }
      let text = ANSIText(line)
      let styles = StyleReader(text, base: theme.preview)
      let limit = preview.wraps ? area.columns * (area.row + area.rows - row) : area.columns
      var rest = ShownText.cells(text.text, limit: limit) { styles.style(at: $0) }[...]
      repeat {
        let part = rest.prefix(cells: area.columns)
        grid.write(part, row: row, column: area.column, in: area)
        rest = rest.dropFirst(max(1, part.count))
        row += 1
      } while preview.wraps && !rest.isEmpty && row < area.row + area.rows
    }
    if preview.lines.count > area.rows || preview.offset > 0 {
      let place = ShownText.cells("\(preview.offset + 1)/\(preview.lines.count)", Style(nil, on: nil, .reverse))
      grid.write(place, row: area.row, column: max(area.column, area.column + area.columns - place.count), in: area)
    }
  }
}

/// The styles of the characters of a text, read in ascending order.
private final class StyleReader {
  private let spans: [StyleSpan]
  private let highlights: [Range<Int>]
  private let base, matched: Style
  private var span = 0
  private var highlight = 0

  init(_ hit: PickerHit, base: Style, matched: Style) {
    (spans, highlights, self.base, self.matched) = (hit.spans, hit.highlights, base, matched)
  }

  init(_ text: ANSIText, base: Style) {
    (spans, highlights, self.base, matched) = (text.spans, [], base, base)
  }

  func style(at offset: Int) -> Style {
    // Restarts if the offset decreases.
    if span > 0, offset < spans[span - 1].range.upperBound { span = 0 }
    if highlight > 0, offset < highlights[highlight - 1].upperBound { highlight = 0 }
    while span < spans.count, spans[span].range.upperBound <= offset { span += 1 }
    while highlight < highlights.count, highlights[highlight].upperBound <= offset { highlight += 1 }
    var style = base
    if span < spans.count, spans[span].range.contains(offset) { style = spans[span].style.over(base) }
    if highlight < highlights.count, highlights[highlight].contains(offset) { style = matched.over(style) }
    return style
  }
}

extension Collection<GridCell> {
  var width: Int { reduce(0) { $0 + Int($1.width) } }

  /// Returns the width in cells if it exceeds a limit.
  fileprivate func count(upTo limit: Int) -> Int? {
    let width = width
    return width > limit ? width : nil
  }

  /// Returns as many of the first cells as fit.
  fileprivate func prefix(cells limit: Int) -> [GridCell] {
    var width = 0
    return Array(
      prefix { cell in
        width += Int(cell.width)
        return width <= limit
      })
  }
}

extension BidirectionalCollection<GridCell> {
  /// Returns as many of the last cells as fit.
  fileprivate func suffix(cells limit: Int) -> [GridCell] {
    var width = 0
    var count = 0
    for cell in reversed() {
      width += Int(cell.width)
      if width > limit { break }
      count += 1
    }
    return Array(suffix(count))
  }
}

extension String {
  /// Returns the start of the scalar at a byte.
  fileprivate func scalarStart(_ offset: Int) -> Int {
    var offset = Swift.min(offset, utf8.count)
    while offset > 0, offset < utf8.count, utf8[utf8.index(startIndex, offsetBy: offset)] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  /// Returns the text between two bytes, whole scalars only.
  fileprivate func bytes(_ range: Range<Int>) -> Substring {
    let start = scalarStart(range.lowerBound)
    let end = Swift.max(start, scalarStart(range.upperBound))
    return self[utf8.index(startIndex, offsetBy: start)..<utf8.index(startIndex, offsetBy: end)]
  }
}
