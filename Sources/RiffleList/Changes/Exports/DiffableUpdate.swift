/// A change set as a diffable data source wants it: a whole snapshot of ids, and which of them show something else.
///
///     for section in update.sections {
///       snapshot.appendSections([section.id])
///       snapshot.appendItems(section.rows, toSection: section.id)
///     }
///     snapshot.reconfigureItems(update.reconfiguredRows)
///     snapshot.reloadSections(update.reloadedSections)
///
/// The data source tells itself what is new, gone and moved; it cannot see that a row with an id it knows has changed.
public struct DiffableUpdate: Sendable, Hashable, Codable {
  public let sections: [Rows]
  /// Rows that were there before and have changed since, in place or while they moved; in the order of the list.
  public let reconfiguredRows: [RowID]
  /// Sections that were there before and of which something else than rows has changed; in the order of the list.
  public let reloadedSections: [SectionID]

  /// The rows of a section, in order.
  public struct Rows: Sendable, Hashable, Codable, Identifiable {
    public let id: SectionID
    public let rows: [RowID]
  }

  /// - Parameter after: what the changes lead to.
  /// - Complexity: O(*n*) for all rows of `after`.
  public init(_ changes: ChangeSet, to after: ListSnapshot) {
    sections = after.sections.map { Rows(id: $0.id, rows: $0.rows.map(\.id)) }
    reconfiguredRows = changes.rows.updates.map(\.id)
    reloadedSections = changes.sections.updates.map(\.id)
  }
}
