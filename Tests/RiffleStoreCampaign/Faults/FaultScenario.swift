#if Store
  import Foundation
  import GRDB
  import Riffle
  import RiffleStore
  import RiffleStoreTestSupport
  import RiffleTestSupport
  import SystemPackage

  /// A store that is used while its disk fails.
  struct FaultScenario {
    enum Use: CaseIterable {
      case writing, reading
    }

    struct Outcome {
      /// How many calls have failed.
      let failureCount: Int
      /// How many operations have thrown an error.
      let errorCount: Int
    }

    private let use: Use
    private let plan: FaultPlan
    private let number: Int
    private let seed: Int

    init(_ use: Use, _ fault: DiskFault, at number: Int, seed: Int) {
      (self.use, self.number, self.seed) = (use, number, seed)
      plan = FaultPlan(fault, at: number)
    }

    /// - Throws: ``CampaignFailure``.
    func run() throws -> Outcome {
      let folder = try TestFolder()
      let errorCount = try useStore(folder)
      let start = Date()
      // Threads that merge segments end by themselves, and then give theirs up.
      while case let open = try FaultScenario.openFiles(in: folder), !open.isEmpty {
        if Date().timeIntervalSince(start) > 20 { throw CampaignFailure("files are left open: \(open)") }
        usleep(1000)
      }
      return Outcome(failureCount: plan.failureCount, errorCount: errorCount)
    }

    private func useStore(_ folder: TestFolder) throws -> Int {
      let use = FaultUse(folder.file("a.db").string, plan, RandomText(seed: UInt64(seed)))
      ObservedSQLite.observe(plan)
      defer { ObservedSQLite.observe(nil) }
      try plan.pause { try use.make() }
      switch self.use {
      case .writing: try use.write(endsBefore: number % 2 == 0)
      case .reading: try use.read()
      }
      plan.end()
      try use.check()
      return use.errorCount
    }

    /// Those that this process has open.
    private static func openFiles(in folder: TestFolder) throws -> [String] {
      try openFiles(beginningWith: folder.path.string)
    }

    static func openFiles(beginningWith path: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0) }
        .filter { $0.hasPrefix(path) }
    }
  }
#endif
