import Benchmark
import BenchmarkSupport
import Riffle

private let rowCount = 20_000
private let batchCount = 10_000

private typealias Index = SearchIndex<Item<Int>, Int>

extension Benchmark {
  fileprivate static func writes(_ made: MadeUpList) {
    var made = made
    let rows = made.rows(rowCount)
    let spare = (0..<rowCount).map { made.row(id: $0) }
    let alphabet = try? ListAlphabet(locales: ["en"])

    // The index: reading, interning and sorting words, making postings and trigrams of them.
    Benchmark("writes.build", configuration: .wallClock(maxDuration: .seconds(2))) { benchmark in
      blackHole(try Index(rows, threadCount: 1))
    }

    // One upsert at a time, each of another row. Merges run beside, as they do in an app, and slow some of them.
    Benchmark(
      "writes.upsert", configuration: .wallClock(tolerancePercent: 100, maxIterations: 5000),
      closure: { (benchmark: Benchmark, list: ChangingList) in
        blackHole(try list.index.upsert(spare[list.next(below: spare.count)]))
      }, setup: { try ChangingList(rows) })

    // The same in the order of an alphabet: the new row's place is found by its key.
    if let alphabet {
      Benchmark(
        "writes.upsert.alphabet", configuration: .wallClock(tolerancePercent: 100, maxIterations: 5000),
        closure: { (benchmark: Benchmark, list: ChangingList) in
          blackHole(try list.index.upsert(spare[list.next(below: spare.count)]))
        }, setup: { try ChangingList(rows, order: .alphabet(alphabet)) })
    }

    // What is deleted is there again, and merged, before the next.
    Benchmark(
      "writes.delete", configuration: .wallClock(tolerancePercent: 100),
      closure: { (benchmark: Benchmark, list: ChangingList) in
        let row = rows[list.next(below: rows.count)]
        benchmark.startMeasurement()
        blackHole(try list.index.delete(id: row.id))
        benchmark.stopMeasurement()
        try list.index.insert(row)
        list.index.waitForMerges()
      }, setup: { try ChangingList(rows) })

    Benchmark(
      "writes.bulk", configuration: .wallClock(tolerancePercent: 100, maxDuration: .seconds(3)),
      closure: { (benchmark: Benchmark, list: ChangingList) in
        let first = list.next(below: 2) * batchCount
        benchmark.startMeasurement()
        blackHole(try list.index.upsert(contentsOf: spare[first..<first + batchCount]))
        benchmark.stopMeasurement()
        list.index.waitForMerges()
      }, setup: { try ChangingList(rows) })

    // Two hundred new rows in the tail and the segment that they replace others of become one segment, on this thread.
    Benchmark(
      "writes.merge", configuration: .wallClock(maxDuration: .seconds(3)),
      closure: { (benchmark: Benchmark, _: Void) in
        let index = try Index(rows)
        // So few that nothing is merged in the background.
        for row in spare.prefix(200) { try index.upsert(row) }
        benchmark.startMeasurement()
        try index.optimize()
        benchmark.stopMeasurement()
        blackHole(index)
      }, setup: {})

    // A thousand at a time: one takes nanoseconds.
    Benchmark(
      "writes.snapshot",
      closure: { (benchmark: Benchmark, list: ChangingList) in
        for _ in 0..<1000 { blackHole(list.index.snapshot().generation) }
      }, setup: { try ChangingList(rows) })

    // An id found in the list: the table of ids and the rows that are left.
    Benchmark(
      "writes.lookup",
      closure: { (benchmark: Benchmark, list: ChangingList) in
        let snapshot = list.index.snapshot()
        for _ in 0..<1000 { blackHole(snapshot.position(of: list.next(below: rowCount))) }
      }, setup: { try ChangingList(rows) })
  }
}

/// A list of one benchmark, and where it is in its course.
private final class ChangingList {
  let index: Index
  private var random = SplitMix64(seed: 2)

  init(_ rows: [Item<Int>], order: ListOrder<Item<Int>> = .manual) throws {
    index = try Index(rows, order: order)
  }

  func next(below bound: Int) -> Int { random.below(bound) }
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .wallClock()
  Benchmark.writes(MadeUpList())
}
