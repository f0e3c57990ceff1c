/// A program that counts the instructions of another one.
enum InstructionTool: String, CaseIterable, Sendable {
  /// Runs the program on a simulated processor: the count is nearly the same each time.
  case callgrind
  /// Reads the processor's counters, if they are available.
  case perf

  var program: String {
    switch self {
    case .callgrind: "valgrind"
    case .perf: "perf"
    }
  }

  /// The arguments before the command whose instructions are counted.
  var arguments: [String] {
    switch self {
    case .callgrind: ["--tool=callgrind", "--callgrind-out-file=/dev/null"]
    case .perf: ["stat", "-x", ",", "-e", "instructions:u"]
    }
  }

  /// Returns the first tool in one of the folders of `path`, with its path.
  /// - Parameter isExecutable: returns whether there is a program at a path.
  static func find(
    inPath path: String, isExecutable: (String) -> Bool = isExecutable
  ) throws(BenchError) -> (tool: InstructionTool, path: String) {
    for tool in allCases {
      if let path = findExecutable(tool.program, inPath: path, isExecutable: isExecutable) { return (tool, path) }
    }
    throw .noInstructionTool
  }

  /// Reads the count from the tool's output to standard error, among possible output of the program itself.
  func count(inErrorOutput text: String) -> Int? {
    text.split(whereSeparator: \.isNewline).lazy.compactMap(count(inLine:)).last
  }

  private func count(inLine line: Substring) -> Int? {
    switch self {
    case .callgrind:
      // ==42== Collected : 5640000
      let fields = line.split(separator: " ")
      guard fields.count == 4, fields[0].hasPrefix("=="), fields[1] == "Collected", fields[2] == ":" else { return nil }
      return Int(fields[3])
    case .perf:
      // 5640000,,instructions:u,1234567,100.00,,
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count > 2, fields[2].hasPrefix("instructions") else { return nil }
      return Int(fields[0])
    }
  }
}
