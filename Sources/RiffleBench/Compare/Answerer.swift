import Riffle

/// The answers to a driver's lines from one snapshot.
struct Answerer {
  private let snapshot: BenchSnapshot
  private let request: SearchRequest
  /// `nil` if every keystroke is an independent call.
  private var session: SearchSession<Int, Int>?

  init(snapshot: BenchSnapshot, request: SearchRequest, usesSession: Bool) {
    self.snapshot = snapshot
    self.request = request
    session = usesSession ? snapshot.session() : nil
  }

  /// - Returns: the answer, or the fault of the line.
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
    var request = try request.with(text: text)
    request.limit = limit
    let results = session?.search(request) ?? snapshot.search(request)
    let rows = results.map(\.element)
    let nanoseconds = nanosecondsNow() - start
    return [
      "rows": .array(rows.map { .integer($0) }), "total": .integer(results.total),
      "nanoseconds": .integer(Int(clamping: nanoseconds)),
    ]
  }
}
