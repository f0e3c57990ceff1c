/// A change set as batch updates of a table view: `UITableView`, `NSTableView` and views with the same rules.
///
/// Deletes, the sources of moves and reloads are before places; inserts and the targets of moves are after places. A row is in at
/// most one of them, and no row of a deleted or inserted section is in any. It follows:
///
/// - A row that leaves a deleted section is inserted at its new place.
/// - A row that enters an inserted section is deleted at its old place.
/// - A section that moves is deleted and inserted, because nothing in it could change otherwise.
/// - A cell that moves cannot be reloaded in the same batch; a second batch does that, and nothing else.
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
  /// Before places, ascending, of rows that change in place.
  public private(set) var reloadedRows: [RowPath] = []
  /// For the second batch: after places, ascending, of rows that move and change.
  public private(set) var reloadsAfter: [RowPath] = []
  /// For the second batch: after positions, ascending, of sections that change apart from their rows. All their rows are reloaded
  /// with them, and are in none of the other reloads.
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
