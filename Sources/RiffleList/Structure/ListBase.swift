import Riffle
import Synchronization

/// All of a list at one generation: how it is divided, and its rows, which the index keeps in list order. Nothing that is
/// hidden or filtered is left out of it; what shows is a ``ListView`` of it.
struct ListBase: Sendable {
  struct SectionRecord: Sendable {
    var traits: SectionTraits
    var groups: [GroupRecord]
    var rowCount: Int { groups.reduce(0) { $0 + $1.rowCount } }
  }

  struct GroupRecord: Sendable {
    var traits: GroupTraits
    var rowCount: Int
    /// How many of its rows are hidden themselves.
    var hiddenCount: Int
    /// Changes with its rows: where two groups of one id, of whatever lists, have the same one, they have the same rows.
    var stamp: UInt64

    /// A stamp that no group has had.
    static func newStamp() -> UInt64 { stamps.wrappingAdd(1, ordering: .relaxed).newValue }

    private static let stamps = Atomic<UInt64>(0)
  }

  let traits: ListTraits
  let sections: [SectionRecord]
  let generation: UInt64
  let snapshot: Snapshot<AnyRow, RowID>
  /// The places of all groups, in list order.
  private let places: [GroupPlace]
  /// Where in the base the rows of each of ``places`` end.
  private let ends: [Int]

  init(
    traits: ListTraits, sections: [SectionRecord], generation: UInt64, snapshot: Snapshot<AnyRow, RowID>
  ) {
    self.traits = traits
    self.sections = sections
    self.generation = generation
    self.snapshot = snapshot
    var places: [GroupPlace] = []
    var ends: [Int] = []
    for (section, record) in sections.enumerated() {
      for (group, record) in record.groups.enumerated() {
        places.append(GroupPlace(section: section, group: group))
        ends.append((ends.last ?? 0) + record.rowCount)
      }
    }
    self.places = places
    self.ends = ends
  }

  /// Where a group stands in a list.
  struct GroupPlace: Sendable, Equatable {
    var section: Int
    var group: Int
  }

  /// The group of the row at a position of the base, and the row's index in it.
  /// - Complexity: O(log *n*) in the number of groups.
  func group(at position: Int) -> (place: GroupPlace, index: Int)? {
    let number = ends.partitioningIndex { $0 > position }
    guard position >= 0, number < ends.count else { return nil }
    return (places[number], position - (number == 0 ? 0 : ends[number - 1]))
  }

  subscript(place: GroupPlace) -> GroupRecord { sections[place.section].groups[place.group] }
}

extension ListContents {
  /// Checks that everything has an id of its own, but for rows, whose ids the index compares.
  /// - Throws: ``ListError/missingID(of:offset:inSection:)``, ``ListError/duplicateID(of:id:)``.
  func checkIDs() throws(ListError) {
    var sectionIDs: Set<SectionID> = []
    var groupIDs: Set<GroupID> = []
    for (offset, section) in sections.enumerated() {
      let id = section.traits.id
      if id.isEmpty { throw .missingID(of: .section, offset: offset, inSection: nil) }
      if !sectionIDs.insert(id).inserted { throw .duplicateID(of: .section, id: id) }
      for (offset, group) in section.groups.enumerated() {
        if group.traits.id.isEmpty { throw .missingID(of: .group, offset: offset, inSection: id) }
        if !groupIDs.insert(group.traits.id).inserted { throw .duplicateID(of: .group, id: group.traits.id) }
        for (offset, row) in group.rows.enumerated() where row.id.isEmpty {
          throw .missingID(of: .row, offset: offset, inSection: id)
        }
      }
    }
  }
}
