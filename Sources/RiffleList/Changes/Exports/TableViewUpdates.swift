/// A change set as the batch updates of a table view want it: `UITableView`, `NSTableView` and what follows them.
///
/// They delete, move from and reload before places, and insert at and move to after places; a row is in one of them at
/// most, and no row of a deleted or inserted section is in any. So a row that leaves a deleted section is inserted where
/// it comes to, one that enters an inserted section is deleted where it was, and a section that moves is deleted and
/// inserted, because nothing in it could change otherwise. A cell that moves cannot be reloaded in the same batch: that
/// is left to a second one, which does nothing else.
///
///     table.performBatchUpdates { /* all but the last two */ } completion: { _ in
///       table.performBatchUpdates { /* reloadsAfter, sectionReloadsAfter */ }
///     }
public struct TableViewUpdates: Sendable, Hashable, Codable {
  /// Before positions, ascending.
  public private(set) var deletedSections: [Int]
  /// After positions, ascending.
  public private(set) var insertedSections: [Int]
  /// Before places, ascending.
  public private(set) var deletedRows: [RowPath] = []
  /// After places, ascending.
  public private(set) var insertedRows: [RowPath] = []
  /// In the order of their after places.
  public private(set) var movedRows: [Move] = []
  /// Before places, ascending, of rows that change where they are.
  public private(set) var reloadedRows: [RowPath] = []
  /// For the second batch: after places, ascending, of rows that move and change.
  public private(set) var reloadsAfter: [RowPath] = []
  /// For the second batch: after positions, ascending, of sections of which something else than rows changes. All their
  /// rows are reloaded with them, and so in none of the other reloads.
  public private(set) var sectionReloadsAfter: [Int] = []

  public struct Move: Sendable, Hashable, Codable {
    /// A before place.
    public let from: RowPath
    /// An after place.
    public let to: RowPath
  }

  /// - Complexity: O(*c* log *c*) for *c* changes.
  public init(_ changes: ChangeSet) {
    let (sections, rows) = (changes.sections, changes.rows)
    deletedSections = (sections.deletes.map(\.at) + sections.moves.map(\.from)).sorted()
    insertedSections = (sections.inserts.map(\.at) + sections.moves.map(\.to)).sorted()
    let (gone, new) = (Set(deletedSections), Set(insertedSections))
    sectionReloadsAfter = sections.updates.map(\.to).filter { !new.contains($0) }
    let reloaded = Set(sectionReloadsAfter)
    var moved: Set<RowPath> = []
    for delete in rows.deletes where !gone.contains(delete.at.section) { deletedRows.append(delete.at) }
    for insert in rows.inserts where !new.contains(insert.at.section) { insertedRows.append(insert.at) }
    for move in rows.moves {
      switch (gone.contains(move.from.section), new.contains(move.to.section)) {
      case (true, true): break
      case (true, false): insertedRows.append(move.to)
      case (false, true): deletedRows.append(move.from)
      case (false, false): movedRows.append(Move(from: move.from, to: move.to))
      }
      moved.insert(move.to)
    }
    for update in rows.updates where !new.contains(update.to.section) && !reloaded.contains(update.to.section) {
      if !moved.contains(update.to) {
        reloadedRows.append(update.from)
      } else if !gone.contains(update.from.section) {
        reloadsAfter.append(update.to)
      }
    }
    deletedRows.sort()
    insertedRows.sort()
    reloadedRows.sort()
  }
}
