import Riffle

/// What to look for and how much of the answer to give.
struct Search {
  let query: Query
  let options: IndexOptions
  let offset: Int
  let limit: Int
  /// Whether each hit comes with its reasons.
  let explains: Bool

  /// Whether the query has no terms that could be told without an index, so that it asks for the whole list.
  private var isBlank: Bool { query.text.unicodeScalars.allSatisfy(\.properties.isWhitespace) }

  /// Searches the records and gives each hit of the window to `output`.
  /// - Parameter output: `nil` counts only.
  func run(on table: RecordTable, output: (any RecordOutput)?, writer: ByteWriter) throws(CommandError) -> Summary {
    if isBlank { return try list(table, output: output, writer: writer) }
    if table.has(.id) {
      return try search(table, id: { table.text(.id, $0) }, output: output, writer: writer)
    }
    return try search(table, id: { $0 + 1 }, output: output, writer: writer)
  }

  /// How many records matched, and how long it took.
  struct Summary {
    var total: Int
    var indexSeconds = 0.0
    var searchSeconds = 0.0
    /// How many fields are too long to be found by all of their text.
    var truncatedFields = 0
  }

  private func list(
    _ table: RecordTable, output: (any RecordOutput)?, writer: ByteWriter
  ) throws(CommandError) -> Summary {
    if let output {
      for row in (0..<table.count).dropFirst(offset).prefix(limit) {
        try output.write(Unfiltered(row: row), explanation: nil, to: writer)
      }
    }
    return Summary(total: table.count)
  }

  private func search<ID: Hashable & Sendable>(
    _ table: RecordTable, id: (Int) -> ID, output: (any RecordOutput)?, writer: ByteWriter
  ) throws(CommandError) -> Summary {
    let started = monotonicSeconds()
    let snapshot = try index(table, id: id).snapshot()
    let indexed = monotonicSeconds()
    let results = snapshot.search(query, offset: offset, limit: output == nil ? 0 : limit)
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
    _ table: RecordTable, id: (Int) -> ID
  ) throws(CommandError) -> SearchIndex<Int, ID> {
    func text(_ role: Role) -> ((Int) -> String)? {
      table.has(role) ? { table.text(role, $0) } : nil
    }
    do throws(IndexError) {
      return try SearchIndex(
        0..<table.count,
        id: id,
        title: { table.text(.title, $0) },
        searchText: text(.searchText),
        reading: text(.reading),
        weight: table.has(.weight) ? { table.weight($0) ?? 0 } : nil,
        options: options)
    } catch .duplicateID(let id, let first, let second) {
      throw .duplicateID(id: id, first: table.location(first), second: table.location(second))
    } catch {
      throw .index(error)
    }
  }
}
