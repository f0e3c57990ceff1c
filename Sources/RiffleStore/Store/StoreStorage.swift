/// The size of a store on the disk, and the versions of its index files.
public struct StoreStorage: Sendable, Hashable {
  /// The size of the database file in bytes, including all other tables.
  public let databaseByteCount: Int
  /// The size of SQLite's write-ahead log in bytes.
  public let logByteCount: Int
  public let indexFileCount: Int
  /// In bytes.
  public let indexByteCount: Int
  /// The version of the format of index files.
  public let formatVersion: Int
  /// The versions of ICU and of its Unicode, as major × 100 + minor. An index of other versions is rebuilt.
  public let icuVersion, unicodeVersion: Int
}

#if Store
  import Foundation
  import Riffle
  import SystemPackage

  extension ListStore {
    /// The last change in the index; `nil` while it is built.
    public var sequence: Int64? { indexer.sequence }

    /// Returns the size of the store on the disk.
    /// - Throws: ``StoreError``.
    public func storage() throws(StoreError) -> StoreStorage {
      try checkOpen()
      func size(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
      }
      let folder = StoreFolder.path(database: path, table: definition.source.table).string
      // The writing process may remove some meanwhile.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let files = names.filter(IndexFolder.isIndexFile)
      return StoreStorage(
        databaseByteCount: size(path), logByteCount: size(path + "-wal"), indexFileCount: files.count,
        indexByteCount: files.reduce(0) { $0 + size(folder + "/" + $1) },
        formatVersion: Int(ColumnFileFormat.version), icuVersion: LibraryVersions.icu,
        unicodeVersion: LibraryVersions.unicode)
    }

    /// Merges the whole index into one segment, writes it, and empties SQLite's write-ahead log if no connection reads it.
    ///
    /// - Parameter vacuums: whether SQLite also releases the space of deleted rows, by rewriting the whole database.
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
