/// The places of the parts of a picker on the screen.
package struct PickerLayout: Hashable, Sendable {
  /// The area within the margins, with its border.
  package private(set) var frame = GridArea()
  /// Everything except the preview, within the border.
  package private(set) var main = GridArea()
  package private(set) var list = GridArea()
  /// The letters of an alphabetical list, over the last columns of the list.
  package private(set) var letters = GridArea()
  package private(set) var header = GridArea()
  /// `nil` if there is no room.
  package private(set) var promptRow: Int?
  package private(set) var infoRow: Int?
  /// The preview with its border, and without.
  package private(set) var preview = GridArea()
  package private(set) var previewText = GridArea()

  /// The smallest size of a list beside a preview.
  private static let (leastRows, leastColumns) = (3, 10)
  /// The width of the letters at the edge: a blank and two cells of a label.
  static let lettersWidth = 3
  /// The cells before each item: the pointer to the current one, and the marker of selected ones.
  static let gutter = 2

  init(_ picker: Picker) {
    let options = picker.options
    let whole = GridArea(row: 0, column: 0, rows: picker.size.rows, columns: picker.size.columns)
    frame = options.margin.inner(whole)
    main = options.border.inner(frame)
    if main.rows < 2 || main.columns < 4 { main = frame }
    main = options.padding.inner(main)
    if picker.preview.isVisible, picker.preview.command != nil { split(picker.preview.window) }
    place(
      options.layout, hasInfo: options.info == .default, isHeaderFirst: options.isHeaderFirst,
      headerRows: picker.showsHeader ? picker.header.count + picker.list.header.count : 0)
  }

  private mutating func split(_ window: PreviewWindow) {
    let isBeside = window.side == .left || window.side == .right
    let whole = isBeside ? main.columns : main.rows
    let least = isBeside ? PickerLayout.leastColumns : PickerLayout.leastRows
    let length = min(window.length.of(whole), whole - least)
    guard length >= (isBeside ? 4 : 1), main.rows >= 1, main.columns >= 4 else { return }
    switch window.side {
    case .right:
      preview = GridArea(row: main.row, column: main.column + whole - length, rows: main.rows, columns: length)
      main.columns -= length
    case .left:
      preview = GridArea(row: main.row, column: main.column, rows: main.rows, columns: length)
      main.column += length
      main.columns -= length
    case .up:
      preview = GridArea(row: main.row, column: main.column, rows: length, columns: main.columns)
      main.row += length
      main.rows -= length
    case .down:
      preview = GridArea(row: main.row + whole - length, column: main.column, rows: length, columns: main.columns)
      main.rows -= length
    }
    previewText = window.border.inner(preview)
    if previewText.isEmpty { previewText = preview }
  }

  private mutating func place(_ layout: PickerOptions.Layout, hasInfo: Bool, isHeaderFirst: Bool, headerRows: Int) {
    guard main.rows > 0 else { return }
    let info = hasInfo && main.rows > 2 ? 1 : 0
    let headerCount = max(0, min(headerRows, main.rows - 2 - info))
    let listCount = max(0, main.rows - 1 - info - headerCount)
    func area(_ row: Int, _ rows: Int) -> GridArea {
      GridArea(row: row, column: main.column, rows: rows, columns: main.columns)
    }
    defer {
      let width = min(PickerLayout.lettersWidth, list.columns)
      letters = GridArea(
        row: list.row, column: list.column + list.columns - width, rows: list.rows, columns: width)
    }
    let bottom = main.row + main.rows - 1
    switch layout {
    case .reverse:
      let first = isHeaderFirst ? headerCount : 0
      promptRow = main.row + first
      infoRow = info > 0 ? main.row + first + 1 : nil
      header = area(isHeaderFirst ? main.row : main.row + 1 + info, headerCount)
      list = area(main.row + 1 + info + headerCount, listCount)
    case .default, .reverseList:
      let last = isHeaderFirst ? bottom - headerCount : bottom
      promptRow = last
      infoRow = info > 0 ? last - 1 : nil
      header = area(isHeaderFirst ? last + 1 : bottom - info - headerCount, headerCount)
      list = area(main.row, listCount)
    }
  }

  /// Returns the row of a hit.
  func row(of place: Int, _ picker: Picker) -> Int {
    picker.options.layout == .default
      ? list.row + list.rows - 1 - (place - picker.scroll) : list.row + place - picker.scroll
  }

  /// Returns the place of the hit at a cell.
  func place(atRow row: Int, column: Int, _ picker: Picker) -> Int? {
    guard list.contains(row: row, column: column) else { return nil }
    return picker.scroll + index(ofRow: row, picker)
  }

  /// Returns the number of rows of the list before a row, in list direction.
  func index(ofRow row: Int, _ picker: Picker) -> Int {
    picker.options.layout == .default ? list.row + list.rows - 1 - row : row - list.row
  }

  /// Returns the visible part of the query, and its first character.
  func shownQuery(_ picker: Picker) -> (characters: ArraySlice<Character>, start: Int) {
    let room = max(1, main.columns - ShownText.width(of: picker.prompt) - 1)
    let editor = picker.editor
    var start = editor.cursor
    var width = 0
    while start > 0 {
      width += max(1, ShownText.width(of: String(editor.characters[start - 1])))
      if width > room - 1 { break }
      start -= 1
    }
    return (editor.characters[start...], start)
  }

  /// Returns the character of the query at a column.
  func character(atColumn column: Int, _ picker: Picker) -> Int {
    let (characters, start) = shownQuery(picker)
    var place = main.column + ShownText.width(of: picker.prompt)
    for (index, character) in characters.enumerated() {
      place += ShownText.width(of: String(character))
      if place > column { return start + index }
    }
    return start + characters.count
  }
}
