/// A counter of the instructions of scenarios, each in a separate process.
struct InstructionCounter: ~Copyable {
  let tool: InstructionTool
  private let toolPath: String
  private let program: StrippedProgram
  private let environment: [String: String]

  /// - Throws: ``BenchError/noInstructionTool`` if the machine has no tool for it.
  init() async throws(BenchError) {
    let path = environmentValue("PATH") ?? "/usr/bin:/bin"
    let found = try InstructionTool.find(inPath: path)
    let program = try await StrippedProgram.make(of: try ownExecutablePath(), searchPath: path)
    (tool, toolPath) = found
    self.program = program
    // Other variables that may be set here would change the amount of work.
    environment = InstructionCounter.environment(path: path, libraries: environmentValue("LD_LIBRARY_PATH"))
  }

  static func environment(path: String, libraries: String?) -> [String: String] {
    var environment: [String: String] = [
      "PATH": path, "LC_ALL": "C.UTF-8", "SWIFT_DETERMINISTIC_HASHING": "1", "GLIBC_TUNABLES": plainProcessor,
    ]
    environment["LD_LIBRARY_PATH"] = libraries
    return environment
  }

  /// The settings that make glibc use only the features of every x86-64 processor. Otherwise it chooses its ways to copy and
  /// compare memory by the processor's features and cache sizes, which is some percent of all counts.
  private static var plainProcessor: String {
    let features = [
      "AVX", "AVX2", "AVX512F", "AVX512VL", "AVX512BW", "AVX_Fast_Unaligned_Load", "BMI1", "BMI2", "ERMS",
      "Fast_Copy_Backward", "Fast_Rep_String", "Fast_Unaligned_Copy", "Fast_Unaligned_Load", "FMA", "FMA4", "FSRM",
      "LZCNT", "POPCNT", "Prefer_ERMS", "Prefer_FSRM", "RTM", "Slow_BSF", "Slow_SSE4_2", "SSE3", "SSSE3", "SSE4_1",
      "SSE4_2",
    ]
    return "glibc.cpu.hwcaps=" + features.map { "-\($0)" }.joined(separator: ",")
      + ":glibc.cpu.x86_non_temporal_threshold=0x100000:glibc.malloc.arena_max=1"
  }

  /// Counts the instructions of a scenario, without those for its preparation and for starting and ending the process.
  func count(_ scenario: Scenario) async throws(BenchError) -> Int {
    let prepared = try await count(["scenario", scenario.rawValue, "--prepare-only"], scenario)
    return try await count(["scenario", scenario.rawValue], scenario) - prepared
  }

  private func count(_ arguments: [String], _ scenario: Scenario) async throws(BenchError) -> Int {
    let child = try await runProgram(toolPath, tool.arguments + [program.path] + arguments, environment: environment)
    guard child.status == 0 else {
      throw .scenarioFailed(
        name: scenario.rawValue, reason: "\(tool.program) ended with \(child.status): \(child.errorOutput)")
    }
    guard let count = tool.count(inErrorOutput: child.errorOutput) else {
      throw .noInstructionCount(program: tool.program, output: child.errorOutput)
    }
    return count
  }
}

/// A copy of a program without debug information: some versions of valgrind fail on that of newer compilers.
private struct StrippedProgram: ~Copyable {
  /// The program itself if there is no `strip`.
  let path: String
  private let folder: String?

  static func make(of original: String, searchPath: String) async throws(BenchError) -> StrippedProgram {
    guard let strip = findExecutable("strip", inPath: searchPath) else {
      return StrippedProgram(path: original, folder: nil)
    }
    let folder = try makeTemporaryFolder()
    let copy = StrippedProgram(path: "\(folder)/riffle-bench", folder: folder)
    let ended = try await runProgram(strip, ["-o", copy.path, original], environment: [:])
    guard ended.status == 0 else { throw .cannotRun(program: strip, reason: ended.errorOutput) }
    return copy
  }

  deinit {
    guard let folder else { return }
    removeFile(path)
    removeFolder(folder)
  }
}
