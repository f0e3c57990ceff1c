/// Which files an index consists of, and what of the list they hold. The columns of a manifest are which rows of the
/// segments are live, and where they stand in the list.
package struct IndexManifest: Codable, Sendable, Hashable {
  /// The list that the index is of, which somebody else may have put another one in the place of.
  package var list: ListID
  /// All changes up to this one are in the files, and no later one.
  package var sequence: Int64
  /// In the order in which the columns number them.
  package var segments: [FileID]

  package init(list: ListID, sequence: Int64, segments: [FileID]) {
    (self.list, self.sequence, self.segments) = (list, sequence, segments)
  }
}

/// What an index must have been made for, or it is the index of another list.
package struct ListID: Codable, Sendable, Hashable {
  /// Random, of the list that is kept.
  package var id: FileID
  /// What is read of it, and how: where that changes, all is read anew.
  package var definition: String

  package init(id: FileID, definition: String) { (self.id, self.definition) = (id, definition) }
}
