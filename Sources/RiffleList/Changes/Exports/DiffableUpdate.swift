/// A change set for diffable data sources: a whole snapshot of ids, and those with changed content.
///
///     for section in update.sections {
///       snapshot.appendSections([section.id])
///       snapshot.appendItems(section.rows, toSection: section.id)
///     }
///     snapshot.reconfigureItems(update.reconfiguredRows)
///     snapshot.reloadSections(update.reloadedSections)
///
/// The data source computes by itself the ids that are new, gone or moved; it cannot detect changed content of an id.
public struct DiffableUpdate: Sendable, Hashable, Codable {
  public let sections: [Rows]
  /// Rows that existed before and have changed since, in place or while they moved; in the order of the list.
  public let reconfiguredRows: [RowID]
  /// Sections that existed before and have changed, apart from their rows; in the order of the list.
  public let reloadedSections: [SectionID]

  /// The rows of a section, in order.
  public struct Rows: Sendable, Hashable, Codable, Identifiable {
    public let id: SectionID
    public let rows: [RowID]
  }

  /// - Parameter after: the snapshot that the changes lead to.
  /// - Complexity: O(*n*) for all rows of `after`.
  public init(_ changes: ChangeSet, to after: ListSnapshot) {
    sections = after.sections.map { Rows(id: $0.id, rows: $0.rows.map(\.id)) }
    reconfiguredRows = changes.rows.updates.map(\.id)
    reloadedSections = changes.sections.updates.map(\.id)
  }
}
