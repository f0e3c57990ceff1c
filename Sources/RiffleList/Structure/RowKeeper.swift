package import Riffle

/// What keeps the rows of a list that does not keep them itself, as a store does. The list shows what is kept, and hands over
/// edits of rows; sections are made of what the rows say. What it has of its own is what shows of them, and what is selected.
package protocol RowKeeper: Sendable {
  /// An index of no such rows: it has the options, and the names of the scopes, of those that are kept.
  var index: SearchIndex<AnyRow, RowID> { get }

  /// Which places rows may have.
  var order: KeptOrder { get }

  /// Calls `body` with the rows as they are at one moment, and what else is said of them at that moment.
  func read<Result>(_ body: (any KeptRows) throws -> Result) throws -> Result

  /// Makes changes: all of them or, if one cannot be made, none. They are kept when it returns.
  func keep(_ changes: RowChanges) throws
}

/// Which places the rows of a keeper may have.
package enum KeptOrder: Sendable {
  /// Those in which they have come.
  case arrival
  /// Any.
  case places
  /// That which the arrangement of the list gives them, by an alphabet.
  case alphabet
}

/// Rows as they are kept, at one moment.
package protocol KeptRows {
  /// The same one, as long as nothing has changed.
  var snapshot: Snapshot<AnyRow, RowID> { get }

  /// The sections in order. Together they have as many rows as the snapshot.
  func sections() throws -> [KeptSection]

  /// Whether there are sections without rows.
  var hasEmptySections: Bool { get }

  /// The section of each of some rows.
  func sections(of rows: [RowID]) throws -> [SectionTraits]
}

package struct KeptSection {
  package var traits: SectionTraits
  package var rowCount: Int

  package init(_ traits: SectionTraits, rowCount: Int) { (self.traits, self.rowCount) = (traits, rowCount) }
}

/// What a transaction has made of rows that are kept elsewhere.
package struct RowChanges {
  package var deleted: [RowID] = []
  /// As they are now.
  package var updated: [AnyRow] = []
  /// In order.
  package var placed: [Stretch] = []

  /// Rows that stand side by side, where other ones stood before.
  package struct Stretch {
    package let section: SectionID
    /// Those that the list did not have are new.
    package let rows: [(row: AnyRow, isNew: Bool)]
    /// Some rows of the section that stand before these, from the nearest on: `limit` of them after the first `offset`.
    package let before: (_ offset: Int, _ limit: Int) -> [RowID]
    /// Some rows that stand behind these.
    package let behind: (_ offset: Int, _ limit: Int) -> [RowID]
  }

  package var isEmpty: Bool { deleted.isEmpty && updated.isEmpty && placed.isEmpty }
}
