import Riffle
import Synchronization

/// The measurement of reading a list while it changes, and in list order.
struct LiveReads {
  let index: LiveIndex
  let rowCount: Int
  let queries: [BenchQuery]

  /// Measures all keystrokes of all queries, typed into a session that follows the list.
  func keystrokes() throws(QueryError) -> Distribution {
    var times: [UInt64] = []
    for query in queries { try type(query, into: index, &times) }
    return Distribution(nanoseconds: times)
  }

  /// Measures the same, also in another list of the same rows, query by query in turns.
  func keystrokes(besides other: LiveIndex) throws(QueryError) -> (own: Distribution, other: Distribution) {
    var (own, others): ([UInt64], [UInt64]) = ([], [])
    for query in queries {
      try type(query, into: index, &own)
      try type(query, into: other, &others)
    }
    return (Distribution(nanoseconds: own), Distribution(nanoseconds: others))
  }

  private func type(_ query: BenchQuery, into index: LiveIndex, _ times: inout [UInt64]) throws(QueryError) {
    var seen = 0
    let session = index.session()
    for keystroke in Typing(query, isFinalOnly: false).keystrokes {
      let start = nanosecondsNow()
      for hit in try session.search(keystroke.text, limit: 10) {
        seen &+= hit.element.row &+ hit.highlights(in: .title).count
      }
      times.append(nanosecondsNow() - start)
    }
    precondition(seen != Int.min)
  }

  /// Measures the same while another thread upserts at this rate per second, one by one.
  func keystrokes(upsertsPerSecond: Int) throws -> (keystrokes: Distribution, upsertsPerSecond: Double) {
    let steady = SteadyWriter(index: index, rowCount: rowCount)
    guard let writer = WorkerThread({ steady.upsert(perSecond: upsertsPerSecond) }) else {
      throw BenchError.cannotStartThread(number: 2)
    }
    let found = Result { () throws(QueryError) in try keystrokes() }
    steady.stop()
    writer.join()
    return (try found.get(), try steady.rate())
  }

  /// Measures the counts by bucket of the last keystroke's hits for each query, and the time of finding these.
  func filteredJumplists() throws(QueryError) -> (jumplist: Distribution, finding: Distribution) {
    let snapshot = index.snapshot()
    var times: [UInt64] = []
    var findings: [UInt64] = []
    var seen = 0
    for query in queries {
      let start = nanosecondsNow()
      let results = snapshot.search(SearchRequest(try Query(query.text), order: .list, limit: 0))
      let found = nanosecondsNow()
      seen &+= results.jumplist()?.entries.count ?? 0
      times.append(nanosecondsNow() - found)
      findings.append(found - start)
    }
    precondition(seen != Int.min)
    return (Distribution(nanoseconds: times), Distribution(nanoseconds: findings))
  }

  /// Measures taking and releasing a snapshot: the mean of each `batchCount`.
  func snapshots(count: Int, batchCount: Int = 1000) -> Distribution {
    var times: [UInt64] = []
    var seen: UInt64 = 0
    for _ in 0..<max(1, count / batchCount) {
      let start = nanosecondsNow()
      for _ in 0..<batchCount { seen = max(seen, index.snapshot().generation) }
      times.append((nanosecondsNow() - start) * 1000 / UInt64(batchCount))
    }
    precondition(seen != .max)
    // Picoseconds, so that microseconds elsewhere are nanoseconds here.
    return Distribution(nanoseconds: times)
  }

  /// Measures the jumplist of the whole list.
  func wholeJumplist(count: Int) -> Distribution {
    let snapshot = index.snapshot()
    var times: [UInt64] = []
    var seen = 0
    for _ in 0..<count {
      let start = nanosecondsNow()
      seen &+= snapshot.jumplist()?.entries.count ?? 0
      times.append(nanosecondsNow() - start)
    }
    precondition(seen != Int.min)
    return Distribution(nanoseconds: times)
  }

  /// Measures reading fifty rows at random places of the whole list.
  func windows(count: Int) -> Distribution {
    var changes = LiveChanges(stream: "windows", rowCount: rowCount)
    let snapshot = index.snapshot()
    var times: [UInt64] = []
    var seen = 0
    for _ in 0..<count {
      let offset = changes.number(below: snapshot.count)
      let start = nanosecondsNow()
      for hit in snapshot.search(SearchRequest(offset: offset, limit: 50)) { seen &+= hit.element.row }
      times.append(nanosecondsNow() - start)
    }
    precondition(seen != Int.min)
    return Distribution(nanoseconds: times)
  }

  /// Returns the time of all keystrokes in a scope relative to that without, each measured with and without in turns.
  func scopeRatio(_ scope: String) throws -> Double {
    let whole = index.snapshot()
    let part = try whole.restricted(to: .scope(scope))
    var seconds = (whole: UInt64(0), part: UInt64(0))
    for query in queries {
      for keystroke in Typing(query, isFinalOnly: false).keystrokes {
        let start = nanosecondsNow()
        _ = try whole.search(keystroke.text, limit: 10)
        let middle = nanosecondsNow()
        _ = try part.search(keystroke.text, limit: 10)
        seconds.whole += middle - start
        seconds.part += nanosecondsNow() - middle
      }
    }
    return Double(seconds.part) / Double(max(1, seconds.whole))
  }

  /// Returns the number of items per second that a trivial predicate is called for, on one thread.
  func predicateItemsPerSecond(passes: Int) -> Double {
    let snapshot = index.snapshot()
    let request = SearchRequest(limit: 10, totalLimit: .exact)
    let predicate = SearchPredicate<LiveItem>.replace { item, _ in item.row & 1023 == 7 }
    let start = nanosecondsNow()
    var seen = 0
    for _ in 0..<passes { seen &+= snapshot.search(request, applying: predicate).total }
    let seconds = Double(nanosecondsNow() - start) / 1e9
    precondition(seen >= 0)
    return Double(passes * snapshot.count) / seconds
  }
}

/// A thread that upserts at a steady rate until it is stopped.
private final class SteadyWriter: Sendable {
  private let index: LiveIndex
  private let rowCount: Int
  private let isStopped = Atomic(false)
  private let outcome = Mutex<Result<Double, IndexError>>(.success(0))

  init(index: LiveIndex, rowCount: Int) {
    self.index = index
    self.rowCount = rowCount
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }

  func rate() throws(IndexError) -> Double { try outcome.withLock { $0 }.get() }

  func upsert(perSecond: Int) {
    var changes = LiveChanges(stream: "writer", rowCount: rowCount)
    let start = nanosecondsNow()
    var count = 0
    let result = Result { () throws(IndexError) -> Double in
      while !isStopped.load(ordering: .relaxed) {
        let due = Int(Double(nanosecondsNow() - start) / 1e9 * Double(perSecond))
        while count < due {
          try index.upsert(changes.item())
          count += 1
        }
        sleepAMillisecond()
      }
      return Double(count) / (Double(nanosecondsNow() - start) / 1e9)
    }
    outcome.withLock { $0 = result }
  }
}
