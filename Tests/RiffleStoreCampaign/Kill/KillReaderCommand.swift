#if Store
  import ArgumentParser
  import Foundation
  import Riffle
  import RiffleStore
  import RiffleStoreTestSupport
  import RiffleTestSupport

  /// Follows a store whose writers are killed, and says which batch it has come to.
  struct KillReaderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "kill-reader", shouldDisplay: false)

    @Argument var path: String
    @Option var seed: Int

    func run() throws {
      let parent = getppid()
      var random = RandomText(seed: UInt64(seed))
      var batches = NumberedBatches()
      var store: ListStore?
      var said = -1
      while getppid() == parent {
        if store == nil { store = try open() }
        guard let open = store else {
          usleep(1000)
          continue
        }
        let list = open.snapshot()
        if !list.isPartial {
          try batches.check(list)
          try batches.checkSearch(list, group: random.number(below: 100))
          if batches.last != said {
            said = batches.last
            try ChildProgram.say("\(said)")
          }
        }
        if random.oneIn(50) { try open.refresh() }
        if random.oneIn(300) { store = nil }
        usleep(UInt32(random.number(below: 3000)))
      }
    }

    /// - Returns: `nil` if the first writer has been killed before the list was made.
    private func open() throws -> ListStore? {
      do {
        return try ListStore(path, options: StoreOptions(access: .reading, buildsInBackground: true))
      } catch StoreError.missing {
        return nil
      } catch StoreError.notAStore {
        return nil
      }
    }
  }
#endif
