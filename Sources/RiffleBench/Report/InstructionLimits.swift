import FoundationEssentials

/// The recorded instruction counts of scenarios, with the allowed difference.
struct InstructionLimits: Sendable, Hashable, Codable {
  /// Runs of one program differ by 0.01 %. But a change elsewhere in the program can change what the compiler specialises and
  /// inlines; 1.1 % have been observed.
  static let standardMarginPercent = 2.0

  var basis: InstructionBasis
  var marginPercent: Double
  /// By name.
  var scenarios: [String: Int]
}

extension InstructionLimits {
  init(path: String) throws(BenchError) {
    try self.init(json: try readFile(path), path: path)
  }

  init(json bytes: [UInt8], path: String) throws(BenchError) {
    do {
      self = try JSONDecoder().decode(InstructionLimits.self, from: Data(bytes))
    } catch {
      throw .badLimits(path: path, reason: "it is not a file that `instructions --write` has made")
    }
    guard marginPercent >= 0, marginPercent < 100 else {
      throw .badLimits(path: path, reason: "the margin is \(marginPercent) percent: give 0 to 99")
    }
    for (name, count) in scenarios.sorted(by: { $0.key < $1.key }) where count <= 0 {
      throw .badLimits(path: path, reason: "the scenario '\(name)' has \(count) instructions: give 1 or more")
    }
  }

  /// Returns the reason why counts of this machine do not compare with the file; `nil` if they do.
  func whyNotComparable(here: InstructionBasis, path: String) -> String? {
    let differences = basis.differences(from: here)
    guard !differences.isEmpty else { return nil }
    var table = TextTable(header: ["", "in the file", "here"])
    for (part, its, own) in differences { table.add([part, its, own]) }
    return """
      counts of this machine do not compare with those of \(path):
      \(table.text)to have a file that does, take the source as it was before the change, and
        riffle-bench instructions --write \(path)
      """
  }

  /// The text of the file, with a line for each scenario.
  var json: String {
    let lines = scenarios.sorted { $0.key < $1.key }.map { "    \(JSONValue.string($0.key)): \($0.value)" }
    return """
      {
        "basis": {
          "tool": \(JSONValue.string(basis.tool)),
          "architecture": \(JSONValue.string(basis.architecture)),
          "llvm": \(JSONValue.string(basis.llvm)),
          "icu": \(JSONValue.string(basis.icu)),
          "glibc": \(JSONValue.string(basis.glibc))
        },
        "marginPercent": \(JSONValue.number(marginPercent)),
        "scenarios": {
      \(lines.joined(separator: ",\n"))
        }
      }

      """
  }
}
