import Benchmark
import BenchmarkSupport
import MadeUpLists
import Riffle

private let rowCount = 20_000
private let batchCount = 10_000
/// One of them takes nanoseconds: the figure shown is for all.
private let repeats = 1000

private typealias Index = SearchIndex<Item<Int>, Int>

private let made: (rows: [Item<Int>], spare: [Item<Int>]) = {
  var made = MadeUpRows(seed: 1)
  return (made.rows(rowCount), made.rows(rowCount))
}()

/// A list of one benchmark, and where it is in its course.
private final class ChangingList {
  let index: Index
  private var random = SeededRandom(seed: 2)

  init(order: ListOrder<Item<Int>> = .manual) throws { index = try Index(made.rows, order: order) }

  func next(below bound: Int) -> Int { random.below(bound) }
}

/// Merges run beside, as they do in an app, and slow some of the writes.
private func writes() {
  // Reading, interning and sorting words, making postings and trigrams of them.
  Benchmark(
    "writes.build", configuration: .wallClock(maxDuration: .seconds(2)),
    closure: { (benchmark: Benchmark, rows: [Item<Int>]) in
      blackHole(try Index(rows, threadCount: 1))
    }, setup: { made.rows })

  // In the order of an alphabet the new row's place is found by its key.
  for (name, order) in [("upsert", ListOrder<Item<Int>>.manual)] + alphabetOrder {
    Benchmark(
      "writes.\(name)", configuration: .wallClock(maxIterations: 5000),
      closure: { (benchmark: Benchmark, list: ChangingList) in
        blackHole(try list.index.upsert(made.spare[list.next(below: rowCount)]))
      }, setup: { try ChangingList(order: order) })
  }

  // What is deleted is there again, and merged, before the next.
  Benchmark(
    "writes.delete",
    closure: { (benchmark: Benchmark, list: ChangingList) in
      let row = made.rows[list.next(below: rowCount)]
      benchmark.startMeasurement()
      blackHole(try list.index.delete(id: row.id))
      benchmark.stopMeasurement()
      try list.index.insert(row)
      list.index.waitForMerges()
    }, setup: { try ChangingList() })

  Benchmark(
    "writes.bulk", configuration: .wallClock(maxDuration: .seconds(2)),
    closure: { (benchmark: Benchmark, list: ChangingList) in
      let first = list.next(below: 2) * batchCount
      benchmark.startMeasurement()
      blackHole(try list.index.upsert(contentsOf: made.spare[first..<first + batchCount]))
      benchmark.stopMeasurement()
      list.index.waitForMerges()
    }, setup: { try ChangingList() })
}

private var alphabetOrder: [(String, ListOrder<Item<Int>>)] {
  (try? ListAlphabet(locales: ["en"])).map { [("upsert.alphabet", .alphabet($0))] } ?? []
}

/// Segments become one on the calling thread. A list keeps two segments of a size until something merges them, so that
/// nothing is merged in the background.
private func merges() {
  // Two hundred new rows in the tail, and the segment in which they replace others.
  merge(
    "merges.tail", { try Index(made.rows) },
    { index in
      for row in made.spare.prefix(200) { try index.upsert(row) }
    })
  // Two segments of so many rows.
  for count in [1000, 4000, 16_000] {
    merge(
      "merges.two.\(count)", { try Index(made.rows.prefix(count)) },
      { index in
        try index.upsert(contentsOf: fresh(made.spare.prefix(count)))
      })
  }
  // And two of each of these sizes.
  merge(
    "merges.six", { try Index(made.rows.prefix(16_000)) },
    { index in
      let more = fresh(made.spare) + fresh(fresh(made.rows))
      var start = 0
      for count in [16_000, 4000, 4000, 1000, 1000] {
        try index.upsert(contentsOf: more[start..<start + count])
        start += count
      }
    })
}

/// The rows with ids that those have not.
private func fresh(_ rows: some Sequence<Item<Int>>) -> [Item<Int>] {
  rows.map { Item(id: $0.id + rowCount, title: $0.title, searchText: $0.searchText) }
}

private func merge(
  _ name: String, _ index: @escaping @Sendable () throws -> Index, _ grow: @escaping @Sendable (Index) throws -> Void
) {
  Benchmark(name, configuration: .wallClock(maxDuration: .seconds(2))) { benchmark in
    let index = try index()
    try grow(index)
    index.waitForMerges()
    benchmark.startMeasurement()
    try index.optimize()
    benchmark.stopMeasurement()
    blackHole(index)
  }
}

private func snapshots() {
  Benchmark(
    "snapshots.take",
    closure: { (benchmark: Benchmark, list: ChangingList) in
      for _ in 0..<repeats { blackHole(list.index.snapshot().generation) }
    }, setup: { try ChangingList() })

  // A write while somebody holds the snapshot before it, and what that shares with the list has to be kept: compare
  // with `writes.upsert`.
  Benchmark(
    "snapshots.held", configuration: .wallClock(maxIterations: 5000),
    closure: { (benchmark: Benchmark, list: ChangingList) in
      let held = list.index.snapshot()
      blackHole(try list.index.upsert(made.spare[list.next(below: rowCount)]))
      blackHole(held)
    }, setup: { try ChangingList() })

  // An id found in the list: the table of ids and the rows that are left.
  Benchmark(
    "snapshots.lookup",
    closure: { (benchmark: Benchmark, list: ChangingList) in
      let snapshot = list.index.snapshot()
      for _ in 0..<repeats { blackHole(snapshot.position(of: list.next(below: rowCount))) }
    }, setup: { try ChangingList() })
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .wallClock()
  writes()
  merges()
  snapshots()
}
