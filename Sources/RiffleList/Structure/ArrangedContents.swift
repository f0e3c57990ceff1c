import Riffle

extension ListContents {
  /// The same as a list has them: rows of letters where the alphabet has them, and no row selected that a group does not
  /// have.
  /// - Complexity: O(*n*), and O(*n* log *n*) in the rows of letters, unless they are in order.
  func arranged(by alphabet: ListAlphabet?) -> ListContents {
    var contents = self
    if let alphabet, !isArranged(by: alphabet) { contents.file(by: alphabet) }
    for section in contents.sections.indices {
      for (index, group) in contents.sections[section].groups.enumerated() {
        guard let selected = group.traits.style.selected, !group.rows.contains(where: { $0.id == selected }) else {
          continue
        }
        contents.sections[section].groups[index].traits.style.select(nil)
      }
    }
    return contents
  }

  private func isArranged(by alphabet: ListAlphabet) -> Bool {
    sections.allSatisfy { section in
      guard alphabet.keepsOrder(of: section.traits.id) else { return true }
      return section.groups.allSatisfy { group in
        if group.rows.isEmpty { return true }
        guard group.traits.id == .section(section.traits.id) else { return false }
        return group.rows.allSatisfy {
          SectionID.letter(alphabet.buckets.bucket(for: $0.sortedText)) == section.traits.id
        }
          && zip(group.rows, group.rows.dropFirst()).allSatisfy {
            !alphabet.collation.isOrdered($1.sortedText, before: $0.sortedText)
          }
      }
    }
  }

  /// Takes all rows of letters to their letters.
  private mutating func file(by alphabet: ListAlphabet) {
    var rows: [Int: [(offset: Int, row: AnyRow)]] = [:]
    var offset = 0
    for section in sections.indices where alphabet.keepsOrder(of: sections[section].traits.id) {
      for group in sections[section].groups.indices {
        for row in sections[section].groups[group].rows {
          rows[alphabet.buckets.bucket(for: row.sortedText), default: []].append((offset, row))
          offset += 1
        }
        sections[section].groups[group].rows = []
      }
    }
    for (letter, found) in rows.sorted(by: { $0.key < $1.key }) {
      let sorted = found.sorted { a, b in
        if alphabet.collation.isOrdered(a.row.sortedText, before: b.row.sortedText) { return true }
        return a.offset < b.offset && !alphabet.collation.isOrdered(b.row.sortedText, before: a.row.sortedText)
      }
      let group = home(of: letter, in: alphabet)
      sections[group.section].groups[group.index].rows = sorted.map(\.row)
    }
  }

  /// The group of a letter, which is new if there is none.
  private mutating func home(of letter: Int, in alphabet: ListAlphabet) -> (section: Int, index: Int) {
    let id = SectionID.letter(letter)
    if !sections.contains(where: { $0.traits.id == id }) {
      let index = alphabet.sectionIndex(ofLetter: letter) { letter in
        sections.firstIndex { $0.traits.id == .letter(letter) }
      }
      sections.insert(Section(SectionTraits(letter: letter, of: alphabet)), at: index ?? sections.count)
    }
    let section = sections.firstIndex { $0.traits.id == id } ?? 0
    let own = sections[section].groups.firstIndex { $0.traits.id == .section(id) }
    if let own { return (section, own) }
    sections[section].groups.append(RowGroup(id: .section(id), rows: []))
    return (section, sections[section].groups.count - 1)
  }
}
