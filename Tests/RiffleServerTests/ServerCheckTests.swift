#if Service
  import Foundation
  import HTTPTypes
  import Hummingbird
  import HummingbirdTesting
  import Logging
  import Riffle
  import RiffleInput
  import RiffleStore
  import Testing

  @testable import RiffleServer

  /// What is looked at before a server runs, and while it does.
  @Suite struct ServerCheckTests {
    private static func names(_ folder: URL) throws -> [String: Date?] {
      var names: [String: Date?] = [:]
      for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) ?? .init()
      {
        let date = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
        // SQLite makes and removes those of whoever reads.
        if !file.lastPathComponent.contains("-shm"), !file.lastPathComponent.contains("-wal"), !file.hasDirectoryPath {
          names[file.path] = date
        }
      }
      return names
    }

    private static func withStore(_ body: (_ folder: URL, _ settings: ServerSettings) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "riffle-check-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: "cities.db").path
      let store = try ListStore(path, settings: StoreSettings(scopes: ["old": "weight > 1"]))
      try store.write { $0.upsert(contentsOf: Fixture.items()) }
      try store.close()
      try body(folder, ServerSettings(lists: [.init(name: "cities", path: path, scopes: ["new": "weight > 3"])]))
    }

    @Test func aCheckChangesNothing() throws {
      try ServerCheckTests.withStore { folder, settings in
        let before = try ServerCheckTests.names(folder)
        try RiffleService.check(settings)
        #expect(try ServerCheckTests.names(folder) == before)
        #expect(try ListStore.list(in: settings.lists[0].path).settings.scopes == ["old": "weight > 1"])
      }
    }

    @Test func aCheckWorksBesideAServerThatRuns() throws {
      try ServerCheckTests.withStore { _, settings in
        let store = try ListStore(settings.lists[0].path)
        try RiffleService.check(settings)
        try store.write { $0.delete(id: 1) }
        try store.close()
      }
    }

    /// And a server that cannot start for it has not changed its stores.
    @Test func whatIsWrongIsFoundBeforeAnyStoreIsOpened() throws {
      let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      try ServerCheckTests.withStore { folder, settings in
        let before = try ServerCheckTests.names(folder)
        var wrong: [ServerSettings] = []
        var changed = settings
        changed.keys = folder.appending(path: "no-keys.json").path
        wrong.append(changed)
        changed = settings
        (changed.certificate, changed.privateKey) = ("no.pem", "no.key")
        wrong.append(changed)
        changed = settings
        changed.lists.append(.init(name: "other", path: folder.appending(path: "none.db").path))
        wrong.append(changed)
        changed = settings
        changed.lists[0].scopes = ["s": "no_such_column > 1"]
        wrong.append(changed)
        for settings in wrong {
          #expect(throws: (any Error).self) { try RiffleService.check(settings) }
          #expect(throws: (any Error).self) { try RiffleService(settings, logger: logger) }
        }
        #expect(try ServerCheckTests.names(folder) == before)
      }
    }

    @Test func aListWhoseFileIsReplacedIsNotReadyAndSaysSo() async throws {
      let (logger, lines) = KeptLogs.make()
      do {
        try await Fixture.with(logger: logger) { fixture in
          #expect(try await fixture.get("/health/ready").status == 200)
          let file = fixture.folder.appending(path: "cities.db")
          try FileManager.default.moveItem(at: file, to: fixture.folder.appending(path: "moved.db"))
          let write = try await fixture.send(.put, "/v1/lists/cities/items/1", #"{"title": "x"}"#)
          #expect(write.status == 503 && write.problem == "store-failed", "\(write.body)")
          while fixture.store.failure == nil { try await Task.sleep(for: .milliseconds(5)) }
          let ready = try await fixture.get("/health/ready")
          #expect(
            ready.status == 503 && ready.body.contains("another file than the one that was opened"), "\(ready.body)")
          #expect(!ready.body.contains(fixture.folder.path))
          for _ in 0..<3 { fixture.service.logFailures() }
          #expect(lines().count { $0.contains("a list cannot be followed or kept") && $0.contains("list=cities") } == 1)
          #expect(try await fixture.get("/v1/lists/cities/search?q=oslo").status == 200)
        }
      } catch let error as StoreError {
        // Its index cannot be written when it is closed.
        guard case .replaced = error else { throw error }
      }
    }
  }
#endif
