#if Store
  import ArgumentParser
  import Foundation
  import Riffle
  import RiffleStore
  import RiffleStoreTestSupport
  import RiffleTestSupport
  import SystemPackage

  struct DamageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "damage",
      abstract: "Damages the index files of a store.",
      discussion: """
        Bits of files are flipped, files are cut, zeroed, swapped, deleted, or replaced by those of another store or of the \
        same one before. Nobody who opens the store may end because of that, or get an answer that is not that of the sound \
        store without being told; verifying has to find it, and rebuilding to mend it.
        """)

    @Option(help: "Where the random damages begin.") var seed = 1
    @Option(help: "How many damages there are.") var cases = 10_000
    @Option(help: "How many items a store has, 600 at least.") var items = 2500

    func validate() throws {
      if items < 600 { throw ValidationError("--items has to be 600 at least") }
    }

    func run() throws {
      // Nothing has to be on the disk.
      ObservedSQLite.observe(nil)
      var counts = DamageCounts()
      var sample: DamageSample?
      for seed in seed..<seed + cases {
        if sample == nil || seed % 200 == 0 { sample = try DamageSample(seed: seed, itemCount: items) }
        guard let sample else { return }
        var random = RandomText(seed: UInt64(seed))
        let (files, what) = sample.damaged(&random)
        // Files that no manifest names do no harm.
        if sample.indexFiles.allSatisfy({ files[$0] == $1 }) { continue }
        let folder = try TestFolder()
        var check = try DamageCheck(sample, files, folder)
        do {
          try check.run(&random)
          counts.add(check.outcome)
        } catch {
          throw CampaignFailure("\(error)\nseed \(seed): \(what); \(check.outcome)")
        }
      }
      print("\(counts), seeds \(seed)..<\(seed + cases)")
    }
  }

  private struct DamageCounts: CustomStringConvertible {
    private var stores = 0
    private var refused = 0
    private var noticed = 0
    private var mended = 0

    mutating func add(_ outcome: DamageCheck.Outcome) {
      stores += 1
      if outcome.isRefused { refused += 1 } else if outcome.isNoticed { noticed += 1 }
      if outcome.isMended { mended += 1 }
    }

    var description: String {
      "\(stores) damaged stores: \(refused) were found to be when they were opened, \(noticed) when they were searched, the "
        + "others when they were verified; \(mended) were rebuilt"
    }
  }
#endif
