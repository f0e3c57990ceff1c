import Riffle

/// What to look for and how much of the answer to give.
struct Search {
  let request: SearchRequest
  let options: IndexOptions
  /// Whether each hit comes with its reasons.
  let explains: Bool

  /// The way to search lines while they are read; `nil` if the query has no terms, so that it asks for the
  /// whole list.
  func lines(endingWith terminator: UInt8) -> LineSearch? {
    let search = LineSearch(request, options: options, terminator: terminator)
    return search.isUnfiltered ? nil : search
  }

  /// Searches the records and gives each hit of the window to `output`.
  /// - Parameter output: `nil` counts only.
  func run(on table: RecordTable, output: (any RecordOutput)?, writer: ByteWriter) throws(CommandError) -> Summary {
    if lines(endingWith: 0) == nil { return try list(table, output: output, writer: writer) }
    if table.has(.id) {
      return try search(table, id: { table.text(.id, $0) }, output: output, writer: writer)
    }
    return try search(table, id: { $0 + 1 }, output: output, writer: writer)
  }

  /// How many records matched, in what, and how long it took.
  struct Summary {
    var total: Int
    var recordCount = 0
    var byteCount = 0
    /// How many places are ill-formed, if somebody wants to know.
    var illFormedCount = 0
    /// `nil` where there is no such step.
    var readSeconds: Double?
    var indexSeconds: Double?
    var searchSeconds: Double?
    /// How many fields are too long to be found by all of their text.
    var truncatedFields = 0
  }

  private func list(
    _ table: RecordTable, output: (any RecordOutput)?, writer: ByteWriter
  ) throws(CommandError) -> Summary {
    if let output {
      for row in request.window(of: 0..<table.count) {
        try output.write(Unfiltered(row: row), explanation: nil, to: writer)
      }
    }
    return Summary(total: table.count)
  }

  private func search<ID: Hashable & Sendable>(
    _ table: RecordTable, id: @escaping @Sendable (Int) -> ID, output: (any RecordOutput)?, writer: ByteWriter
  ) throws(CommandError) -> Summary {
    let started = monotonicSeconds()
    let snapshot = try index(table, id: id).snapshot()
    let indexed = monotonicSeconds()
    let results = snapshot.search(request)
    let summary = Summary(
      total: results.total, indexSeconds: indexed - started, searchSeconds: monotonicSeconds() - indexed,
      truncatedFields: snapshot.truncatedFields.count)
    guard let output else { return summary }
    for hit in results {
      try output.write(hit, explanation: explains ? hit.explanation : nil, to: writer)
    }
    return summary
  }

  private func index<ID: Hashable & Sendable>(
    _ table: RecordTable, id: @escaping @Sendable (Int) -> ID
  ) throws(CommandError) -> SearchIndex<Int, ID> {
    func text(_ role: Role) -> (@Sendable (Int) -> String)? {
      table.has(role) ? { @Sendable row in table.text(role, row) } : nil
    }
    do throws(IndexError) {
      return try SearchIndex(
        0..<table.count,
        id: id,
        title: { table.text(.title, $0) },
        searchText: text(.searchText),
        reading: text(.reading),
        weight: table.has(.weight) ? { @Sendable row in table.weight(row) ?? 0 } : nil,
        options: options)
    } catch .duplicateID(let id, let first, let second) {
      throw .duplicateID(id: id, first: table.location(first), second: table.location(second))
    } catch {
      throw .index(error)
    }
  }
}
