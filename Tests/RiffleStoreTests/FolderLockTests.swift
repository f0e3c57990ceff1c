#if Store
  import Foundation
  import Riffle
  import RiffleStoreTestSupport
  import SystemPackage
  import Testing

  @testable import RiffleStore

  @Suite struct FolderLockTests {
    @Test func onlyOneHasTheLock() throws {
      let folder = try TestFolder()
      let first = try #require(try FolderLock(folder.file("lock")))
      #expect(try FolderLock(folder.file("lock")) == nil)
      first.release()
      #expect(try FolderLock(folder.file("lock")) != nil)
    }

    /// Between `fork` and `exec` a new process has all files of its parent open, also those that are not for it.
    @Test func aLockThatWasGivenBackIsFreeAlthoughAnotherProcessHasItsFileOpen() throws {
      let folder = try TestFolder()
      let path = folder.file("lock")
      let lock = try #require(try FolderLock(path))
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
      let own = open.filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path.string
      }
      let copies = try own.map { try FileDescriptor(rawValue: $0).duplicate() }
      defer { for copy in copies { try? copy.close() } }
      #expect(copies.count == 1)
      lock.release()
      #expect(try FolderLock(path) != nil)
    }

    @Test func aLinkToADatabaseHasTheLockAndTheIndexOfTheDatabase() throws {
      let folder = try TestFolder()
      let (path, link) = (folder.file("a.db").string, folder.file("link.db").string)
      let store = try ListStore(path)
      try store.write { $0.upsert(StoreItem(id: 1, title: "one")) }
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.db")
      #expect(throws: StoreError.otherWriter(path: link)) { try ListStore(link) }
      try store.close()
      #expect(try ListStore(link).opening == .mapped(changeCount: 0))
      #expect(!FileManager.default.fileExists(atPath: link + "-riffle"))
    }
  }
#endif
