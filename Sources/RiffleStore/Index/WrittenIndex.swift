package import Riffle

/// Which segments have been written to which files: those that a folder's manifest names.
package struct WrittenIndex: Sendable {
  package typealias Segment = StoredSegment<Item<ItemID>, ItemID>

  /// Segments that the list no longer has stay until the next manifest.
  private(set) var files: [Segment: FileID] = [:]

  /// That of an empty folder.
  package init() {}

  /// - Parameter files: of each segment.
  init(_ list: StoredList<Item<ItemID>, ItemID>, _ files: [FileID]) {
    self.files = Dictionary(uniqueKeysWithValues: zip(list.segments, files))
  }

  /// What is open of each file.
  var segments: [FileID: Segment] { Dictionary(files.map { ($1, $0) }) { first, _ in first } }

  /// The same files, whose segments others have taken the place of.
  func exchanging(_ segments: [Segment: Segment]) -> WrittenIndex {
    var written = WrittenIndex()
    for (segment, file) in files { written.files[segments[segment] ?? segment] = file }
    return written
  }
}
