/// Which sections of two lists are the same ones.
struct SectionMatch {
  /// By after position, the before position; `nil` for an inserted section.
  private(set) var source: [Int?] = []
  /// By before position, the after position; `nil` for a deleted section.
  private(set) var target: [Int?]

  /// - Complexity: O(`before.count` + `after.count`) on average.
  init(_ before: [SectionTraits], _ after: [SectionTraits]) throws(ListError) {
    target = before.map { _ in nil }
    source.reserveCapacity(after.count)
    var positions: [SectionID: Int] = Dictionary(minimumCapacity: before.count)
    for (position, section) in before.enumerated() where positions.updateValue(position, forKey: section.id) != nil {
      throw .duplicateID(of: .section, id: section.id)
    }
    var added: Set<SectionID> = []
    for (position, section) in after.enumerated() {
      let found = positions[section.id]
      if let found {
        guard target[found] == nil else { throw .duplicateID(of: .section, id: section.id) }
        target[found] = position
      } else if !added.insert(section.id).inserted {
        throw .duplicateID(of: .section, id: section.id)
      }
      source.append(found)
    }
  }

  /// The changes of sections, with those of their traits and without those of their rows.
  func edits(_ before: [SectionTraits], _ after: [SectionTraits]) -> ChangeSet.Edits<Int, SectionTraits> {
    var edits = ChangeSet.Edits<Int, SectionTraits>()
    for (position, target) in target.enumerated() where target == nil {
      edits.deletes.append(.init(id: before[position].id, at: position))
    }
    var stretches: [Stretch] = []
    for (position, source) in source.enumerated() {
      let traits = after[position]
      guard let source else {
        edits.inserts.append(.init(id: traits.id, at: position, value: traits))
        continue
      }
      stretches.append(Stretch(before: source, after: position, count: 1), joining: true)
      if before[source] != traits {
        edits.updates.append(.init(id: traits.id, from: source, to: position, value: traits))
      }
    }
    stretches.forEachMoved { from, to in edits.moves.append(.init(id: after[to].id, from: from, to: to)) }
    return edits
  }
}
