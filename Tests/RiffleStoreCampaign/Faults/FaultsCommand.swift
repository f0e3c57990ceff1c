#if Store
  import ArgumentParser
  import Foundation
  import RiffleStore
  import RiffleStoreTestSupport
  import RiffleTestSupport

  struct FaultsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "faults",
      abstract: "Makes calls of the disk fail while a store is used.",
      discussion: """
        For each way in which a disk can fail, a store is used with the first call failing, then with the second, and so on, \
        until a run makes no more calls. It has to go on or say what it cannot do, and to hold every acknowledged change when \
        the disk works again. Ways: \(DiskFault.allCases.map(\.rawValue).joined(separator: ", ")).
        """)

    @Option(help: "Where the ways in which the store is used begin.") var seed = 1
    @Option(help: "How many of these ways are tried.") var cases = 1
    @Option(help: "Of so many calls one fails.") var every = 1
    @Option(help: "The only way in which the disk fails.") var only: DiskFault?

    func run() throws {
      ObservedSQLite.observe(nil)
      for fault in only.map({ [$0] }) ?? DiskFault.allCases {
        var (runs, errors) = (0, 0)
        for seed in seed..<seed + cases {
          for use in FaultScenario.Use.allCases { try run(fault, use, seed, &runs, &errors) }
        }
        print("\(fault.rawValue): \(runs) runs, \(errors) errors, seeds \(seed)..<\(seed + cases)")
      }
      print("without permission: \(try UnprivilegedCommand.runForAnotherUser())")
    }

    /// Makes the first call fail, then another one, until no more are made.
    private func run(
      _ fault: DiskFault, _ use: FaultScenario.Use, _ seed: Int, _ runs: inout Int, _ errors: inout Int
    ) throws {
      var number = 1 + seed % every
      while true {
        let outcome: FaultScenario.Outcome
        do {
          outcome = try FaultScenario(use, fault, at: number, seed: seed).run()
        } catch {
          throw CampaignFailure(
            "\(error)\nseed \(seed), \(use), call \(number) of those that “\(fault.rawValue)” makes fail")
        }
        runs += 1
        errors += outcome.errorCount
        if outcome.failureCount == 0 { return }
        number += every
      }
    }
  }

  extension DiskFault: ExpressibleByArgument {}
#endif
