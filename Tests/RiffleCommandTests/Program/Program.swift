import Foundation

/// The built program, run as a user would.
struct Program {
  var arguments: [String]
  var input: [UInt8] = []
  /// Files in the folder where the program runs.
  var files: [String: [UInt8]] = [:]
  var environment: [String: String] = [:]

  init(
    _ arguments: String..., input: String = "", files: [String: String] = [:], environment: [String: String] = [:]
  ) {
    self.arguments = arguments
    self.input = Array(input.utf8)
    self.files = files.mapValues { Array($0.utf8) }
    self.environment = environment
  }

  struct Outcome {
    var output: [UInt8]
    var error: String
    /// The exit status, or 128 and the signal's number as a shell says it.
    var status: Int32

    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }
  }

  func run() throws -> Outcome {
    try run(executable: Self.url, arguments: arguments)
  }

  /// Runs a shell script in which `riffle` is the program.
  func run(script: String) throws -> Outcome {
    try run(
      executable: URL(fileURLWithPath: "/bin/bash"),
      arguments: ["-c", "riffle() { '\(Self.url.path)' \"$@\"; }; \(script)", "bash"] + arguments)
  }

  private func run(executable: URL, arguments: [String]) throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("riffle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }

    // Files instead of pipes: nobody can wait for anybody.
    let streams = folder.appendingPathComponent(".streams")
    try FileManager.default.createDirectory(at: streams, withIntermediateDirectories: true)
    let (input, output, error) = (
      streams.appendingPathComponent("0"), streams.appendingPathComponent("1"), streams.appendingPathComponent("2")
    )
    try Data(self.input).write(to: input)
    try Data().write(to: output)
    try Data().write(to: error)

    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = Self.environment.merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: error)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      output: Array(try Data(contentsOf: output)),
      error: String(decoding: try Data(contentsOf: error), as: UTF8.self),
      status: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus)
  }

  private static let environment = [
    "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm",
    // With --sanitize=address, what a program has not freed when it ends would be an error.
    "ASAN_OPTIONS": "detect_leaks=0",
  ]

  /// The program lies beside the tests.
  static let url: URL = {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("riffle")
  }()
}
