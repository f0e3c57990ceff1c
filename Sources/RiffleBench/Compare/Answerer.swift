import Riffle

/// Answers a driver's lines out of one snapshot.
struct Answerer {
  private let snapshot: BenchSnapshot
  private let asking: Asking
  /// `nil` where every keystroke is a call of its own.
  private var session: SearchSession<Int, Int>?

  init(snapshot: BenchSnapshot, asking: Asking, usesSession: Bool) {
    self.snapshot = snapshot
    self.asking = asking
    session = usesSession ? snapshot.session() : nil
  }

  /// - Returns: the answer, or the problem with the line.
  mutating func answer(_ line: String) -> JSONValue {
    do {
      switch try AnswerRequest(line: line) {
      case .end:
        return ["resident_peak": .integer(ResidentBytes.peak)]
      case .search(let text, let limit, let begins):
        if begins, session != nil { session = snapshot.session() }
        return try search(text, limit: limit)
      }
    } catch {
      return ["problem": .string("\(error)")]
    }
  }

  private func search(_ text: String, limit: Int) throws -> JSONValue {
    let start = nanosecondsNow()
    let results =
      if let session {
        try session.search(
          text, mode: asking.mode, limit: limit, totalLimit: asking.totalLimit, reach: asking.reach)
      } else {
        try snapshot.search(
          text, mode: asking.mode, limit: limit, totalLimit: asking.totalLimit, reach: asking.reach)
      }
    let rows = results.map(\.element)
    let nanoseconds = nanosecondsNow() - start
    return [
      "rows": .array(rows.map { .integer($0) }), "total": .integer(results.total),
      "nanoseconds": .integer(Int(clamping: nanoseconds)),
    ]
  }
}
