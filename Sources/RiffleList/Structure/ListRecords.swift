import Riffle
import Synchronization

/// What sections and groups add up to.
struct ListSum: AdditiveArithmetic, Sendable {
  /// All rows.
  var rows = 0
  /// Those that are not hidden themselves.
  var ownShown = 0
  /// Those that show while nothing is filtered.
  var shown = 0
  /// The sections that do.
  var sections = 0
  /// The groups of which not all rows show that are not hidden themselves.
  var reduced = 0

  static let zero = ListSum()

  static func + (a: Self, b: Self) -> Self {
    ListSum(
      rows: a.rows + b.rows, ownShown: a.ownShown + b.ownShown, shown: a.shown + b.shown,
      sections: a.sections + b.sections, reduced: a.reduced + b.reduced)
  }

  static func - (a: Self, b: Self) -> Self {
    ListSum(
      rows: a.rows - b.rows, ownShown: a.ownShown - b.ownShown, shown: a.shown - b.shown,
      sections: a.sections - b.sections, reduced: a.reduced - b.reduced)
  }
}

/// A section as it is in one generation of a list. Those of two generations are one object if nothing about them differs.
final class SectionRecord: Summed {
  let traits: SectionTraits
  let groups: SummedTree<GroupRecord>
  let showsEmpty: Bool
  let sum: ListSum

  /// - Parameter showsEmpty: whether it shows without rows, while nothing is filtered.
  init(_ traits: SectionTraits, _ groups: SummedTree<GroupRecord>, showsEmpty: Bool) {
    self.traits = traits
    self.groups = groups
    self.showsEmpty = showsEmpty
    var sum = groups.sum
    if traits.isHidden {
      sum.shown = 0
      sum.reduced = sum.ownShown > 0 ? 1 : 0
    }
    sum.sections = !traits.isHidden && (showsEmpty || sum.shown > 0) ? 1 : 0
    self.sum = sum
  }

  var id: SectionID { traits.id }
  var rowCount: Int { sum.rows }
  var isShown: Bool { sum.sections > 0 }

  func with(_ traits: SectionTraits) -> SectionRecord { SectionRecord(traits, groups, showsEmpty: showsEmpty) }
  func with(_ groups: SummedTree<GroupRecord>) -> SectionRecord {
    SectionRecord(traits, groups, showsEmpty: showsEmpty)
  }
}

/// A group as it is in one generation of a list: it counts its rows, which the index keeps.
final class GroupRecord: Summed {
  let traits: GroupTraits
  let rowCount: Int
  /// How many of its rows are hidden themselves.
  let hiddenCount: Int
  /// Changes when its rows do: two records of one group with the same one have the same rows.
  let rowsStamp: Stamp
  /// Changes when the group goes to another place.
  let placeStamp: Stamp
  let sum: ListSum

  init(_ traits: GroupTraits, rowCount: Int, hiddenCount: Int, rowsStamp: Stamp, placeStamp: Stamp) {
    self.traits = traits
    self.rowCount = rowCount
    self.hiddenCount = hiddenCount
    self.rowsStamp = rowsStamp
    self.placeStamp = placeStamp
    var sum = ListSum()
    sum.rows = rowCount
    sum.ownShown = rowCount - hiddenCount
    sum.shown = traits.isHidden ? 0 : traits.style.isFolded ? min(1, sum.ownShown) : sum.ownShown
    sum.reduced = sum.shown < sum.ownShown ? 1 : 0
    self.sum = sum
  }

  convenience init(_ group: RowGroup, _ stamp: Stamp) {
    self.init(
      group.traits, rowCount: group.rows.count, hiddenCount: group.rows.count { $0.traits.isHidden },
      rowsStamp: stamp, placeStamp: stamp)
  }

  var id: GroupID { traits.id }

  func with(_ traits: GroupTraits) -> GroupRecord {
    GroupRecord(
      traits, rowCount: rowCount, hiddenCount: hiddenCount, rowsStamp: rowsStamp, placeStamp: placeStamp)
  }

  /// The same group with more or fewer rows, or others.
  func adding(rows: Int, hidden: Int, _ stamp: Stamp) -> GroupRecord {
    GroupRecord(
      traits, rowCount: rowCount + rows, hiddenCount: hiddenCount + hidden, rowsStamp: stamp, placeStamp: placeStamp)
  }

  /// The same group in another place, where its id may be another one.
  func moved(as id: GroupID, _ stamp: Stamp) -> GroupRecord {
    var traits = traits
    traits.id = id
    return GroupRecord(traits, rowCount: rowCount, hiddenCount: hiddenCount, rowsStamp: rowsStamp, placeStamp: stamp)
  }
}

/// Stands for one transaction.
struct Stamp: Sendable, Hashable {
  let number: UInt64

  /// One that nothing has had.
  init() { number = stamps.wrappingAdd(1, ordering: .relaxed).newValue }
}

private let stamps = Atomic<UInt64>(0)
