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

    /// Closes a list in the folder, and removes it.
    /// - Throws: `StoreError`.
    func drop(_ list: ServedList) throws(StoreError) {
      try list.store.close()
      try ListStore.remove(file(list.name))
    }
  }
#endif
