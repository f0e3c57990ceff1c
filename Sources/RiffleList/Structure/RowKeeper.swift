package import Riffle

/// The keeper of rows that a list does not keep itself, such as a store. The list shows the kept rows, and passes edits of rows
/// to it; sections are derived from the rows. The list itself keeps only view state and selection.
package protocol RowKeeper: Sendable {
  /// An empty index with the options and the names of the scopes of the kept rows.
  var index: SearchIndex<AnyRow, RowID> { get }

  /// The places that rows may have.
  var order: KeptOrder { get }

  /// Calls `body` with the rows and their sections, all of one moment.
  func read<Result>(_ body: (any KeptRows) throws -> Result) throws -> Result

  /// Makes changes: all of them or, if one cannot be made, none. When it returns, they are stored.
  func keep(_ changes: RowChanges) throws
}

/// The places that the rows of a keeper may have.
package enum KeptOrder: Sendable {
  /// The order of arrival.
  case arrival
  /// Any order.
  case places
  /// The alphabetical order of the list's arrangement.
  case alphabet
}

/// The kept rows at one moment.
package protocol KeptRows {
  /// The snapshot of the rows; the same one as long as nothing has changed.
  var snapshot: Snapshot<AnyRow, RowID> { get }

  /// Returns the sections in order. Together they have as many rows as the snapshot.
  func sections() throws -> [KeptSection]

  /// Whether there are sections without rows.
  var hasEmptySections: Bool { get }

  /// Returns the section of each of some rows.
  func sections(of rows: [RowID]) throws -> [SectionTraits]
}

package struct KeptSection {
  package var traits: SectionTraits
  package var rowCount: Int

  package init(_ traits: SectionTraits, rowCount: Int) { (self.traits, self.rowCount) = (traits, rowCount) }
}

/// The edits of a transaction to rows that are kept elsewhere.
package struct RowChanges {
  package var deleted: [RowID] = []
  /// The edited rows in their new form.
  package var updated: [AnyRow] = []
  /// The inserted and moved rows, in order.
  package var placed: [Stretch] = []

  /// Rows that stand side by side, at places that other rows had before.
  package struct Stretch {
    package let section: SectionID
    /// The rows; those that the list did not have are new.
    package let rows: [(row: AnyRow, isNew: Bool)]
    /// Returns rows of the section before these, from the nearest on: `limit` of them after the first `offset`.
    package let before: (_ offset: Int, _ limit: Int) -> [RowID]
    /// Returns rows of the section behind these, likewise.
    package let behind: (_ offset: Int, _ limit: Int) -> [RowID]
  }

  package var isEmpty: Bool { deleted.isEmpty && updated.isEmpty && placed.isEmpty }
}
