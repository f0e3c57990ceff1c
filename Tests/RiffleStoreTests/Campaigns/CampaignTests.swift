#if Store
  import Foundation
  import RiffleStoreTestSupport
  import SystemPackage
  import Testing

  /// The long tests of the store, run shortly. They have a process of their own, because they take the place of SQLite's file
  /// system, make all calls of a kind fail and count open files. RIFFLE_SEED sets where they begin.
  @Suite struct CampaignTests {
    @Test func nothingIsLostWhenPowerFails() throws {
      try Campaign("crash", "--cases", "60").succeeds()
    }

    @Test func nothingIsLostWhenTheDiskFails() throws {
      try Campaign("faults", "--every", "24").succeeds()
    }

    @Test func nothingIsLostWhenProcessesAreKilled() throws {
      try Campaign("kill", "--cases", "20").succeeds()
    }

    @Test func damagedFilesAreNotBelieved() throws {
      try Campaign("damage", "--cases", "200", "--items", "700").succeeds()
    }

    @Test func aReaderInAnotherProcessHasTheList() throws {
      try Campaign("follow", "--cases", "25").succeeds()
    }

    @Test(arguments: DiskRecorder.Omission.allCases.filter { $0 != .none })
    func whatIsNotSynchronisedIsMissed(omission: DiskRecorder.Omission) throws {
      let (status, output) = try Campaign("crash", "--cases", "2000", "--without", omission.rawValue).run()
      #expect(status == 1 && output.contains("what was left of the disk: "), "\(output)")
    }
  }

  /// The program of the campaigns, which lies beside the tests.
  private struct Campaign {
    private let arguments: [String]

    init(_ arguments: String...) {
      let seed = ProcessInfo.processInfo.environment["RIFFLE_SEED"].map { ["--seed", $0] } ?? []
      self.arguments = arguments + seed
    }

    func succeeds() throws {
      let (status, output) = try run()
      #expect(status == 0, "\(output)")
    }

    /// - Returns: the exit status, negative for a signal, and all that the program has said.
    func run() throws -> (status: Int32, output: String) {
      let folder = try TestFolder()
      let output = URL(filePath: folder.file("output").string)
      try Data().write(to: output)
      let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      let process = Process()
      process.executableURL = tests.deletingLastPathComponent().appending(path: "riffle-store-campaign")
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path.string]) { $1 }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: output)
      try process.run()
      process.waitUntilExit()
      let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
      return (status, String(decoding: try Data(contentsOf: output), as: UTF8.self))
    }
  }
#endif
