import Riffle
import Synchronization

/// Totals over sections and groups.
struct ListSum: AdditiveArithmetic, Sendable {
  /// The number of rows.
  var rows = 0
  /// The number of rows that are not hidden themselves.
  var ownShown = 0
  /// The number of rows that show while nothing is filtered.
  var shown = 0
  /// The number of sections that show while nothing is filtered.
  var sections = 0
  /// The number of groups in which some rows do not show although they are not hidden themselves.
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

/// A section in one generation of a list. Generations between which it does not change share the object.
final class SectionRecord: Summed {
  let traits: SectionTraits
  let groups: SummedTree<GroupRecord>
  let showsEmpty: Bool
  let sum: ListSum

  /// - Parameter showsEmpty: whether the section shows without rows, while nothing is filtered.
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

/// A group in one generation of a list, with the number of its rows, which the index keeps.
final class GroupRecord: Summed {
  let traits: GroupTraits
  let rowCount: Int
  /// The number of its rows that are hidden themselves.
  let hiddenCount: Int
  /// Changes when its rows do: records of one group with the same stamp have the same rows.
  let rowsStamp: Stamp
  /// Changes when the group moves.
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

  /// Returns the same group with more, fewer or other rows.
  func adding(rows: Int, hidden: Int, _ stamp: Stamp) -> GroupRecord {
    GroupRecord(
      traits, rowCount: rowCount + rows, hiddenCount: hiddenCount + hidden, rowsStamp: stamp, placeStamp: placeStamp)
  }

  /// Returns the same group in another place, possibly with another id.
  func moved(as id: GroupID, _ stamp: Stamp) -> GroupRecord {
    var traits = traits
    traits.id = id
    return GroupRecord(traits, rowCount: rowCount, hiddenCount: hiddenCount, rowsStamp: rowsStamp, placeStamp: stamp)
  }
}

/// The unique number of a transaction.
struct Stamp: Sendable, Hashable {
  let number: UInt64

  /// Creates a new stamp.
  init() { number = stamps.wrappingAdd(1, ordering: .relaxed).newValue }
}

private let stamps = Atomic<UInt64>(0)
