import ArgumentParser
import MadeUpLists
import Riffle
import RiffleList

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Measures how quickly the changes between two snapshots of a list are found.",
    discussion: """
      The list is one section of made-up rows; a change inserts, deletes, moves or updates a row drawn at random. In \
      the shared variant the rows that do not change are the same objects in both snapshots, in the fresh one no object \
      is. Change sets compare ids and contents, and refuse duplicates; the standard library's `CollectionDifference`, \
      with moves inferred, is given only the ids. Times are medians in milliseconds; the passes take turns.
      """)

  @Option(help: "How many rows the first snapshot has.")
  var rows = 100_000

  @Option(help: "How many changes lead to the second snapshot.")
  var changes = 1000

  @Option(help: "How often each is timed.")
  var passes = 7

  @Option(help: "What the rows and the changes are drawn with.")
  var seed: UInt64 = 1

  @Flag(inversion: .prefixedNo, help: "Measure `CollectionDifference` too, whose time grows with rows times changes.")
  var difference = true

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    guard rows >= 0 else { throw ValidationError("--rows is \(rows): give 0 or more") }
    guard changes >= 0 else { throw ValidationError("--changes is \(changes): give 0 or more") }
    guard passes > 0 else { throw ValidationError("--passes is \(passes): give 1 or more") }
  }

  func run() throws {
    let lists = DiffLists(rowCount: rows, changeCount: changes, seed: seed)
    var shared = DiffTimes()
    var fresh = DiffTimes()
    for _ in 0..<passes {
      try shared.measure(lists.before, lists.after, difference: difference)
      try fresh.measure(lists.before, lists.freshAfter, difference: difference)
    }
    let report: JSONValue = [
      "rows": .integer(rows), "changes": .integer(changes), "passes": .integer(passes), "shared": shared.json,
      "fresh": fresh.json,
    ]
    var table = TextTable(header: ["rows that do not change", "found", "change set ms", "difference ms", "ratio"])
    table.add(["shared"] + shared.cells)
    table.add(["fresh"] + fresh.cells)
    try writeToStandardOutput(
      json ? "\(report)\n" : "\(rows) rows, \(changes) changes, \(passes) passes\n\(table.text)")
  }
}

private struct DiffTimes {
  private var changeSets: [UInt64] = []
  private var differences: [UInt64] = []
  private var changeCount = 0

  mutating func measure(_ before: [AnyRow], _ after: [AnyRow], difference: Bool) throws {
    let traits = SectionTraits(id: "section")
    let old = ListSnapshot(sections: [SectionSnapshot(traits, rows: before)])
    let new = ListSnapshot(sections: [SectionSnapshot(traits, rows: after)])
    let start = nanosecondsNow()
    let changes = try ChangeSet(from: old, to: new)
    changeSets.append(nanosecondsNow() - start)
    changeCount = changes.rows.count
    guard difference else { return }
    let (oldIDs, newIDs) = (before.map(\.id), after.map(\.id))
    let differenceStart = nanosecondsNow()
    let found = newIDs.difference(from: oldIDs).inferringMoves()
    differences.append(nanosecondsNow() - differenceStart)
    // So that the result is used.
    if found.isEmpty, !changes.rows.inserts.isEmpty { changeCount = -1 }
  }

  private static func milliseconds(_ times: [UInt64]) -> Double? {
    times.isEmpty ? nil : Distribution(nanoseconds: times).p50 / 1000
  }

  private var changeSet: Double? { DiffTimes.milliseconds(changeSets) }
  private var difference: Double? { DiffTimes.milliseconds(differences) }
  private var ratio: Double? { changeSet.flatMap { changeSet in difference.map { $0 / changeSet } } }

  var json: JSONValue {
    [
      "found": .integer(changeCount), "changeSetMilliseconds": changeSet.map { .number($0) } ?? nil,
      "differenceMilliseconds": difference.map { .number($0) } ?? nil, "ratio": ratio.map { .number($0) } ?? nil,
    ]
  }

  var cells: [String] {
    ["\(changeCount)"] + [(changeSet, 2), (difference, 2), (ratio, 1)].map { $0.0?.rounded(digits: $0.1) ?? "–" }
  }
}
