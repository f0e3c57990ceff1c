/// Counts the instructions of scenarios, each in a process of its own.
struct InstructionCounter {
  let tool: InstructionTool
  private let toolPath, ownPath: String
  private let environment: [String]

  /// - Throws: ``BenchError/noInstructionTool`` if the machine has no tool for it.
  init() throws(BenchError) {
    let path = environmentValue("PATH") ?? "/usr/bin:/bin"
    (tool, toolPath) = try InstructionTool.find(inPath: path, isExecutable: isExecutable)
    ownPath = try ownExecutablePath()
    // All else that may be set here would change how much is done.
    environment = InstructionCounter.environment(path: path, libraries: environmentValue("LD_LIBRARY_PATH"))
  }

  static func environment(path: String, libraries: String?) -> [String] {
    ["PATH=\(path)", "LC_ALL=C.UTF-8", "SWIFT_DETERMINISTIC_HASHING=1"]
      + (libraries.map { ["LD_LIBRARY_PATH=\($0)"] } ?? [])
  }

  /// The instructions of a scenario, without those that prepare it, and that start and end the process.
  func count(_ scenario: Scenario) throws(BenchError) -> Int {
    let prepared = try count(["scenario", scenario.rawValue, "--prepare-only"], scenario)
    return try count(["scenario", scenario.rawValue], scenario) - prepared
  }

  private func count(_ arguments: [String], _ scenario: Scenario) throws(BenchError) -> Int {
    let child = try runProgram(toolPath, tool.arguments + [ownPath] + arguments, environment: environment)
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
