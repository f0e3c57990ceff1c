import Riffle
import Synchronization

/// The times of hard queries, each measured separately.
struct HardRun: Sendable {
  struct Answer: Sendable {
    let query: HardQuery
    /// Nanoseconds: the least of several calls, and of the last keystroke in separate sessions.
    let call, session: UInt64
    /// Nanoseconds from cancelling a call, in the middle of it, until its end.
    let givenUp: UInt64
    let total: Int
    let work: SearchWork

    var slowest: UInt64 { max(call, session) }
  }

  /// Slowest first.
  let answers: [Answer]

  init(_ answers: [Answer]) { self.answers = answers }

  /// - Parameter passes: the number of times that each query is run.
  init(_ queries: [HardQuery], _ snapshot: BenchSnapshot, limit: Int, passes: Int) {
    answers = queries.compactMap { query in
      HardRun.ask(query, snapshot, limit: limit, passes: passes)
    }.sorted { $0.slowest > $1.slowest }
  }

  /// Runs a query; `nil` if the text is not a valid query.
  static func ask(_ query: HardQuery, _ snapshot: BenchSnapshot, limit: Int, passes: Int) -> Answer? {
    guard let request = query.request(limit: limit) else { return nil }
    var (call, session) = (UInt64.max, UInt64.max)
    var results = snapshot.search(SearchRequest(.blank(), limit: 0))
    for _ in 0..<passes {
      var start = nanosecondsNow()
      results = snapshot.search(request)
      var seen = 0
      for hit in results { seen &+= hit.highlightCount }
      call = min(call, nanosecondsNow() - start)
      let field = snapshot.session()
      if let before = try? request.with(text: String(query.text.dropLast())) { _ = field.search(before) }
      start = nanosecondsNow()
      for hit in field.search(request) { seen &+= hit.highlightCount }
      session = min(session, nanosecondsNow() - start)
      withExtendedLifetime(seen) {}
    }
    return Answer(
      query: query, call: call, session: session,
      givenUp: timesToGiveUp.map { giveUp(request, snapshot, after: call * $0 / 4) }.max() ?? 0, total: results.total,
      work: results.work)
  }

  /// In quarters of the duration of the call.
  private static let timesToGiveUp: [UInt64] = [1, 2, 3]

  /// Cancels a call after some nanoseconds, from another thread, and returns the time until it ended.
  private static func giveUp(_ request: SearchRequest, _ snapshot: BenchSnapshot, after nanoseconds: UInt64) -> UInt64 {
    let clock = CancelClock()
    let thread = WorkerThread { clock.cancel(after: nanoseconds) }
    clock.start()
    let results = snapshot.search(request, cancellation: clock.cancellation)
    let end = nanosecondsNow()
    thread?.join()
    return results.ending == .cancelled ? end - min(end, clock.cancelled) : 0
  }
}

/// A timer that cancels a call after some time.
private final class CancelClock: Sendable {
  let cancellation = Cancellation()
  private let times = Mutex((started: UInt64(0), cancelled: UInt64(0)))

  func start() { times.withLock { $0.started = nanosecondsNow() } }

  var cancelled: UInt64 { times.withLock { $0.cancelled } }

  func cancel(after nanoseconds: UInt64) {
    while true {
      let now = nanosecondsNow()
      let isDue = times.withLock { times in
        guard times.started > 0, now >= times.started + nanoseconds else { return false }
        times.cancelled = now
        return true
      }
      if isDue { return cancellation.cancel() }
    }
  }
}

extension HardRun {
  var json: JSONValue {
    .array(
      answers.map { answer in
        [
          "query": .string(answer.query.text), "reading": .string(answer.query.reading),
          "call_us": .number(Double(answer.call) / 1e3), "session_us": .number(Double(answer.session) / 1e3),
          "given_up_us": .number(Double(answer.givenUp) / 1e3), "steps": .integer(answer.work.steps),
          "postings": .integer(answer.work.postings), "rows": .integer(answer.work.rows),
          "scored": .integer(answer.work.scored),
        ]
      })
  }

  /// The report as text.
  var text: String {
    var table = TextTable(header: [
      "query", "read as", "call ms", "session ms", "given up ms", "hits", "steps", "tiers", "postings", "rows",
      "scored",
    ])
    for answer in answers {
      let text = answer.query.text.count > 32 ? "\(answer.query.text.prefix(31))…" : answer.query.text
      let work = answer.work
      table.add(
        [text, answer.query.reading]
          + [answer.call, answer.session, answer.givenUp].map { (Double($0) / 1e6).rounded(digits: 3) }
          + [answer.total, work.steps, work.tiers, work.postings, work.rows, work.scored].map { "\($0)" })
    }
    return table.text
  }
}
