#if Store
  import ArgumentParser
  import Foundation
  import Riffle
  import RiffleStore
  import RiffleStoreTestSupport
  import RiffleTestSupport
  import SystemPackage

  struct KillCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "kill",
      abstract: "Kills processes that write to a store, while others read it.",
      discussion: """
        A process writes batches and says when each is written, until it is killed with signal 9 at some moment, and another \
        one takes its place. Two processes follow, of which one is killed now and then. What has been said to be written must be there afterwards, nobody may see \
        half a batch, and the readers have to come after.
        """)

    @Option(help: "Where the random moments begin.") var seed = 1
    @Option(help: "How often a process is killed.") var cases = 1000

    func run() throws {
      let folder = try TestFolder()
      let path = folder.file("a.db").string
      var random = RandomText(seed: UInt64(seed))
      var batches = NumberedBatches()
      var counts = (before: 0, looked: 0)
      func reader() throws -> Reader {
        try Reader(ChildProgram(["kill-reader", path, "--seed", "\(random.number(below: 1 << 30))"]))
      }
      var readers = [try reader(), try reader()]
      var readerCount = 0
      for kill in 0..<cases {
        if random.oneIn(20) {
          let number = random.number(below: readers.count)
          try readers[number].stop()
          counts.looked += readers[number].count
          readers[number] = try reader()
          readerCount += 1
        }
        let known = batches.last
        let acknowledged = try writeAndKill(path, &random)
        if acknowledged == nil { counts.before += 1 }
        do {
          try check(path, &batches, atLeast: acknowledged ?? known, &random)
          for reader in readers { try reader.wait(for: batches.last) }
        } catch {
          throw CampaignFailure("\(error)\nseed \(seed), kill \(kill), acknowledged \(acknowledged ?? known)")
        }
      }
      for reader in readers {
        try reader.stop()
        counts.looked += reader.count
      }
      print(
        "killed \(cases) times, \(counts.before) of them before anything was written, after \(batches.last) batches, seed "
          + "\(seed); readers, which were killed \(readerCount) times, have looked at batches \(counts.looked) times")
    }

    /// - Returns: the last batch that the process has said to be written; `nil` if it has not come so far.
    private func writeAndKill(_ path: String, _ random: inout RandomText) throws -> Int? {
      let writer = try ChildProgram(["kill-writer", path, "--seed", "\(random.number(below: 1 << 30))"])
      if random.oneIn(4) {
        // While it starts or opens the store.
        usleep(UInt32(random.number(below: 60_000)))
      } else {
        let line = try writer.nextLine()
        if !line.hasPrefix("opened ") { throw CampaignFailure("a writer could not open the store: \(line)") }
        usleep(UInt32(random.number(below: random.oneIn(3) ? 5_000 : 80_000)))
      }
      if !writer.isRunning { throw CampaignFailure("a writer has ended: \(writer.end()), \(writer.newLines())") }
      writer.kill()
      writer.end()
      var last: Int?
      for line in writer.newLines() where !line.hasPrefix("opened ") {
        guard let batch = Int(line) else { throw CampaignFailure("a writer said: \(line)") }
        last = batch
      }
      return last
    }

    /// Looks what is there.
    private func check(
      _ path: String, _ batches: inout NumberedBatches, atLeast acknowledged: Int, _ random: inout RandomText
    ) throws {
      // The first one may have been killed while it made the store.
      if acknowledged == 0, (try? ListStore(path, options: StoreOptions(access: .reading))) == nil { return }
      let store = try ListStore(path, options: StoreOptions(access: .reading))
      batches.advance(to: acknowledged)
      try batches.check(store.snapshot())
      if batches.last > acknowledged + 1 {
        throw CampaignFailure("batch \(batches.last) is there, \(acknowledged) was the last to be acknowledged")
      }
      try store.close()
      if random.oneIn(10) {
        var faults: [StoreFault] = []
        _ = try ListStore.verify(path) { faults.append($0) }
        if !faults.isEmpty { throw CampaignFailure("the store has faults: \(faults)") }
      }
    }
  }

  /// A process that follows.
  private final class Reader {
    private let program: ChildProgram
    private var last = 0
    private(set) var count = 0

    init(_ program: ChildProgram) throws { self.program = program }

    private func read() throws {
      for line in program.newLines() {
        guard let batch = Int(line) else { throw CampaignFailure("a reader said: \(line)") }
        last = batch
        count += 1
      }
    }

    func wait(for batch: Int) throws {
      let start = Date()
      while true {
        try read()
        if last >= batch { return }
        if !program.isRunning { throw CampaignFailure("a reader has ended: \(program.end()), \(program.newLines())") }
        if Date().timeIntervalSince(start) > 30 {
          throw CampaignFailure("a reader has not come from batch \(last) to \(batch) in half a minute")
        }
        usleep(500)
      }
    }

    func stop() throws {
      program.kill()
      program.end()
      try read()
    }
  }
#endif
