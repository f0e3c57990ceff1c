#if Store
  import Foundation
  import GRDB
  import SystemPackage

  /// Where the index files of the lists of a database lie.
  enum StoreFolder {
    /// - Parameter makes: whether the folder is made if there is none.
    /// - Throws: ``StoreError/indexFolder(reason:)``.
    static func path(database: String, table: String, makes: Bool) throws(StoreError) -> FilePath {
      // No table has a name that is a path.
      let name = table.utf8.map { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || byte == UInt8(ascii: "_") ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16)
      }.joined()
      let path = FilePath(database + "-riffle").appending(name)
      guard makes else { return path }
      do {
        try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
      } catch {
        throw .indexFolder(reason: "cannot make the folder \(path): \(error.localizedDescription)")
      }
      return path
    }

    static func remove(_ path: FilePath) throws(StoreError) {
      do {
        try FileManager.default.removeItem(atPath: path.string)
      } catch {
        throw .indexFolder(reason: "cannot remove the folder \(path): \(error.localizedDescription)")
      }
    }

    /// Opens the index of a list, if its database knows the manifest.
    /// - Returns: `nil` if there is none.
    /// - Throws: ``IndexFileError``, `DatabaseError`.
    static func open(
      _ folder: IndexFolder, _ record: ListRecord, _ settings: IndexSettings, _ database: StoreDatabase
    ) throws -> IndexFolder.Opened? {
      // Who only reads makes none.
      guard SystemFiles().exists(folder.path), let opened = try folder.open(record.list, settings) else { return nil }
      let isKnown = try database.read { db in
        try record.sequence(ofManifest: opened.manifestID, db) == opened.manifest.sequence
          && record.trimmed(db) <= opened.manifest.sequence
      }
      if !isKnown { throw IndexFileError.otherList(path: folder.path.string) }
      return opened
    }
  }
#endif
