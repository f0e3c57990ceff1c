/// The results of several query sets, side by side.
struct QualityReport {
  private var sets: [(name: String, tallies: [String: Tally])] = []
  /// Columns, in the order of their first occurrence.
  private var columns = ["all"]

  mutating func add(_ set: QuerySet, _ quality: Quality, items: ItemList) {
    var tallies = ["all": quality.tally()]
    for kind in set.kinds { tallies[kind] = quality.tally(kind: kind) }
    if set.kinds.contains(QualityReport.misspellings) {
      let within = quality.tally { $0.isMisspelling && $0.isWithinBudget(items) }
      let beyond = quality.tally { $0.isMisspelling && !$0.isWithinBudget(items) }
      tallies["within budget"] = within
      tallies["beyond budget"] = beyond
    }
    for column in set.kinds + ["within budget", "beyond budget"] where tallies[column] != nil {
      if !columns.contains(column) { columns.append(column) }
    }
    sets.append((fileName(set.path), tallies))
  }

  var text: String {
    var table = TextTable(header: ["top 1 / top 10"] + columns)
    for (name, tallies) in sets {
      table.add([name] + columns.map { tallies[$0]?.cell ?? "" })
      if tallies[QualityReport.misspellings] != nil {
        table.add(["  in %"] + columns.map { tallies[$0]?.percentages ?? "" })
      }
    }
    if sets.count > 1 { table.add(["mean"] + columns.map(mean)) }
    return table.text
  }

  /// Returns the mean over the sets that have the column.
  private func mean(_ column: String) -> String {
    let tallies = sets.compactMap { $0.tallies[column] }
    guard !tallies.isEmpty else { return "" }
    let sum = tallies.reduce(Tally(), +)
    func mean(_ total: Int) -> String { (Double(total) / Double(tallies.count)).rounded(digits: 1) }
    return "\(mean(sum.top1)) / \(mean(sum.top10)) of \(mean(sum.queries))"
  }

  fileprivate static let misspellings = "codespell"
}

extension BenchQuery {
  fileprivate var isMisspelling: Bool { kind == QualityReport.misspellings }

  fileprivate func isWithinBudget(_ items: ItemList) -> Bool {
    targets.contains { EditDistance.isWithinBudget(query: text, target: items.title($0)) }
  }
}

extension Tally {
  fileprivate var cell: String { "\(top1) / \(top10) of \(queries)" }

  fileprivate var percentages: String {
    guard queries > 0 else { return "" }
    func percent(_ part: Int) -> String { (Double(part) * 100 / Double(queries)).rounded(digits: 1) }
    return "\(percent(top1)) / \(percent(top10))"
  }
}
