#if Service
  import Foundation
  import Riffle
  import RiffleStore
  import SystemPackage

  /// A folder of lists that keys create and drop while the server runs, each a database with the name of the list.
  struct ListFolder: Sendable {
    private let path: FilePath

    private static let ending = "db"

    init(_ path: String) { self.path = FilePath(path) }

    /// Returns the lists in the folder.
    /// - Throws: ``SettingsError`` if it cannot be read.
    func lists() throws(SettingsError) -> [ServerSettings.List] {
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: path.string)
      } catch {
        throw SettingsError("the folder of lists “\(path)” cannot be read: \(error.localizedDescription)")
      }
      return names.sorted().compactMap { name in
        let file = FilePath(name)
        guard file.extension == ListFolder.ending, let stem = file.stem else { return nil }
        return ServerSettings.List(name: stem, path: path.appending(name).string)
      }
    }

    private func file(_ name: String) -> String { path.appending("\(name).\(ListFolder.ending)").string }

    /// Returns whether a list is in the folder, and not served from elsewhere under the same name.
    func holds(_ list: ServedList) -> Bool { list.store.path == file(list.name) }

    /// Creates an empty list. If that fails, nothing is left of it.
    /// - Throws: ``Problem`` if a scope is not a valid condition, or there is a file of that name, `StoreError`.
    func make(_ name: String, _ settings: StoreSettings, _ limits: Limits) throws -> ServedList {
      let file = file(name)
      // It may have been put there after the server was started.
      if FileManager.default.fileExists(atPath: file) {
        throw Problem(
          .conflict, "the folder has a file of that name already, which is served when the server is started again",
          parameter: "list")
      }
      var plain = settings
      plain.scopes = [:]
      try ListStore(file, settings: plain).close()
      do {
        do throws(StoreError) {
          try ListStore.check(scopes: settings.scopes, in: file)
        } catch {
          guard case .cannotFollow(_, let reason) = error else { throw error }
          throw Problem.invalid("/scopes", "a condition cannot be asked: \(reason)")
        }
        let store = try ListStore(file, settings: settings)
        return try ServedList(name: name, store: store, isWritable: true, limits)
      } catch {
        try? ListStore.remove(file)
        throw error
      }
    }

    /// Gives a list in the folder other fields. Its columns of other fields, and all else of the index, stay as they are.
    ///
    /// - Returns: the list as it is served from now on, and why it could not be changed; `nil` if it is.
    /// - Throws: `StoreError` if a list cannot have such fields, or cannot be opened again.
    func change(
      _ list: ServedList, fields: [FieldDefinition], _ limits: Limits
    ) throws -> (list: ServedList, refusal: Problem?) {
      let file = file(list.name)
      // Not from the store: it may be closed, after a change that failed.
      var settings = try ListStore.list(in: file).settings
      settings.fields = fields
      try settings.checkFields()
      func served(_ store: ListStore) throws -> ServedList {
        try ServedList(name: list.name, store: store, isWritable: true, limits)
      }
      let refusal: any Error
      do {
        // No other one can be opened beside it.
        try list.store.close()
        return (try served(try ListStore(file, settings: settings)), nil)
      } catch {
        refusal = error
      }
      // With the fields that the database has: others would lose the values of those that were removed.
      return (try served(try ListStore(file)), Problem(refusal))
    }

    /// Closes a list in the folder, and removes it.
    /// - Throws: `StoreError`.
    func drop(_ list: ServedList) throws(StoreError) {
      try list.store.close()
      try ListStore.remove(file(list.name))
    }
  }
#endif
