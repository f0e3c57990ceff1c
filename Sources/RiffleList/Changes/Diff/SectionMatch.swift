import Riffle

/// The correspondence between the sections of two lists.
struct SectionMatch {
  private let input: DiffInput
  /// For each section after, its position before; `nil` for an inserted section.
  private(set) var source: [Int?] = []
  /// For each section before, its position after; `nil` for a deleted section.
  private(set) var target: [Int?]

  /// - Complexity: O(`before.count` + `after.count`) on average, for those of `input`.
  init(_ input: DiffInput) throws(ListError) {
    self.input = input
    target = input.before.map { _ in nil }
    source.reserveCapacity(input.after.count)
    var positions: [SectionID: Int] = Dictionary(minimumCapacity: input.before.count)
    for (position, section) in input.before.enumerated()
    where positions.updateValue(position, forKey: section.traits.id) != nil {
      throw .duplicateID(of: .section, id: section.traits.id.description)
    }
    var added: Set<SectionID> = []
    for (position, section) in input.after.enumerated() {
      let id = section.traits.id
      let found = positions[id]
      if let found {
        guard target[found] == nil else { throw .duplicateID(of: .section, id: id.description) }
        target[found] = position
      } else if !added.insert(id).inserted {
        throw .duplicateID(of: .section, id: id.description)
      }
      source.append(found)
    }
  }

  /// Returns the changes of sections and their traits, without those of their rows.
  func edits() -> ChangeSet.Edits<SectionID, Int, SectionTraits> {
    var edits = ChangeSet.Edits<SectionID, Int, SectionTraits>()
    for (section, target) in zip(input.before, target) where target == nil {
      edits.deletes.append(.init(id: section.traits.id, at: section.position))
    }
    var stretches: [Stretch] = []
    for (section, source) in zip(input.after, source) {
      guard let source else {
        edits.inserts.append(.init(id: section.traits.id, at: section.position, value: section.traits))
        continue
      }
      let old = input.before[source]
      stretches.append(joining: Stretch(before: old.position, after: section.position, count: 1))
      if old.traits != section.traits {
        edits.updates.append(
          .init(id: section.traits.id, from: old.position, to: section.position, value: section.traits))
      }
    }
    let all = stretches.joined(
      withOthersThan: input.before.map(\.position), input.after.map(\.position), count: input.afterCount)
    all.forEachMoved { from, to in
      let known = input.after.partitioningIndex { $0.position >= to }
      let isKnown = known < input.after.count && input.after[known].position == to
      if let id = isKnown ? input.after[known].traits.id : input.sectionID(to) {
        edits.moves.append(.init(id: id, from: from, to: to))
      }
    }
    return edits
  }
}
