/// A step in updating a terminal to show another grid.
package enum DrawingStep: Hashable, Sendable {
  case move(row: Int, column: Int)
  case write(String, Style)
  /// Shows the cursor at its place, or hides it.
  case showCursor(Bool)
}

package enum GridDifference {
  /// - Parameter old: the present content of the terminal; `nil` if it is unknown: then each row is written whole.
  package static func steps(from old: CellGrid?, to new: CellGrid) -> [DrawingStep] {
    var steps: [DrawingStep] = []
    let old = old?.size == new.size ? old : nil
    for row in 0..<new.size.rows {
      let cells = new.row(row)
      var start = cells.startIndex
      var end = cells.endIndex
      if let old {
        let before = old.row(row)
        if before == cells { continue }
        while start < end, before[start] == cells[start] { start += 1 }
        while end > start, before[end - 1] == cells[end - 1] { end -= 1 }
        // Wide characters are written whole.
        while start > cells.startIndex, cells[start].width == 0 || before[start].width == 0 { start -= 1 }
        while end < cells.endIndex, cells[end].width == 0 || before[end].width == 0 { end += 1 }
      }
      write(cells[start..<end], row: row, column: start - cells.startIndex, to: &steps)
    }
    if let cursor = new.cursor {
      steps.append(.move(row: cursor.row, column: cursor.column))
      steps.append(.showCursor(true))
    } else {
      steps.append(.showCursor(false))
    }
    return steps
  }

  private static func write(_ cells: ArraySlice<GridCell>, row: Int, column: Int, to steps: inout [DrawingStep]) {
    var column = column
    steps.append(.move(row: row, column: column))
    var text = ""
    var style = Style.plain
    func flush(_ steps: inout [DrawingStep]) {
      if !text.isEmpty { steps.append(.write(text, style)) }
      text = ""
    }
    for cell in cells {
      if cell.width == 0 { continue }
      if cell.style != style {
        flush(&steps)
        style = cell.style
      }
      text += cell.text
      column += Int(cell.width)
      // A terminal may give the character another width.
      if cell.text.utf8.count > 3 || cell.width == 2 {
        flush(&steps)
        steps.append(.move(row: row, column: column))
      }
    }
    flush(&steps)
  }
}
