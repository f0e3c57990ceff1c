/// What a store takes on the disk, and what its index files are written with.
public struct StoreStorage: Sendable, Hashable {
  /// In bytes, of the file of the database; all that it holds, other tables included.
  public let databaseByteCount: Int
  /// In bytes, of SQLite's write-ahead log.
  public let logByteCount: Int
  public let indexFileCount: Int
  /// In bytes.
  public let indexByteCount: Int
  /// Of the format of index files.
  public let formatVersion: Int
  /// Of ICU and of the Unicode that it knows, as major × 100 + minor. An index of other versions is built anew.
  public let icuVersion, unicodeVersion: Int
}

#if Store
  import Foundation
  import Riffle
  import SystemPackage

  extension ListStore {
    /// Up to which change the index has the list; `nil` while it is built.
    public var sequence: Int64? { indexer.sequence }

    /// What the store takes on the disk.
    /// - Throws: ``StoreError``.
    public func storage() throws(StoreError) -> StoreStorage {
      try checkOpen()
      func size(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
      }
      let folder = StoreFolder.path(database: path, table: definition.source.table).string
      // Whoever writes may remove some meanwhile.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let files = names.filter(IndexFolder.isIndexFile)
      return StoreStorage(
        databaseByteCount: size(path), logByteCount: size(path + "-wal"), indexFileCount: files.count,
        indexByteCount: files.reduce(0) { $0 + size(folder + "/" + $1) },
        formatVersion: Int(ColumnFileFormat.version), icuVersion: LibraryVersions.icu,
        unicodeVersion: LibraryVersions.unicode)
    }

    /// Makes one segment of the whole index, writes it, and empties SQLite's write-ahead log, if nobody reads it.
    ///
    /// - Parameter vacuums: whether SQLite gives the space back too that deleted rows have left in the database, for which it
    ///   writes all of it anew.
    /// - Throws: ``StoreError``.
    public func compact(vacuums: Bool = false) throws(StoreError) {
      try optimize()
      do {
        if vacuums { try database.vacuum() }
        try database.emptyLog()
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }
  }
#endif
