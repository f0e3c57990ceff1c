internal import Foundation

/// The built program, run once as a user would, in a folder of its own.
package struct Program {
  package var arguments: [String]
  package var input: [UInt8] = []
  /// Files in the folder where the program runs.
  package var files: [String: [UInt8]] = [:]
  package var environment: [String: String] = [:]

  package init(
    _ arguments: String..., input: String = "", files: [String: String] = [:], environment: [String: String] = [:]
  ) {
    self.arguments = arguments
    self.input = Array(input.utf8)
    self.files = files.mapValues { Array($0.utf8) }
    self.environment = environment
  }

  package func run() throws -> ProgramOutcome {
    try folder().run("riffle", arguments, input: input, environment: environment)
  }

  /// Runs a shell script in which `riffle` is the program.
  package func run(script: String) throws -> ProgramOutcome {
    try folder().run(script: script, arguments, input: input, environment: environment)
  }

  private func folder() throws -> ProgramFolder {
    let folder = try ProgramFolder()
    for (name, bytes) in files { try folder.write(bytes, name) }
    return folder
  }
}

/// How a program has ended.
package struct ProgramOutcome {
  package var output: [UInt8]
  package var error: String
  /// The exit status, or 128 and the signal's number as a shell says it.
  package var status: Int32

  package var text: String { String(decoding: output, as: UTF8.self) }
  package var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}

/// A folder in which built programs run, one after another. It goes when this is given up.
package final class ProgramFolder {
  private let folder: URL
  private var runCount = 0

  package init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("riffle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  package func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  package func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: folder.appendingPathComponent(name))
  }

  package func write(_ text: String, _ name: String) throws { try write(Array(text.utf8), name) }

  package func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  package func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  /// The names in the folder.
  package func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)).subtracting([ProgramFolder.streams])
  }

  package func run(
    _ program: String, _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:]
  ) throws -> ProgramOutcome {
    try start(program, arguments, input: input, environment: environment).outcome()
  }

  /// Runs a shell script in which the programs are known by their names.
  package func run(
    script: String, _ arguments: [String] = [], input: [UInt8] = [], environment: [String: String] = [:]
  ) throws -> ProgramOutcome {
    let programs = ["riffle", "riffle-store"].map { "\($0)() { '\(ProgramFolder.url($0).path)' \"$@\"; }; " }.joined()
    return try start(
      URL(fileURLWithPath: "/bin/bash"), ["-c", programs + script, "bash"] + arguments, input: input,
      environment: environment
    ).outcome()
  }

  /// - Parameter input: `nil` for a pipe that stays open; see ``RunningProgram/send(_:)``.
  package func start(
    _ program: String, _ arguments: [String], input: [UInt8]? = [], environment: [String: String] = [:]
  ) throws -> RunningProgram {
    try start(ProgramFolder.url(program), arguments, input: input, environment: environment)
  }

  private func start(
    _ executable: URL, _ arguments: [String], input: [UInt8]?, environment: [String: String]
  ) throws -> RunningProgram {
    // Files instead of pipes: nobody can wait for anybody.
    runCount += 1
    let streams = folder.appendingPathComponent("\(ProgramFolder.streams)/\(runCount)")
    try FileManager.default.createDirectory(at: streams, withIntermediateDirectories: true)
    let (output, error) = (streams.appendingPathComponent("1"), streams.appendingPathComponent("2"))
    try Data().write(to: output)
    try Data().write(to: error)

    let process = Process()
    // Tests may run where signals are ignored, as in the background of a script.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["--default-signal", executable.path] + arguments
    process.currentDirectoryURL = folder
    process.environment = ProgramFolder.environment.merging(environment) { $1 }
    let pipe = input == nil ? Pipe() : nil
    if let input {
      let file = streams.appendingPathComponent("0")
      try Data(input).write(to: file)
      process.standardInput = try FileHandle(forReadingFrom: file)
    } else {
      process.standardInput = pipe
    }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: error)
    try process.run()
    return RunningProgram(folder: self, process, pipe, output: output, error: error)
  }

  private static let streams = ".streams"

  private static let environment = [
    "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm",
    // With --sanitize=address, what a program has not freed when it ends would be an error.
    "ASAN_OPTIONS": "detect_leaks=0",
  ]

  /// Programs lie beside the tests.
  private static func url(_ program: String) -> URL {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent(program)
  }
}

/// A program that may still run.
package final class RunningProgram {
  private let folder: ProgramFolder
  private let process: Process
  private let pipe: Pipe?
  private let output, error: URL

  fileprivate init(folder: ProgramFolder, _ process: Process, _ pipe: Pipe?, output: URL, error: URL) {
    (self.folder, self.process, self.pipe) = (folder, process, pipe)
    (self.output, self.error) = (output, error)
  }

  deinit { if process.isRunning { kill(SIGKILL) } }

  /// Writes to the standard input of a program that was started without one.
  package func send(_ text: String) throws { try pipe?.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

  package func closeInput() throws { try pipe?.fileHandleForWriting.close() }

  package func kill(_ signal: Int32) { Foundation.kill(process.processIdentifier, signal) }

  package var isRunning: Bool { process.isRunning }

  /// What it has written to standard output by now.
  package func outputText() throws -> String { String(decoding: try Data(contentsOf: output), as: UTF8.self) }

  /// What it has written to standard error by now.
  package func errorText() throws -> String { String(decoding: try Data(contentsOf: error), as: UTF8.self) }

  /// Waits until standard output holds a text, a minute at most.
  package func waits(for text: String) throws -> Bool { try waits { $0 == text } }

  package func waits(until isReady: (String) -> Bool) throws -> Bool {
    for _ in 0..<6_000 {
      if isReady(String(decoding: try Data(contentsOf: output), as: UTF8.self)) { return true }
      usleep(10_000)
    }
    return false
  }

  /// Waits until the program has ended.
  package func outcome() throws -> ProgramOutcome {
    process.waitUntilExit()
    return ProgramOutcome(
      output: Array(try Data(contentsOf: output)), error: try errorText(),
      status: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus)
  }
}
