#if Store
  import Foundation
  import GRDB
  import SystemPackage

  /// The folders of the index files of a database's lists.
  enum StoreFolder {
    static func path(database: String, table: String) -> FilePath {
      // No table has a name that is a path.
      let name = table.utf8.map { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || byte == UInt8(ascii: "_") ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16)
      }.joined()
      return FilePath(resolved(database) + "-riffle").appending(name)
    }

    /// Returns the file that a link leads to: so one database has one folder, with one lock against a second writer, like its
    /// journal.
    private static func resolved(_ path: String) -> String {
      guard (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil else { return path }
      return URL(filePath: path).resolvingSymlinksInPath().path
    }

    /// Creates the folder of a list, and that of all lists, unless they exist. When it returns, their names are on the disk.
    /// - Throws: ``IndexFileError``.
    static func make(_ path: FilePath, _ files: any FileLayer) throws(IndexFileError) {
      for path in [path.removingLastComponent(), path] where try files.makeFolder(path) {
        let parent = path.removingLastComponent()
        try files.synchronize(folder: parent.isEmpty ? "." : parent)
      }
    }

    /// Removes the folder of a list, and that of all lists if it is empty then.
    static func remove(_ path: FilePath) throws(StoreError) {
      let (files, parent) = (FileManager.default, path.removingLastComponent().string)
      do {
        try files.removeItem(atPath: path.string)
        if try files.contentsOfDirectory(atPath: parent).isEmpty { try files.removeItem(atPath: parent) }
      } catch {
        throw .indexFolder(reason: "cannot remove the folder \(path): \(error.localizedDescription)")
      }
    }

    /// Returns the files of a database.
    private static func files(ofDatabase path: String) -> [String] { [path, path + "-wal", path + "-shm"] }

    /// Removes a database and the indexes of its lists. It must not be open.
    /// - Throws: ``StoreError/otherWriter(path:)`` if its own list is open for writing, ``StoreError/indexFolder(reason:)`` if
    ///   files cannot be removed.
    static func remove(database: String) throws(StoreError) {
      let folder = path(database: database, table: ItemsTable.name)
      let layer = SystemFiles()
      guard layer.exists(FilePath(database)) else { throw .missing(path: database) }
      var lock: FolderLock?
      if layer.exists(folder) {
        do throws(IndexFileError) {
          lock = try FolderLock(folder.appending(IndexFolder.lockName))
        } catch {
          throw .indexFolder(reason: error.description)
        }
        if lock == nil { throw .otherWriter(path: database) }
      }
      defer { lock?.release() }
      // The database first: without it the rest is unused, while an index alone can be rebuilt.
      for path in files(ofDatabase: database) + [folder.removingLastComponent().string]
      where layer.exists(FilePath(path)) {
        do {
          try FileManager.default.removeItem(atPath: path)
        } catch {
          throw .indexFolder(reason: "cannot remove \(path): \(error.localizedDescription)")
        }
      }
    }

    /// Removes the remains of a store that could not be created, for example because the disk is full: a database of 0 bytes, or
    /// without a table, and the folder of a list without index files.
    /// - Parameter isEmpty: whether the database is known to have no table.
    static func removeRest(of database: String, table: String, isEmpty: Bool) {
      let files = FileManager.default
      let size = try? files.attributesOfItem(atPath: database)[.size] as? NSNumber
      guard isEmpty || size == 0 else { return }
      for path in StoreFolder.files(ofDatabase: database) { try? files.removeItem(atPath: path) }
      let folder = path(database: database, table: table)
      let names = try? files.contentsOfDirectory(atPath: folder.string)
      if let names, names.allSatisfy({ $0 == IndexFolder.lockName }) { try? remove(folder) }
    }

    /// Opens the index of a list, if its database has the manifest on record.
    /// - Parameter known: an open index of the list.
    /// - Returns: `nil` if there is none.
    /// - Throws: ``IndexFileError``, `DatabaseError`.
    static func open(
      _ folder: IndexFolder, _ record: ListRecord, _ settings: IndexSettings, _ database: StoreDatabase,
      known: WrittenIndex = WrittenIndex()
    ) throws -> IndexFolder.Opened? {
      // A process that only reads creates no folder.
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
