import Riffle

/// The number of queries that found their targets.
struct Tally: Sendable, Hashable, Decodable {
  var queries = 0
  /// The first hit was right.
  var top1 = 0
  /// One of the first ten hits was right.
  var top10 = 0

  /// - Parameter rank: the rank of the first right hit, from 0.
  mutating func count(rank: Int?) {
    queries += 1
    guard let rank else { return }
    if rank == 0 { top1 += 1 }
    if rank < 10 { top10 += 1 }
  }

  static func + (a: Tally, b: Tally) -> Tally {
    Tally(queries: a.queries + b.queries, top1: a.top1 + b.top1, top10: a.top10 + b.top10)
  }
}

/// The hits of the last keystroke of each query of a set.
struct Quality: Sendable {
  /// The rank of each query's first right hit, from 0; `nil` if it is not among the requested hits.
  let ranks: [Int?]
  private let queries: [BenchQuery]

  init(
    _ queries: [BenchQuery], items: ItemList, snapshot: BenchSnapshot, request: SearchRequest, threads: Int
  ) throws(BenchError) {
    let shared = Cursor(end: queries.count)
    let parts = try onThreads(threads) { _ in
      Result { () throws(BenchError) in
        var found: [(offset: Int, rank: Int?)] = []
        while let offset = shared.next() {
          let query = queries[offset]
          let results = try query.ask(snapshot, request)
          found.append((offset, query.rank(in: results, of: items)))
        }
        return found
      }
    }
    var ranks = [Int?](repeating: nil, count: queries.count)
    for part in parts {
      for (offset, rank) in try part.get() { ranks[offset] = rank }
    }
    self.ranks = ranks
    self.queries = queries
  }

  /// Counts the queries for which `isIncluded` returns `true`.
  func tally(where isIncluded: (BenchQuery) -> Bool = { _ in true }) -> Tally {
    var tally = Tally()
    for (query, rank) in zip(queries, ranks) where isIncluded(query) { tally.count(rank: rank) }
    return tally
  }

  func tally(kind: String) -> Tally { tally { $0.kind == kind } }
}

extension BenchQuery {
  /// - Parameter request: the request to search for the text with.
  func ask(_ snapshot: BenchSnapshot, _ request: SearchRequest) throws(BenchError) -> SearchResults<Int, Int> {
    do { return snapshot.search(try request.with(text: text)) } catch { throw .badQuery(id: id, error: error) }
  }

  /// Returns whether a hit is right: it is a target, or has the same title as one.
  func isRight(_ row: Int, in items: ItemList) -> Bool {
    targets.contains { $0 == row || items.haveSameTitle($0, row) }
  }

  /// Returns the rank of the first right row, from 0.
  func rank(inRows rows: some Sequence<Int>, of items: ItemList) -> Int? {
    for (rank, row) in rows.enumerated() where isRight(row, in: items) { return rank }
    return nil
  }

  /// Returns the rank of the first right hit, from 0.
  func rank(in results: some Sequence<Hit<Int, Int>>, of items: ItemList) -> Int? {
    rank(inRows: results.lazy.map(\.element), of: items)
  }
}
