import Benchmark
import BenchmarkSupport
import MadeUpLists
import RiffleList

private func snapshot(_ rows: [AnyRow]) -> ListSnapshot {
  ListSnapshot(sections: [SectionSnapshot(SectionTraits(id: "section"), rows: rows)])
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .wallClock()
  let lists = DiffLists(rowCount: 10_000, changeCount: 100, seed: 1)
  let (before, after, freshAfter) = (snapshot(lists.before), snapshot(lists.after), snapshot(lists.freshAfter))

  // Rows that do not change are the same objects, or are not.
  Benchmark("diff.shared") { benchmark in
    blackHole(try ChangeSet(from: before, to: after))
  }
  Benchmark("diff.fresh") { benchmark in
    blackHole(try ChangeSet(from: before, to: freshAfter))
  }
  Benchmark("diff.none") { benchmark in
    blackHole(try ChangeSet(from: before, to: before))
  }

  // What is done with the changes, once they are found.
  for (name, work) in uses {
    Benchmark(
      "diff.\(name)",
      closure: { (benchmark: Benchmark, changes: ChangeSet) in
        try work(changes, before)
      }, setup: { try ChangeSet(from: before, to: after) })
  }
}

private let uses: [(name: String, work: @Sendable (ChangeSet, ListSnapshot) throws -> Void)] = [
  ("apply", { changes, before in blackHole(try changes.apply(to: before)) }),
  ("tableview", { changes, _ in blackHole(TableViewUpdates(changes)) }),
]
