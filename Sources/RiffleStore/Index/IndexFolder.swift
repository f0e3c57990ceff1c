package import Riffle
package import SystemPackage

/// The index files of one list: its segments, and the manifest that names those that count.
///
/// A manifest is written under another name and then given its own, so there is always the old one or the new one. What it
/// names has been on the disk before. Files that no manifest names are left over from a process that was ended; whoever
/// writes next removes them.
package struct IndexFolder: Sendable {
  package typealias Index = SearchIndex<Item<ItemID>, ItemID>

  package let path: FilePath
  let files: any FileLayer

  /// - Parameter path: of a folder that exists.
  package init(_ path: FilePath, _ files: any FileLayer) { (self.path, self.files) = (path, files) }

  static let manifestName = "manifest"
  private static let newManifestName = "manifest.new"
  static let lockName = "lock"

  private var manifestPath: FilePath { path.appending(IndexFolder.manifestName) }
  private func path(of segment: FileID) -> FilePath { path.appending("\(segment).segment") }

  // MARK: - Reading

  /// An index as it was written.
  package struct Opened: Sendable {
    package let index: Index
    package let manifest: IndexManifest
    package let manifestID: FileID
    package let written: WrittenIndex
  }

  /// Opens the files that the manifest names.
  ///
  /// - Parameters:
  ///   - list: what the index must be of.
  ///   - settings: as when it was written.
  ///   - known: an index of this list that is open already: the files that both have are not opened again.
  /// - Returns: `nil` if there is no manifest.
  /// - Throws: ``IndexFileError``.
  package func open(
    _ list: ListID, _ settings: IndexSettings, known: WrittenIndex = WrittenIndex()
  ) throws(IndexFileError) -> Opened? {
    let segments = known.segments
    return try withFiles(list, settings) { id throws(IndexFileError) in
      if let segment = segments[id] { return SegmentSource.segment(segment) }
      return .columns(try segmentFile(id, settings).columns)
    } do: { rows, manifest, segments throws(IndexFileError) in
      try open(rows, manifest, segments, settings)
    }
  }

  /// Reads all of the files that the manifest names.
  ///
  /// - Parameters:
  ///   - list: what the index must be of.
  ///   - settings: as when it was written.
  /// - Returns: how many there are, and what is damaged of them, in words; `nil` if there is no manifest.
  /// - Throws: ``IndexFileError`` if one of them cannot be opened.
  /// - Complexity: O(*n*) in their length.
  package func verify(
    _ list: ListID, _ settings: IndexSettings
  ) throws(IndexFileError) -> (fileCount: Int, damage: [String])? {
    try withFiles(list, settings) { id throws(IndexFileError) in
      try segmentFile(id, settings)
    } do: { rows, _, segments in
      (segments.count + 1, ([rows] + segments).flatMap { $0.verify() })
    }
  }

  private func segmentFile(_ id: FileID, _ settings: IndexSettings) throws(IndexFileError) -> ColumnFile {
    try ColumnFile(path(of: id), TextVersions(settings.options), id: id, files)
  }

  /// - Parameter open: opens the file of a segment.
  private func withFiles<Segment, Result>(
    _ list: ListID, _ settings: IndexSettings, _ open: (FileID) throws(IndexFileError) -> Segment,
    do body: (ColumnFile, IndexManifest, [Segment]) throws(IndexFileError) -> Result
  ) throws(IndexFileError) -> Result? {
    guard try files.names(in: path).contains(IndexFolder.manifestName) else { return nil }
    while true {
      let (rows, manifest) = try readManifest(list, settings)
      do throws(IndexFileError) {
        var segments: [Segment] = []
        for id in manifest.segments { segments.append(try open(id)) }
        return try body(rows, manifest, segments)
      } catch {
        // Whoever writes may have replaced the manifest, and removed what it named, after it was read.
        if try readManifest(list, settings).rows.id == rows.id { throw error }
      }
    }
  }

  private func readManifest(
    _ list: ListID, _ settings: IndexSettings
  ) throws(IndexFileError) -> (rows: ColumnFile, manifest: IndexManifest) {
    let file = try ColumnFile(manifestPath, TextVersions(settings.options), files)
    guard let manifest = file.manifest else { throw .damaged(path: manifestPath.string, what: "it is no manifest") }
    guard manifest.list == list else { throw .otherList(path: manifestPath.string) }
    return (file, manifest)
  }

  private func open(
    _ rows: ColumnFile, _ manifest: IndexManifest, _ segments: [SegmentSource<Item<ItemID>, ItemID>],
    _ settings: IndexSettings
  ) throws(IndexFileError) -> Opened {
    let index: Index
    let stored: StoredList<Item<ItemID>, ItemID>
    do {
      index = try Index(
        rows: rows.columns, segments: segments, key: settings.key, order: settings.order,
        scopes: settings.conditions, options: settings.options)
      stored = try index.storedList()
    } catch {
      throw .damaged(path: path.string, what: "\(error)")
    }
    return Opened(
      index: index, manifest: manifest, manifestID: rows.id, written: WrittenIndex(stored, manifest.segments))
  }

  // MARK: - Writing

  /// Writes segments that are not yet written. They count once a manifest names them.
  /// - Returns: where the segments of the list are.
  /// - Throws: ``IndexFileError``; what has been written is then left over.
  /// - Complexity: O(*n*) in what is new.
  package func writeSegments(
    _ list: StoredList<Item<ItemID>, ItemID>, _ settings: IndexSettings, since written: WrittenIndex
  ) throws(IndexFileError) -> WrittenIndex {
    var segments: [FileID] = []
    for segment in list.segments {
      if let known = written.files[segment] {
        segments.append(known)
      } else {
        let new = FileID()
        try ColumnFileWriter.write(
          segment.columns, TextVersions(settings.options), id: new, to: path(of: new), files)
        segments.append(new)
      }
    }
    return WrittenIndex(list, segments)
  }

  /// Writes the manifest of a list. Whoever opens the folder finds the list as it was before or as it is now.
  ///
  /// - Parameters:
  ///   - written: where all segments of the list are.
  ///   - willReplace: called before the manifest takes its place, with its id; an error keeps the old one.
  /// - Throws: ``IndexFileError`` and what `willReplace` throws; the folder then holds what it held.
  /// - Complexity: O(*n* / 64), and O(*n*) where rows have been moved or merged.
  package func writeManifest(
    _ list: StoredList<Item<ItemID>, ItemID>, of id: ListID, sequence: Int64, _ settings: IndexSettings,
    _ written: WrittenIndex, willReplace: (FileID) throws -> Void = { _ in }
  ) throws {
    let manifest = IndexManifest(
      list: id, sequence: sequence, segments: list.segments.compactMap { written.files[$0] })
    precondition(manifest.segments.count == list.segments.count, "segments that have not been written")
    let newPath = path.appending(IndexFolder.newManifestName)
    if try files.names(in: path).contains(IndexFolder.newManifestName) { try files.remove(newPath) }
    let manifestID = FileID()
    try ColumnFileWriter.write(
      list.rows, TextVersions(settings.options), id: manifestID, manifest: manifest, to: newPath, files)
    // The names of the segments have to be there before the manifest names them.
    try files.synchronize(folder: path)
    try willReplace(manifestID)
    try files.rename(newPath, to: manifestPath)
    try files.synchronize(folder: path)
  }

  /// Removes what the folder holds beside an index, for whoever writes it. Those who have files open keep them.
  /// - Throws: ``IndexFileError``.
  package func removeOthers(than written: WrittenIndex) throws(IndexFileError) {
    let kept = Set(written.files.values.map { path(of: $0).lastComponent?.string ?? "" })
    for name in try files.names(in: path) where IndexFolder.isOurs(name) && !kept.contains(name) {
      try files.remove(path.appending(name))
    }
  }

  /// Removes the index.
  /// - Throws: ``IndexFileError``.
  package func removeAll() throws(IndexFileError) {
    // First what names the others.
    if try files.names(in: path).contains(IndexFolder.manifestName) {
      try files.remove(manifestPath)
      try files.synchronize(folder: path)
    }
    try removeOthers(than: WrittenIndex())
  }

  /// Whether a file of the folder is part of an index.
  static func isIndexFile(_ name: String) -> Bool { name == manifestName || name.hasSuffix(".segment") }

  private static func isOurs(_ name: String) -> Bool { name == newManifestName || name.hasSuffix(".segment") }

  /// Searches segments in their files instead of in memory.
  /// - Throws: ``IndexFileError``.
  package func exchange(
    _ written: WrittenIndex, of index: Index, _ settings: IndexSettings
  ) throws(IndexFileError) -> WrittenIndex {
    var columns: [WrittenIndex.Segment: ColumnSource] = [:]
    for (segment, id) in written.files where segment.isInMemory {
      columns[segment] = try segmentFile(id, settings).columns
    }
    if columns.isEmpty { return written }
    do throws(SegmentError) {
      return written.exchanging(try index.exchange(columns))
    } catch {
      throw .damaged(path: path.string, what: "\(error)")
    }
  }
}
