#if Store
  import Foundation
  import GRDB
  import SystemPackage

  /// Where the index files of the lists of a database lie.
  enum StoreFolder {
    static func path(database: String, table: String) -> FilePath {
      // No table has a name that is a path.
      let name = table.utf8.map { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || byte == UInt8(ascii: "_") ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16)
      }.joined()
      return FilePath(database + "-riffle").appending(name)
    }

    /// Makes the folder of a list, and that of all lists, if there is none. When it returns, its name is on the disk.
    /// - Throws: ``IndexFileError``.
    static func make(_ path: FilePath, _ files: any FileLayer) throws(IndexFileError) {
      for path in [path.removingLastComponent(), path] where try files.makeFolder(path) {
        let parent = path.removingLastComponent()
        try files.synchronize(folder: parent.isEmpty ? "." : parent)
      }
    }

    static func remove(_ path: FilePath) throws(StoreError) {
      do {
        try FileManager.default.removeItem(atPath: path.string)
      } catch {
        throw .indexFolder(reason: "cannot remove the folder \(path): \(error.localizedDescription)")
      }
    }

    /// Opens the index of a list, if its database knows the manifest.
    /// - Parameter known: an index of the list that is open already.
    /// - Returns: `nil` if there is none.
    /// - Throws: ``IndexFileError``, `DatabaseError`.
    static func open(
      _ folder: IndexFolder, _ record: ListRecord, _ settings: IndexSettings, _ database: StoreDatabase,
      known: WrittenIndex = WrittenIndex()
    ) throws -> IndexFolder.Opened? {
      // Who only reads makes none.
      guard SystemFiles().exists(folder.path), let opened = try folder.open(record.list, settings, known: known)
      else { return nil }
      let isKnown = try database.read { db in
        try record.sequence(ofManifest: opened.manifestID, db) == opened.manifest.sequence
          && record.trimmed(db) <= opened.manifest.sequence
      }
      if !isKnown { throw IndexFileError.otherList(path: folder.path.string) }
      return opened
    }
  }
#endif
