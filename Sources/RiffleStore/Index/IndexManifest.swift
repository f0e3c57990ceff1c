/// The files of an index, and the state of the list that they contain. The columns of a manifest are the live rows of the
/// segments, and their places in the list.
package struct IndexManifest: Codable, Sendable, Hashable {
  /// The list that the index belongs to; it may have been replaced by another.
  package var list: ListID
  /// The last change in the files; they contain all earlier ones, and no later one.
  package var sequence: Int64
  /// In the order in which the columns number them.
  package var segments: [FileID]

  package init(list: ListID, sequence: Int64, segments: [FileID]) {
    (self.list, self.sequence, self.segments) = (list, sequence, segments)
  }
}

/// The identity of a list that an index must have been made for.
package struct ListID: Codable, Sendable, Hashable {
  /// The random id of the stored list.
  package var id: FileID
  /// The definition of the fields that are read; if it changes, everything is read again.
  package var definition: String

  package init(id: FileID, definition: String) { (self.id, self.definition) = (id, definition) }
}
