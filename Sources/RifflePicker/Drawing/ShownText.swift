internal import CICU

/// Texts converted to cells: each character with its width, without control sequences for the terminal.
package enum ShownText {
  /// The most scalars of one character that are shown.
  private static let longestCharacter = 8
  package static let tabWidth = 8

  /// Returns the width of a scalar in cells.
  package static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x7F { return scalar.value < 0x20 ? 0 : 1 }
    return Int(cicu_cell_width(scalar.value))
  }

  /// Returns the width of a character in cells.
  package static func width(of character: Character) -> Int {
    if let byte = character.asciiValue { return byte < 0x20 || byte == 0x7F ? 0 : 1 }
    var width = 0
    var isRegional = false
    for scalar in character.unicodeScalars {
      // An emoji by variation selector; two regional letters make a flag.
      if scalar.value == 0xFE0F, width == 1 { return 2 }
      if 0x1F1E6...0x1F1FF ~= scalar.value {
        if isRegional { return 2 }
        isRegional = true
      }
      width = max(width, self.width(of: scalar))
    }
    return width
  }

  package static func width(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + ($1.unicodeScalars.first.map(needsEscape) == true ? escape($1).count : width(of: $1)) }
  }

  /// Returns whether a scalar would control the terminal, or change the direction of the text.
  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x061C, 0x2028, 0x2029, 0xFFF9...0xFFFB: true
    default: false
    }
  }

  /// Returns the visible form of such a character.
  private static func escape(_ character: Character) -> String {
    character.unicodeScalars.prefix(longestCharacter).map { scalar in
      switch scalar.value {
      case 0..<0x20: "^" + String(UnicodeScalar(UInt8(scalar.value) + 0x40))
      case 0x7F: "^?"
      default: needsEscape(scalar) ? "<\(String(scalar.value, radix: 16, uppercase: true))>" : String(scalar)
      }
    }.joined()
  }

  /// Returns the cells of a text.
  /// - Parameters:
  ///   - style: returns the style of a character, by the UTF-8 offset of its start.
  ///   - column: the column of the start, for tabs.
  ///   - limit: the most cells.
  package static func cells(
    _ text: some StringProtocol, from column: Int = 0, limit: Int = .max, style: (Int) -> Style
  ) -> [GridCell] {
    var cells: [GridCell] = []
    var width = 0
    var offset = 0
    for character in text {
      if width >= limit { break }
      let style = style(offset)
      offset += character.utf8.count
      let made = ShownText.cells(of: character, style, at: column + width)
      for cell in made { width += Int(cell.width) }
      cells.append(contentsOf: made)
    }
    return cells
  }

  /// Returns the cells of a text with one style.
  package static func cells(_ text: some StringProtocol, _ style: Style, limit: Int = .max) -> [GridCell] {
    cells(text, limit: limit) { _ in style }
  }

  private static func cells(of character: Character, _ style: Style, at column: Int) -> [GridCell] {
    if let byte = character.asciiValue, 0x20..<0x7F ~= byte { return [GridCell(String(character), style)] }
    if character == "\t" {
      return Array(repeating: GridCell(" ", style), count: tabWidth - column % tabWidth)
    }
    if character.unicodeScalars.contains(where: needsEscape) {
      return escape(character).unicodeScalars.map {
        GridCell(String($0), style, width: UInt8(max(1, ShownText.width(of: $0))))
      }
    }
    let width = width(of: character)
    var text = String(character)
    if character.unicodeScalars.count > longestCharacter {
      text = String(String.UnicodeScalarView(character.unicodeScalars.prefix(longestCharacter)))
    }
    // A combining mark needs a base.
    if width == 0 {
      let isMark = character.unicodeScalars.first.map { cicu_is_default_ignorable($0.value) } == false
      return isMark ? [GridCell("\u{25CC}" + text, style)] : []
    }
    return [GridCell(text, style, width: UInt8(min(width, 2)))]
  }
}
