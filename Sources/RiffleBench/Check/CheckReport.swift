/// The effect of a change on times, compared with the noise of the same program measured twice.
struct CheckReport: Sendable {
  enum Verdict: String, Hashable {
    case slower, faster
    case same = "–"
  }

  struct Row: Sendable {
    let name: String
    let ratio, noise: PairedRatio
  }

  private let title: String
  private let rows: [Row]
  private let builds: (base: [AnsweringProgram.Greeting], change: [AnsweringProgram.Greeting])
  private let differences: [PairedRun.Difference]
  private let keystrokeCount: Int
  private let tolerancePercent: Double

  /// - Parameters:
  ///   - title: the name of the base.
  ///   - runs: by name; the differences are those of the first.
  ///   - tolerancePercent: by how much a time may be worse without being called slower.
  init(
    title: String, runs: [(name: String, times: PairedTimes)], differences: [PairedRun.Difference],
    builds: (base: [AnsweringProgram.Greeting], change: [AnsweringProgram.Greeting]), tolerancePercent: Double,
    resamples: Int = 1000
  ) {
    self.title = title
    self.builds = builds
    self.tolerancePercent = tolerancePercent
    self.differences = differences
    keystrokeCount = runs.first?.times.keystrokeCount ?? 0
    rows = runs.flatMap { name, times in
      PairedTimes.Measure.allCases.map { measure in
        Row(
          name: "\(name) \(measure.rawValue)", ratio: times.ratio(measure, resamples: resamples),
          noise: times.noise(measure, resamples: resamples))
      }
    }
  }

  /// Whether no time is certainly worse than the tolerance allows.
  var isPassed: Bool { rows.allSatisfy { verdict($0) != .slower } }

  func verdict(_ row: Row) -> Verdict {
    let tolerance = tolerancePercent / 100
    if row.ratio.low > 1 + tolerance { return .slower }
    return row.ratio.high < 1 - tolerance ? .faster : .same
  }

  var text: String {
    var table = TextTable(
      header: ["µs a keystroke", "base", "change", "ratio", "95 % interval", "base against itself", "verdict"])
    for row in rows {
      table.add([
        row.name, microseconds(row.ratio.base), microseconds(row.ratio.change), row.ratio.ratio.rounded(digits: 3),
        interval(row.ratio), interval(row.noise), verdict(row).rawValue,
      ])
    }
    return "base: \(title); \(keystrokeCount) keystrokes, in turns\n\n" + table.text + "\n" + buildTable.text
      + "\n" + differenceText
  }

  private var buildTable: TextTable {
    var table = TextTable(header: ["twice each", "base", "change", "ratio"])
    func add(_ name: String, digits: Int, _ value: (AnsweringProgram.Greeting) -> Double) {
      let base = builds.base.map(value).reduce(0, +) / Double(max(builds.base.count, 1))
      let change = builds.change.map(value).reduce(0, +) / Double(max(builds.change.count, 1))
      table.add([
        name, base.rounded(digits: digits), change.rounded(digits: digits),
        base > 0 ? (change / base).rounded(digits: 3) : "–",
      ])
    }
    add("build, s", digits: 3) { $0.buildSeconds }
    add("memory, bytes an item", digits: 1) { Double($0.residentAfter - $0.residentBefore) / Double(max($0.items, 1)) }
    return table
  }

  private var differenceText: String {
    guard !differences.isEmpty else { return "all answers are equal\n" }
    let shown = differences.prefix(5).map { "  '\($0.text)': \($0.base) – \($0.change)\n" }
    return "\(differences.count) of \(keystrokeCount) answers differ (rows of the base – of the change), the first:\n"
      + shown.joined()
  }

  private func interval(_ ratio: PairedRatio) -> String {
    "\(ratio.low.rounded(digits: 3))–\(ratio.high.rounded(digits: 3))"
  }

  private func microseconds(_ nanoseconds: Double) -> String { (nanoseconds / 1000).rounded(digits: 1) }
}
