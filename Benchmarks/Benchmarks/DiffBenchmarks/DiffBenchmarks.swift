import Benchmark
import BenchmarkSupport
import RiffleList

private let rowCount = 10_000
private let changeCount = 100

/// Two snapshots of a list.
private struct Snapshots: Sendable {
  let before, after: ListSnapshot
  /// Equal to `after`, but no row of it is a copy of one before.
  let freshAfter: ListSnapshot

  init() {
    var random = SplitMix64(seed: 1)
    let old = (0..<rowCount).map { (number: $0, version: 0) }
    var new = old
    for change in 0..<changeCount {
      let place = random.below(new.count)
      switch change % 4 {
      case 0: new.remove(at: place)
      case 1: new.insert(new.remove(at: place), at: random.below(new.count))
      case 2: new[place].version += 1
      default: new.insert((rowCount + change, 0), at: place)
      }
    }
    let rows = old.map(Snapshots.row)
    before = Snapshots.snapshot(rows)
    after = Snapshots.snapshot(
      new.map { $0.number < rowCount && $0.version == 0 ? rows[$0.number] : Snapshots.row($0) })
    freshAfter = Snapshots.snapshot(new.map(Snapshots.row))
  }

  private static func row(_ row: (number: Int, version: Int)) -> AnyRow {
    AnyRow(
      Row(id: "row-\(row.number)", title: "The title of row \(row.number), version \(row.version)") { traits in
        traits.subtitle = "What stands below the title of row \(row.number)"
      })
  }

  private static func snapshot(_ rows: [AnyRow]) -> ListSnapshot {
    ListSnapshot(sections: [SectionSnapshot(SectionTraits(id: "section"), rows: rows)])
  }
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .wallClock()
  let lists = Snapshots()

  // Rows that do not change are the same objects, or are not.
  Benchmark("diff.shared") { benchmark in
    blackHole(try ChangeSet(from: lists.before, to: lists.after))
  }
  Benchmark("diff.fresh") { benchmark in
    blackHole(try ChangeSet(from: lists.before, to: lists.freshAfter))
  }
  Benchmark("diff.none") { benchmark in
    blackHole(try ChangeSet(from: lists.before, to: lists.before))
  }

  guard let changes = try? ChangeSet(from: lists.before, to: lists.after) else { return }
  Benchmark("diff.apply") { benchmark in
    blackHole(try changes.apply(to: lists.before))
  }
  Benchmark("diff.tableview") { benchmark in
    blackHole(TableViewUpdates(changes))
  }
}
