import Riffle

/// Sections of letters, which the list keeps in order.
extension Draft {
  /// Whether a section is one of a letter of the list's alphabet.
  func keepsOrder(section index: Int) -> Bool {
    guard let labels = settings.alphabet?.buckets.labels, let letter = divisions.sections[index].id.letter else {
      return false
    }
    return labels.indices.contains(letter)
  }

  /// Puts new rows where the alphabet has them.
  mutating func file(_ new: [AnyRow], in alphabet: ListAlphabet) throws(ListError) {
    try check(new)
    for row in new {
      let place = try home(of: row, in: alphabet)
      try insertItself([row], place, at: index(of: row, in: place, alphabet))
    }
  }

  /// Takes a row that is in the list where the alphabet has it.
  mutating func file(_ row: AnyRow, over old: AnyRow) throws(ListError) {
    guard let alphabet = settings.alphabet else { return }
    let (place, index, _) = try place(of: old.id)
    remove(place, index..<index + 1)
    try file([row], in: alphabet)
  }

  /// The group of a row's letter, which is new if nothing of that letter has been there.
  private mutating func home(of row: AnyRow, in alphabet: ListAlphabet) throws(ListError) -> Place {
    let letter = alphabet.buckets.bucket(for: row.sortedText)
    if divisions.section(.letter(letter)) == nil {
      try insert(
        Section(
          SectionTraits(letter: letter, of: alphabet), groups: [RowGroup(id: .section(.letter(letter)), rows: [])]),
        at: sectionIndex(ofLetter: letter, count: alphabet.buckets.labels.count))
    }
    let (section, record) = try self.section(.letter(letter))
    if let place = divisions.place(of: .section(.letter(letter))), place.section == section { return place }
    let place = Place(section: section, group: record.groups.count)
    try insert(RowGroup(id: .section(.letter(letter)), rows: []), at: place)
    return place
  }

  /// Before the section of the next letter that there is; otherwise after that of the one before, or at the end.
  private func sectionIndex(ofLetter letter: Int, count: Int) -> Int {
    for next in letter + 1..<max(count, letter + 1) {
      if let found = divisions.section(.letter(next)) { return found.index }
    }
    for previous in (0..<letter).reversed() {
      if let found = divisions.section(.letter(previous)) { return found.index + 1 }
    }
    return divisions.sections.count
  }

  /// After all rows of a group that are not after it.
  /// - Complexity: O(log³ *n*).
  private func index(of row: AnyRow, in place: Place, _ alphabet: ListAlphabet) -> Int {
    let text = row.sortedText
    return (0..<divisions[place].rowCount).partitioningIndex { index in
      guard let other = rows(of: place, index..<index + 1).first?.sortedText else { return true }
      return alphabet.collation.isOrdered(text, before: other)
    }
  }
}
