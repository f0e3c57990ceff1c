#if Service
  /// The parameters of a request for changes.
  package struct ChangesParameters: Sendable {
    package let limit: Int
    /// The time to wait for a change, in seconds.
    package let wait: Int
    private let parameters: Parameters

    /// - Parameter window: the most items of an answer.
    /// - Throws: ``Problem``.
    package init(query: String?, window: Int) throws(Problem) {
      parameters = try Parameters(query: query, known: ["since", "limit", "wait"])
      limit = try parameters.integer("limit", in: 1...window) ?? min(100, window)
      wait = try parameters.integer("wait", in: 0...30) ?? 0
    }

    /// Returns the number of a change; `nil` if there is none.
    /// - Throws: ``Problem``.
    func number() throws(Problem) -> Int64? { try parameters.integer("since", in: 0...Int.max).map { Int64($0) } }

    /// Returns the place of changes in a text; `nil` if there is none.
    /// - Throws: ``Problem``.
    package func text() throws(Problem) -> String? { try parameters.text("since") }
  }
#endif
