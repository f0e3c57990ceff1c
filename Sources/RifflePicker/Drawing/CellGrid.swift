/// The content of a cell of a terminal.
package struct GridCell: Hashable, Sendable {
  /// One character; empty in the second cell of a wide one.
  package var text: String
  package var style: Style
  /// The width of the character in cells: 1 or 2; 0 in the second cell of a wide one.
  package var width: UInt8

  package init(_ text: String, _ style: Style, width: UInt8 = 1) {
    (self.text, self.style, self.width) = (text, style, width)
  }

  package static let blank = GridCell(" ", .plain)
}

/// The size of a screen in rows and columns.
package struct GridSize: Hashable, Sendable {
  package var rows: Int
  package var columns: Int

  package init(rows: Int, columns: Int) { (self.rows, self.columns) = (max(0, rows), max(0, columns)) }
}

/// A rectangle of a screen.
package struct GridArea: Hashable, Sendable {
  package var row = 0
  package var column = 0
  package var rows = 0
  package var columns = 0

  package init() {}

  package init(row: Int, column: Int, rows: Int, columns: Int) {
    (self.row, self.column) = (row, column)
    (self.rows, self.columns) = (max(0, rows), max(0, columns))
  }

  package var isEmpty: Bool { rows == 0 || columns == 0 }

  package func contains(row: Int, column: Int) -> Bool {
    self.row..<self.row + rows ~= row && self.column..<self.column + columns ~= column
  }

  /// Returns the area without margins at its sides.
  package func inset(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) -> GridArea {
    GridArea(row: row + top, column: column + left, rows: rows - top - bottom, columns: columns - left - right)
  }
}

/// A screen of cells, with the place of the cursor.
///
/// Wide characters are complete or absent: writing over one of their cells removes the other one too.
package struct CellGrid: Hashable, Sendable {
  package let size: GridSize
  package private(set) var cells: [GridCell]
  /// The place of the cursor; `nil` hides it.
  package var cursor: (row: Int, column: Int)? {
    get { cursorPlace.map { ($0 / max(1, size.columns), $0 % max(1, size.columns)) } }
    set {
      cursorPlace = newValue.flatMap { place in
        place.row >= 0 && place.row < size.rows && place.column >= 0 && place.column < size.columns
          ? place.row * size.columns + place.column : nil
      }
    }
  }
  private var cursorPlace: Int?

  package init(_ size: GridSize) {
    self.size = size
    cells = Array(repeating: .blank, count: size.rows * size.columns)
  }

  package subscript(row: Int, column: Int) -> GridCell { cells[row * size.columns + column] }

  package func row(_ row: Int) -> ArraySlice<GridCell> { cells[row * size.columns..<(row + 1) * size.columns] }

  /// Returns the text of a row without trailing blanks.
  package func text(ofRow row: Int) -> String {
    var text = self.row(row).map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  /// Writes characters from a place to the right, up to the edge of an area.
  /// - Returns: the column behind them.
  @discardableResult
  package mutating func write(_ line: some Sequence<GridCell>, row: Int, column: Int, in area: GridArea) -> Int {
    var column = column
    let end = min(size.columns, area.column + area.columns)
    guard row >= max(0, area.row), row < min(size.rows, area.row + area.rows), column >= 0 else { return column }
    for cell in line where cell.width > 0 {
      let width = Int(cell.width)
      guard column + width <= end else { break }
      set(cell, row, column)
      if width == 2 { cells[row * size.columns + column + 1] = GridCell("", cell.style, width: 0) }
      column += width
    }
    return column
  }

  private mutating func set(_ cell: GridCell, _ row: Int, _ column: Int) {
    let place = row * size.columns + column
    let last = place + Int(cell.width) - 1
    if cells[place].width == 0, column > 0 { cells[place - 1] = GridCell(" ", cells[place - 1].style) }
    if cells[last].width == 2, column + Int(cell.width) < size.columns {
      cells[last + 1] = GridCell(" ", cells[last + 1].style)
    }
    cells[place] = cell
  }

  /// Fills a row of an area, from a column on.
  package mutating func fill(row: Int, from column: Int, in area: GridArea, _ style: Style) {
    let count = min(size.columns, area.column + area.columns) - column
    if count > 0 { write(repeatElement(GridCell(" ", style), count: count), row: row, column: column, in: area) }
  }
}
