import MadeUpLists

/// A typing error.
enum Typo: CaseIterable {
  /// A neighbouring key instead of the right one.
  case substitution
  /// A neighbouring key in addition, just before the right one.
  case insertion
  case deletion
  /// A letter and the next one exchanged.
  case swap
}

/// The place of a typo in a word.
enum TypoPlace {
  case firstLetter, laterLetter, anyLetter
}

extension Typo {
  /// Applies one typo somewhere in the words of `characters`; `nil` if it is impossible at the chosen place.
  static func apply(
    to characters: [Character], place: TypoPlace, using random: inout SeededRandom
  ) -> [Character]? {
    let offsets = characters.indices.filter { offset in
      guard characters[offset].isTypedLetter else { return false }
      let isFirst = !characters.isWordCharacter(at: offset - 1)
      switch place {
      case .firstLetter: return isFirst
      case .laterLetter: return !isFirst
      case .anyLetter: return true
      }
    }
    guard let offset = random.element(of: offsets), let typo = random.element(of: Typo.allCases) else { return nil }
    return typo.apply(to: characters, at: offset, using: &random)
  }

  private func apply(
    to characters: [Character], at offset: Int, using random: inout SeededRandom
  ) -> [Character]? {
    var result = characters
    switch self {
    case .substitution:
      guard let neighbour = random.element(of: Keyboard.neighbours(of: characters[offset])) else { return nil }
      result[offset] = neighbour
    case .insertion:
      guard let neighbour = random.element(of: Keyboard.neighbours(of: characters[offset])) else { return nil }
      result.insert(neighbour, at: offset)
    case .deletion:
      // A word that vanishes is not a misspelt word.
      guard characters.isWordCharacter(at: offset - 1) || characters.isWordCharacter(at: offset + 1) else { return nil }
      result.remove(at: offset)
    case .swap:
      guard offset + 1 < characters.count, characters[offset + 1].isTypedLetter else { return nil }
      result.swapAt(offset, offset + 1)
    }
    return result
  }
}

extension [Character] {
  fileprivate func isWordCharacter(at offset: Int) -> Bool {
    indices.contains(offset) && (self[offset].isLetter || self[offset].isNumber)
  }
}

/// The letters of a QWERTY keyboard.
enum Keyboard {
  private static let rows: [[Character]] = [Array("qwertyuiop"), Array("asdfghjkl"), Array("zxcvbnm")]

  private static let table: [Character: [Character]] = {
    var table: [Character: [Character]] = [:]
    for (number, row) in rows.enumerated() {
      for (column, key) in row.enumerated() {
        var keys: [Character] = []
        func add(_ number: Int, _ column: Int) {
          if rows.indices.contains(number), rows[number].indices.contains(column) { keys.append(rows[number][column]) }
        }
        add(number, column - 1)
        add(number, column + 1)
        // Each row is half a key to the right of the one above.
        add(number - 1, column)
        add(number - 1, column + 1)
        add(number + 1, column - 1)
        add(number + 1, column)
        table[key] = keys
      }
    }
    return table
  }()

  /// Returns the letters around a letter; none for letters that are not on the keyboard.
  static func neighbours(of letter: Character) -> [Character] { table[letter] ?? [] }
}
