/// The instruction counts of scenarios, counted once or several times.
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

  /// The medians in the order in which the scenarios were first counted, exact to the last digit: counts differ by less than the
  /// precision of ``Percentiles``.
  var medians: [(name: String, count: Int)] {
    scenarios.map { ($0.name, $0.counts.sorted()[$0.counts.count / 2]) }
  }

  /// The excess of the largest count of a scenario over its smallest, in percent of the smallest.
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
