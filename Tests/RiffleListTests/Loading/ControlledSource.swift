import RiffleList

/// A source that answers when, and in whatever order, a test wants it to.
actor ControlledSource: PageSource {
  struct Question: Sendable {
    let request: PageRequest
    fileprivate let continuation: CheckedContinuation<Page, any Error>

    func answer(_ page: Page) { continuation.resume(returning: page) }
    func fail(_ error: any Error = SourceError(number: 0)) { continuation.resume(throwing: error) }
  }

  /// All that it has been asked.
  private(set) var requests: [PageRequest] = []
  private var questions: [Question] = []
  private var waiting: [CheckedContinuation<Question, Never>] = []

  func page(_ request: PageRequest) async throws -> Page {
    requests.append(request)
    return try await withCheckedThrowingContinuation { continuation in
      let question = Question(request: request, continuation: continuation)
      if waiting.isEmpty { questions.append(question) } else { waiting.removeFirst().resume(returning: question) }
    }
  }

  /// The oldest question that no test has taken yet; waits for one.
  func next() async -> Question {
    if questions.isEmpty { await withCheckedContinuation { waiting.append($0) } } else { questions.removeFirst() }
  }
}

struct SourceError: Error, Equatable {
  let number: Int
}

func row(_ number: Int) -> AnyRow { AnyRow(Row(id: "\(number)", title: "row \(number)")) }

func ids(_ numbers: Range<Int>) -> [RowID] { numbers.map { "\($0)" } }

extension Page {
  /// Rows numbered by position, and positions for cursors.
  static func rows(
    _ numbers: Range<Int>, next: JSONValue? = nil, previous: JSONValue? = nil, total: Int? = nil, offset: Int? = nil
  ) -> Page {
    Page(rows: numbers.map(row), next: next, previous: previous, total: total, offset: offset)
  }

  /// The rows of a source of so many that a request means.
  static func of(_ total: Int, for request: PageRequest, isTwoWay: Bool = false) -> Page {
    guard case .integer(let cursor) = request.cursor ?? 0 else { return .rows(0..<0) }
    // A cursor forward is where the page starts, and one back is where it ends.
    let start = min(request.direction == .prepend ? max(0, cursor - request.size) : cursor, total)
    let end = request.direction == .prepend ? min(cursor, total) : min(total, start.advanced(by: request.size))
    return .rows(
      start..<max(start, end), next: end < total ? .integer(end) : nil,
      previous: isTwoWay && start > 0 ? .integer(start) : nil)
  }
}
