import Riffle

/// Sections of letters, which the list keeps in order.
extension Draft {
  /// Whether a section is one of a letter of the list's alphabet.
  func keepsOrder(section index: Int) -> Bool {
    settings.alphabet?.keepsOrder(of: divisions.sections[index].id) ?? false
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
    let home = GroupID.section(alphabet.section(of: row))
    if row.sortedText == old.sortedText, divisions[place].id == home, keepsOrder(section: place.section) {
      if row != old { try writeItself(row, over: old, place) }
      return
    }
    remove(place, index..<index + 1)
    try file([row], in: alphabet)
  }

  /// Makes these the rows that a group has had, wherever the alphabet has them.
  /// - Parameter old: those of the group.
  mutating func setFiledRows(_ new: [AnyRow], over old: [AnyRow]) throws(ListError) {
    var left = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
    var ids: Set<RowID> = []
    for row in new where !ids.insert(row.id).inserted { throw .duplicateID(of: .row, id: row.id.description) }
    for row in old where !ids.contains(row.id) {
      let (place, index, _) = try place(of: row.id)
      remove(place, index..<index + 1)
    }
    for row in new {
      if let old = left.removeValue(forKey: row.id) {
        if old != row { try write(row, over: old) }
      } else if let alphabet = settings.alphabet {
        try file([row], in: alphabet)
      }
    }
  }

  /// The group of a row's letter, which is new if nothing of that letter has been there.
  private mutating func home(of row: AnyRow, in alphabet: ListAlphabet) throws(ListError) -> Place {
    let letter = alphabet.buckets.bucket(for: row.sortedText)
    if divisions.section(.letter(letter)) == nil {
      try insert(
        Section(
          SectionTraits(letter: letter, of: alphabet), groups: [RowGroup(id: .section(.letter(letter)), rows: [])]),
        at: alphabet.sectionIndex(ofLetter: letter) { divisions.section(.letter($0))?.index }
          ?? divisions.sections.count)
    }
    let (section, record) = try self.section(.letter(letter))
    if let place = divisions.place(of: .section(.letter(letter))), place.section == section { return place }
    let place = Place(section: section, group: record.groups.count)
    try insert(RowGroup(id: .section(.letter(letter)), rows: []), at: place)
    return place
  }

  /// - Complexity: O(log³ *n*).
  private func index(of row: AnyRow, in place: Place, _ alphabet: ListAlphabet) -> Int {
    alphabet.index(of: row, among: divisions[place].rowCount) { rows(of: place, $0..<$0 + 1).first }
  }
}

extension ListAlphabet {
  /// The section of a row's letter.
  func section(of row: AnyRow) -> SectionID { .letter(buckets.bucket(for: row.sortedText)) }

  /// Where a row goes among others that stand in order: after all that do not come after it.
  /// - Parameter other: the row at an index.
  /// - Complexity: O(log *n*) looks at others.
  func index(of row: AnyRow, among count: Int, _ other: (Int) -> AnyRow?) -> Int {
    let text = row.sortedText
    return (0..<count).partitioningIndex { index in
      guard let other = other(index)?.sortedText else { return true }
      return collation.isOrdered(text, before: other)
    }
  }

  /// Whether a section is one of its letters'.
  func keepsOrder(of id: SectionID) -> Bool { id.letter.map(buckets.labels.indices.contains) ?? false }

  /// Where the section of a letter goes: before that of the next letter that there is; otherwise after that of the one
  /// before; `nil` if there is none.
  func sectionIndex(ofLetter letter: Int, _ index: (_ letter: Int) -> Int?) -> Int? {
    let count = buckets.labels.count
    if let next = (letter + 1..<max(count, letter + 1)).lazy.compactMap(index).first { return next }
    return (0..<letter).reversed().lazy.compactMap(index).first.map { $0 + 1 }
  }
}
