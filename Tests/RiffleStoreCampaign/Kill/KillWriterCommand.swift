#if Store
  import ArgumentParser
  import Foundation
  import Riffle
  import RiffleStore
  import RiffleStoreTestSupport
  import RiffleTestSupport

  /// Writes numbered batches until it is killed, and says after each which one it was.
  struct KillWriterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "kill-writer", shouldDisplay: false)

    @Argument var path: String
    @Option var seed: Int

    func run() throws {
      var random = RandomText(seed: UInt64(seed))
      var batches = NumberedBatches()
      var store: ListStore?
      while true {
        guard let open = store else {
          let new = try ListStore(path, options: StoreOptions(buildsInBackground: random.oneIn(2)))
          if case .built(let reason?) = new.opening { throw CampaignFailure("the index was built anew: \(reason)") }
          // While it is being built, it is not all there.
          while new.snapshot().isPartial { usleep(500) }
          try batches.check(new.snapshot())
          try ChildProgram.say("opened \(batches.last)")
          store = new
          continue
        }
        try open.write(batches.next())
        batches.advance(to: batches.last + 1)
        try ChildProgram.say("\(batches.last)")
        switch random.number(below: 120) {
        case 0..<8: try open.checkpoint()
        case 8, 9: try open.optimize()
        case 10: try open.rebuild()
        case 11:
          try open.close()
          store = nil
        case 12: store = nil
        case 13..<30: usleep(UInt32(random.number(below: 20_000)))
        default: break
        }
      }
    }
  }
#endif
