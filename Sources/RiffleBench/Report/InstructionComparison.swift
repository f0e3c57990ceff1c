/// Instruction counts compared with those recorded before.
struct InstructionComparison {
  enum Verdict: String, Hashable {
    case within
    case more
    case fewer
    /// The file does not have the scenario.
    case notInFile = "not in the file"
    /// Only the file has the scenario.
    case onlyInFile = "only in the file"
  }

  struct Row: Hashable {
    let name: String
    let count, limit: Int?
    let verdict: Verdict

    /// The difference of the count from the limit, in percent of the limit.
    var changePercent: Double? {
      guard let count, let limit else { return nil }
      return (Double(count) / Double(limit) - 1) * 100
    }
  }

  let rows: [Row]
  private let marginPercent: Double

  /// - Parameters:
  ///   - counts: in the order of the report.
  ///   - limits: of the same basis.
  init(_ counts: [(name: String, count: Int)], limits: InstructionLimits) {
    marginPercent = limits.marginPercent
    let measured = counts.map { name, count in
      let limit = limits.scenarios[name]
      return Row(
        name: name, count: count, limit: limit,
        verdict: limit.map { InstructionComparison.verdict(count, $0, limits.marginPercent) } ?? .notInFile)
    }
    let names = Set(counts.map(\.name))
    rows =
      measured
      + limits.scenarios.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
      .map { Row(name: $0.key, count: nil, limit: $0.value, verdict: .onlyInFile) }
  }

  private static func verdict(_ count: Int, _ limit: Int, _ marginPercent: Double) -> Verdict {
    let margin = Double(limit) * marginPercent / 100
    let difference = Double(count) - Double(limit)
    return difference > margin ? .more : difference < -margin ? .fewer : .within
  }

  /// Returns the reason why figures published with the file are those of another engine; `nil` if they are of this one, as far as
  /// counts can show.
  func whyOutdated(_ path: String) -> String? {
    let changes = rows.compactMap { row -> String? in
      switch row.verdict {
      case .within: nil
      case .more, .fewer: row.changePercent.map { "\(row.name) \($0 > 0 ? "+" : "")\($0.rounded(digits: 1)) %" }
      case .notInFile, .onlyInFile: "\(row.name) is \(row.verdict.rawValue)"
      }
    }
    return changes.isEmpty
      ? nil
      : "the figures beside \(path) are of an engine that takes another number of instructions "
        + "(since then: \(changes.joined(separator: ", "))): make them anew, and the file with --write"
  }

  /// Fewer instructions than recorded are not a failure.
  var isPassed: Bool { rows.allSatisfy { $0.verdict == .within || $0.verdict == .fewer } }

  var text: String {
    var table = TextTable(header: ["scenario", "instructions", "in the file", "change %", "verdict"])
    for row in rows {
      table.add([
        row.name, row.count.map { "\($0)" } ?? "–", row.limit.map { "\($0)" } ?? "–",
        row.changePercent.map { $0.rounded(digits: 3) } ?? "–", row.verdict.rawValue,
      ])
    }
    return table.text + conclusion + "\n"
  }

  private var conclusion: String {
    let margin = "the margin is \(marginPercent) %"
    if !isPassed {
      return "failed (\(margin)): if this is meant, write the file anew with --write"
    }
    return rows.contains { $0.verdict == .fewer }
      ? "passed (\(margin)); write the file anew with --write to keep what has been gained" : "passed (\(margin))"
  }
}
