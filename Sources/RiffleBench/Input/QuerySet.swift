import Riffle

/// A query and its targets.
struct BenchQuery: Sendable, Hashable {
  let id: String
  let kind: String
  let text: String
  /// Rows of the list, any of which is right.
  var targets: [Int]
}

/// The queries of a file, in its order.
struct QuerySet: Sendable {
  let path: String
  private(set) var queries: [BenchQuery] = []
  /// The number of target titles that differ from the title of their row.
  private(set) var mismatchCount = 0

  /// The kinds, in the order of their first query.
  var kinds: [String] {
    var seen: Set<String> = []
    return queries.map(\.kind).filter { seen.insert($0).inserted }
  }

  init(path: String, items: ItemList) throws(BenchError) {
    try self.init(bytes: try readFile(path), path: path, items: items)
    if mismatchCount > 0 {
      note(
        "\(path): \(mismatchCount) target titles differ from the list's; "
          + "were the queries made for this list? The list's titles count.")
    }
  }

  init(bytes: [UInt8], path: String, items: ItemList) throws(BenchError) {
    self.path = path
    var offsets: [String: Int] = [:]
    for row in TSVRows(bytes) {
      func refusal(_ reason: String) -> BenchError { .badRow(path: path, line: row.line, reason: reason) }
      guard row.columnCount == 5 else {
        throw refusal(
          "a query has 5 columns (query id, kind, query, target row, target title), not \(row.columnCount)")
      }
      func text(_ column: Int) -> String { String(decoding: bytes[row[column]], as: UTF8.self) }
      let query = BenchQuery(id: text(0), kind: text(1), text: text(2), targets: [])
      guard let target = Int(text(3)), target >= 0 else {
        throw refusal("the target row is '\(text(3))': give a number from 0")
      }
      guard target < items.count else {
        throw .targetOutOfRange(path: path, line: row.line, row: target, itemCount: items.count)
      }
      guard !query.text.isEmpty else { throw refusal("the query is empty") }
      if bytes[row[4]] != items.titleBytes(target) { mismatchCount += 1 }
      if let offset = offsets[query.id] {
        guard queries[offset].text == query.text, queries[offset].kind == query.kind else {
          throw refusal("query id \(query.id) is already that of another query: give each its own")
        }
        queries[offset].targets.append(target)
      } else {
        try QuerySet.check(query)
        offsets[query.id] = queries.count
        queries.append(query)
        queries[queries.count - 1].targets.append(target)
      }
    }
  }

  /// Rejects a query now that the engine would reject after minutes of measuring.
  private static func check(_ query: BenchQuery) throws(BenchError) {
    do {
      _ = try Query(query.text)
    } catch {
      throw .badQuery(id: query.id, error: error)
    }
  }
}
