package import Riffle

/// The files that segments have been written to; a folder's manifest names them.
package struct WrittenIndex: Sendable {
  package typealias Segment = StoredSegment<Item<ItemID>, ItemID>

  /// Segments that the list no longer has stay until the next manifest.
  private(set) var files: [Segment: FileID] = [:]

  /// Creates that of an empty folder.
  package init() {}

  /// - Parameter files: the file of each segment.
  init(_ list: StoredList<Item<ItemID>, ItemID>, _ files: [FileID]) {
    self.files = Dictionary(uniqueKeysWithValues: zip(list.segments, files))
  }

  /// The open segment of each file.
  var segments: [FileID: Segment] { Dictionary(files.map { ($1, $0) }) { first, _ in first } }

  /// Returns the same files after segments have been replaced.
  func exchanging(_ segments: [Segment: Segment]) -> WrittenIndex {
    var written = WrittenIndex()
    for (segment, file) in files { written.files[segments[segment] ?? segment] = file }
    return written
  }
}
