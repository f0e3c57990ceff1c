package import Riffle
package import SystemPackage

/// The index files of one list: its segments, and the manifest that names the valid ones.
///
/// A manifest is written under another name and then renamed, so there is always the old one or the new one. The files that it
/// names have been on the disk before. Files that no manifest names are left over from a killed process; the next writer removes
/// them.
package struct IndexFolder: Sendable {
  package typealias Index = SearchIndex<Item<ItemID>, ItemID>

  package let path: FilePath
  let files: any FileLayer

  /// - Parameter path: the path of an existing folder.
  package init(_ path: FilePath, _ files: any FileLayer) { (self.path, self.files) = (path, files) }

  static let manifestName = "manifest"
  private static let newManifestName = "manifest.new"
  static let lockName = "lock"

  private var manifestPath: FilePath { path.appending(IndexFolder.manifestName) }
  func path(of segment: FileID) -> FilePath { path.appending("\(segment).segment") }

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
  ///   - list: the list that the index must belong to.
  ///   - settings: the settings that it was written with.
  ///   - known: an open index of this list: files that both share are not opened again.
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
  ///   - list: the list that the index must belong to.
  ///   - settings: the settings that it was written with.
  /// - Returns: the number of files, and descriptions of the damage; `nil` if there is no manifest.
  /// - Throws: ``IndexFileError`` if one of them cannot be opened.
  /// - Complexity: O(*n*) in the length of the files.
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
        // The writing process may have replaced the manifest, and removed its files, after it was read.
        if try readManifest(list, settings).rows.id == rows.id { throw error }
      }
    }
  }

  /// Returns the list that the index belongs to; `nil` if there is no manifest.
  /// - Throws: ``IndexFileError``.
  func list(_ settings: IndexSettings) throws(IndexFileError) -> ListID? {
    guard try files.names(in: path).contains(IndexFolder.manifestName) else { return nil }
    return try ColumnFile(manifestPath, TextVersions(settings.options), files).manifest?.list
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
        scopes: settings.conditions, fields: settings.fields, options: settings.options)
      stored = try index.storedList()
    } catch {
      throw .damaged(path: path.string, what: "\(error)")
    }
    return Opened(
      index: index, manifest: manifest, manifestID: rows.id, written: WrittenIndex(stored, manifest.segments))
  }

  // MARK: - Writing

  /// Writes segments that have not been written yet. They are valid once a manifest names them.
  /// - Returns: the files of the list's segments.
  /// - Throws: ``IndexFileError``; files already written are then left over.
  /// - Complexity: O(*n*) in the new rows.
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

  /// Writes the manifest of a list. A process that opens the folder finds the list in its former or its new state.
  ///
  /// - Parameters:
  ///   - written: the files of all segments of the list.
  ///   - willReplace: called with the manifest's id before it replaces the former one; an error keeps the former one.
  /// - Throws: ``IndexFileError`` and the error of `willReplace`; the folder is then unchanged.
  /// - Complexity: O(*n* / 64); O(*n*) if rows have been moved or merged.
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
    // The names of the segments must be on the disk before the manifest names them.
    try files.synchronize(folder: path)
    try willReplace(manifestID)
    try files.rename(newPath, to: manifestPath)
    try files.synchronize(folder: path)
  }

  /// Removes files that do not belong to an index; only the writing process may call it. Processes that have the files open keep
  /// them.
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
    // The manifest first, because it names the others.
    if try files.names(in: path).contains(IndexFolder.manifestName) {
      try files.remove(manifestPath)
      try files.synchronize(folder: path)
    }
    try removeOthers(than: WrittenIndex())
  }

  /// Returns whether a file of the folder is part of an index.
  static func isIndexFile(_ name: String) -> Bool { name == manifestName || name.hasSuffix(".segment") }

  private static func isOurs(_ name: String) -> Bool { name == newManifestName || name.hasSuffix(".segment") }

  /// Replaces segments in memory by those in their files.
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
