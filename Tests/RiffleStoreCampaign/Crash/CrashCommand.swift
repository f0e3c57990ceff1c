#if Store
  import ArgumentParser
  import Foundation
  import RiffleStore
  import RiffleStoreTestSupport
  import RiffleTestSupport
  import SystemPackage

  struct CrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "crash",
      abstract: "Lets the power fail while random programs use a store.",
      discussion: """
        All that a program does to the disk is written down. After each beginning of that, or some of them, what has not been \
        synchronised is kept, lost, torn or done in another order, as DiskState has it; then the store is opened from what \
        is left, and the next program goes on with one of these.
        """)

    @Option(help: "Where the random programs begin.") var seed = 1
    @Option(help: "How often the power fails.") var cases = 1000
    @Option(help: "How often in each program, at moments chosen by chance; 0 for after everything that it does.")
    var each = 40
    @Option(
      help: "What is not synchronised, to see that it is missed: \(DiskRecorder.Omission.allCases.map(\.rawValue)).")
    var without = DiskRecorder.Omission.none

    func run() throws {
      var counts = CrashCounts()
      ObservedSQLite.observe(nil)
      var seed = seed
      while counts.failures < cases {
        try run(seed: seed, &counts)
        seed += 1
      }
      print("\(counts), seeds \(self.seed)..<\(seed)")
    }

    private func run(seed: Int, _ counts: inout CrashCounts) throws {
      var random = RandomText(seed: UInt64(seed))
      let settings = random.storeSettings()
      let durability: StoreOptions.Durability = random.oneIn(4) ? .normal : .full
      var image = DiskImage()
      var models = [StoreModel](repeating: StoreModel(), count: CrashProgram.writerCount)
      for life in 0..<3 {
        let program = try CrashProgram(on: image, models, settings, durability, without: without, &random)
        let check = CrashCheck(settings: settings, durability: durability, models: program.writers.map(\.models))
        counts.programs += 1
        counts.operations += program.operations.count
        let places = places(program.operations.count, &random)
        var state = DiskState(image)
        var done = 0
        for place in places {
          while done < place {
            state.apply(program.operations[done])
            done += 1
          }
          let loss = DiskState.Loss.allCases[min(random.number(below: 8), 2)]
          let left = state.image(loss, &random)
          do {
            let outcome = try check.run(left, state.batches, &random)
            counts.add(outcome)
            if random.oneIn(4) || place == places.first {
              image = left
              models = zip(program.writers, outcome.batches).map { $0.models[$1] }
            }
          } catch {
            throw CampaignFailure(
              "\(error)\nseed \(seed), program \(life), after \(place) of \(program.operations.count) operations, "
                + "\(loss) lost, durability \(durability), what was left of the disk: \(try keep(left))")
          }
          if counts.failures == cases { return }
        }
      }
    }

    private func places(_ count: Int, _ random: inout RandomText) -> [Int] {
      each == 0 ? Array(0...count) : (0..<each).map { _ in random.number(below: count + 1) }.sorted()
    }

    /// Where somebody can look at a disk.
    private func keep(_ image: DiskImage) throws -> String {
      let path = FileManager.default.temporaryDirectory.appending(path: "riffle-crash-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      try image.write(to: FilePath(path))
      return path
    }
  }

  extension DiskRecorder.Omission: ExpressibleByArgument {}

  private struct CrashCounts: CustomStringConvertible {
    var programs = 0
    var operations = 0
    var failures = 0
    private var mapped = 0
    private var extended = 0
    private var built = 0
    private var replaced = 0

    mutating func add(_ outcome: CrashCheck.Outcome) {
      failures += 1
      switch outcome.opening {
      case .mapped: mapped += 1
      case .extended: extended += 1
      case .built(because: nil): built += 1
      case .built: replaced += 1
      }
    }

    var description: String {
      "power failed \(failures) times in \(programs) programs with \(operations) operations; the index was there "
        + "\(mapped) times, there with other fields \(extended) times, not yet there \(built) times, and ahead of a database of durability normal \(replaced) times"
    }
  }
#endif
