import MadeUpLists
import Riffle
import RiffleList

/// Work of the engine on one thread with the same data each time, so that its instructions can be counted.
enum Scenario: String, CaseIterable, Sendable {
  /// Builds an index of all rows.
  case build
  /// Types fifty queries letter by letter, each in a separate session.
  case session
  /// Changes or adds two hundred rows one by one, then merges the list into one segment.
  case writes
  /// Finds the changes between two snapshots of a list.
  case diff

  /// The default number of rows.
  static let standardRowCount = 20_000

  private static let seed: UInt64 = 1

  /// Prepares the scenario.
  /// - Returns: the work to count. Its result depends on all of the work.
  func prepare(rowCount: Int = standardRowCount) throws(BenchError) -> () throws(BenchError) -> Int {
    var made = MadeUpRows(seed: Scenario.seed)
    switch self {
    case .build:
      let rows = made.rows(rowCount)
      return { () throws(BenchError) in try index(rows).snapshot().count }
    case .session:
      let rows = made.rows(rowCount)
      let snapshot = try index(rows).snapshot()
      let queries = made.queries(50, for: rows)
      return { () throws(BenchError) in try type(queries, in: snapshot) }
    case .writes:
      let rows = made.rows(rowCount)
      let index = try index(rows)
      // No row twice: a segment with many dead rows would be merged in the background.
      let step = max(1, rowCount / 100)
      let changed = (0..<200).map { made.row(id: $0 % 2 == 0 ? ($0 / 2 * step) % max(1, rowCount) : rowCount + $0) }
      return { () throws(BenchError) in try write(changed, to: index) }
    case .diff:
      let lists = DiffLists(rowCount: rowCount / 2, changeCount: 100, seed: Scenario.seed)
      let traits = SectionTraits(id: "section")
      let old = ListSnapshot(sections: [SectionSnapshot(traits, rows: lists.before)])
      let new = ListSnapshot(sections: [SectionSnapshot(traits, rows: lists.freshAfter)])
      return { () throws(BenchError) in
        do {
          return try ChangeSet(from: old, to: new).rows.count
        } catch {
          throw failure("\(error)")
        }
      }
    }
  }

  private func index(_ rows: [Item<Int>]) throws(BenchError) -> SearchIndex<Item<Int>, Int> {
    var options = IndexOptions()
    // Changes are indexed at intervals, and merged only on request.
    options.upkeep.mostTailItems = 64
    options.upkeep.mostInTier = .max
    do {
      return try SearchIndex(rows, options: options, threadCount: 1)
    } catch {
      throw failure("\(error)")
    }
  }

  private func type(_ queries: [String], in snapshot: Snapshot<Item<Int>, Int>) throws(BenchError) -> Int {
    var seen = 0
    for query in queries {
      let session = snapshot.session()
      for length in 0..<query.count {
        do {
          for hit in try session.search(String(query.prefix(length + 1)), limit: 10) {
            seen &+= hit.element.id &+ hit.highlights(in: .title).count
          }
        } catch {
          throw .badQuery(id: query, error: error)
        }
      }
    }
    return seen
  }

  private func write(_ rows: [Item<Int>], to index: SearchIndex<Item<Int>, Int>) throws(BenchError) -> Int {
    do {
      for row in rows { try index.upsert(row) }
      try index.optimize()
    } catch {
      throw failure("\(error)")
    }
    return index.snapshot().count
  }

  private func failure(_ reason: String) -> BenchError { .scenarioFailed(name: rawValue, reason: reason) }
}
