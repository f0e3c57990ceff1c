#if Store
  import Foundation
  import GRDB
  import RiffleStoreTestSupport
  import SystemPackage
  import Testing

  @testable import Riffle
  @testable import RiffleStore

  /// Databases that are replaced while they are open, as by a restore.
  @Suite struct ReplacedFileTests {
    private let folder: TestFolder
    private let path: String

    init() throws {
      folder = try TestFolder()
      path = folder.file("a.db").string
      try ListStore(path).close()
    }

    enum Change: CaseIterable, Sendable { case moved, replaced, deleted }

    private func make(_ change: Change) throws {
      let files = FileManager.default
      switch change {
      case .moved: try files.moveItem(atPath: path, toPath: folder.file("b.db").string)
      case .replaced:
        let other = folder.file("b.db").string
        try ListStore.backup(path, to: other)
        guard rename(other, path) == 0 else { throw Errno(rawValue: errno) }
      case .deleted: try files.removeItem(atPath: path)
      }
    }

    @Test(arguments: Change.allCases) func nothingIsWrittenToAFileThatIsNotThereAnyMore(change: Change) throws {
      let store = try ListStore(path)
      try store.write { $0.upsert(StoreItem(id: 1, title: "one")) }
      try make(change)
      #expect(throws: StoreError.replaced(path: path)) { try store.write { $0.upsert(StoreItem(id: 2, title: "two")) } }
      #expect(throws: StoreError.replaced(path: path)) { try store.item(1) }
      #expect(throws: StoreError.replaced(path: path)) { try store.refresh() }
      // It still answers from what it has, and says so.
      #expect(try store.search("one").map(\.id) == [1])
      let end = Date(timeIntervalSinceNow: 20)
      while store.failure == nil, Date() < end { usleep(2000) }
      #expect(store.failure == .replaced(path: path))
      #expect(throws: StoreError.self) { try store.close() }
      if change == .replaced {
        let again = try ListStore(path)
        #expect(try again.item(1)?.title == "one" && again.item(2) == nil)
      }
    }

    @Test(arguments: Change.allCases) func aReaderSaysSo(change: Change) throws {
      let reader = try ListStore(path, options: StoreOptions(access: .reading))
      try make(change)
      #expect(throws: StoreError.replaced(path: path)) { try reader.refresh() }
      let end = Date(timeIntervalSinceNow: 20)
      while reader.failure == nil, Date() < end { usleep(2000) }
      #expect(reader.state == .failing(.replaced(path: path)))
    }
  }
#endif
