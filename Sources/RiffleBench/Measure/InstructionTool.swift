/// A program that counts the instructions of another one.
enum InstructionTool: String, CaseIterable, Sendable {
  /// Runs it on a simulated processor: the count is nearly the same each time.
  case callgrind
  /// Asks the processor, where it tells.
  case perf

  var program: String {
    switch self {
    case .callgrind: "valgrind"
    case .perf: "perf"
    }
  }

  /// What the program is given before the command whose instructions it is to count.
  var arguments: [String] {
    switch self {
    case .callgrind: ["--tool=callgrind", "--callgrind-out-file=/dev/null"]
    case .perf: ["stat", "-x", ",", "-e", "instructions:u"]
    }
  }

  /// The first tool that is in one of the folders of `path`, and where.
  /// - Parameter isExecutable: whether there is a program at a path.
  static func find(
    inPath path: String, isExecutable: (String) -> Bool = isExecutable
  ) throws(BenchError) -> (tool: InstructionTool, path: String) {
    for tool in allCases {
      if let path = findExecutable(tool.program, inPath: path, isExecutable: isExecutable) { return (tool, path) }
    }
    throw .noInstructionTool
  }

  /// Reads the count from what the tool has written to standard error, among what the program itself may have written.
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
