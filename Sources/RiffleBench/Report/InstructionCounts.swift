/// What scenarios took, counted once or several times.
struct InstructionCounts {
  private let tool: InstructionTool
  private var scenarios: [(name: String, counts: [Int])] = []

  init(tool: InstructionTool) { self.tool = tool }

  mutating func add(_ count: Int, of name: String) {
    if let offset = scenarios.firstIndex(where: { $0.name == name }) {
      scenarios[offset].counts.append(count)
    } else {
      scenarios.append((name, [count]))
    }
  }

  /// In the order in which the scenarios were counted first, to the last digit: counts differ by less than what
  /// ``Percentiles`` keep.
  var medians: [(name: String, count: Int)] {
    scenarios.map { ($0.name, $0.counts.sorted()[$0.counts.count / 2]) }
  }

  /// By how many percent of the smallest count of a scenario its largest is above it.
  var spreads: [(name: String, percent: Double)] {
    scenarios.map { name, counts in
      let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
      return (name, least > 0 ? Double(most - least) / Double(least) * 100 : 0)
    }
  }

  var text: String {
    var table = TextTable(header: ["scenario (\(tool.rawValue))", "instructions", "passes", "spread %"])
    for (scenario, (median, spread)) in zip(scenarios, zip(medians, spreads)) {
      table.add([scenario.name, "\(median.count)", "\(scenario.counts.count)", spread.percent.rounded(digits: 4)])
    }
    return table.text
  }
}
