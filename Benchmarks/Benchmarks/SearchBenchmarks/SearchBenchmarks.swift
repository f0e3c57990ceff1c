import Benchmark
import BenchmarkSupport
import Riffle

/// How many rows are searched.
private let rowCount = 100_000

/// Queries of one measured iteration: the figure shown is for all of them.
private let queryCount = 50

private struct Lists: Sendable {
  let snapshot: Snapshot<Item<Int>, Int>
  let manyTails: Snapshot<Item<Int>, Int>
  /// Words that are in few rows, and words that are in many.
  let rare, frequent: [String]

  init() throws {
    var made = MadeUpList()
    let rows = made.rows(rowCount)
    snapshot = try SearchIndex(
      rows, id: \.id, title: \.title, searchText: \.searchText,
      scopes: ["half": { $0.id % 2 == 0 }, "few": { $0.id % 100 == 0 }]
    ).snapshot()
    let index = try SearchIndex(rows)
    // Few enough to wait in the tail, where they are searched one by one.
    for id in 0..<200 { try index.upsert(made.row(id: id)) }
    manyTails = index.snapshot()
    rare = made.plainWords(queryCount)
    frequent = made.words.lazy.filter { $0.utf8.allSatisfy { $0 < 0x80 } }.prefix(queryCount).map { $0 }
  }
}

extension Benchmark {
  /// Asks all queries of whole snapshots, one after the other: nothing is remembered from one to the next.
  private static func search(
    _ name: String, _ snapshot: Snapshot<Item<Int>, Int>, _ texts: [String], mode: QueryMode = .smart,
    order: HitOrder = .relevance, limit: Int = 10, totalLimit: TotalLimit = .standard
  ) {
    let queries = texts.compactMap { try? Query($0, mode: mode) }
    Benchmark(name) { benchmark in
      for query in queries {
        blackHole(snapshot.search(query, order: order, limit: limit, totalLimit: totalLimit).count)
      }
    }
  }

  fileprivate static func searches(_ lists: Lists) throws {
    let (snapshot, rare, frequent) = (lists.snapshot, lists.rare, lists.frequent)
    // The dictionary: words that are in few rows, asked for one hit, so that what is left is to find the word.
    search("search.exact", snapshot, rare, mode: .words, limit: 1)
    search("search.prefix", snapshot, rare.map { String($0.dropLast(2)) }, mode: .words, limit: 1)
    search("search.typo", snapshot, rare.map { misspelt($0) }, limit: 1)
    search("search.infix", snapshot, rare.map { String($0.dropFirst(2)) }, limit: 1)
    // These look at every title: a tenth of the queries.
    let few = rare.prefix(queryCount / 10)
    search("search.substring", snapshot, few.map { String($0.dropFirst(2).dropLast()) }, mode: .substring, limit: 1)
    search("search.subsequence", snapshot, few.map { $0.filter { !"aeiou".contains($0) } }, mode: .subsequence)

    // Postings and the best of them: words that are in many rows, alone and two together.
    search("search.top10", snapshot, frequent, mode: .words)
    search("search.top1000", snapshot, frequent, mode: .words, limit: 1000)
    search("search.count", snapshot, frequent, mode: .words, limit: 1, totalLimit: .exact)
    search("search.two", snapshot, zip(frequent, frequent.dropFirst()).map { "\($0) \($1)" })
    search("search.listorder", snapshot, frequent, mode: .words, order: .list)

    // Changes that are not indexed yet.
    search("search.tail", lists.manyTails, rare, mode: .words, limit: 1)

    // Parts of the list: finding the part is in `search.scope.restrict` alone.
    for name in ["half", "few"] {
      search("search.scope.\(name)", try snapshot.restricted(to: .scope(name)), frequent, mode: .words)
    }
    Benchmark("search.scope.restrict") { benchmark in
      for _ in 0..<queryCount {
        blackHole(try snapshot.restricted(to: .and([.scope("half"), .not(.scope("few"))])).count)
      }
    }

    // A tenth of the queries, letter by letter.
    Benchmark("search.session") { benchmark in
      for text in few {
        let session = snapshot.session()
        for length in 1...text.count { blackHole(try session.search(String(text.prefix(length)), limit: 10).count) }
      }
    }
    // What a front end draws of a window.
    let window = try snapshot.search(frequent.first ?? "", limit: 50)
    Benchmark("search.highlights") { benchmark in
      for hit in window { blackHole(hit.highlights(in: .title)) }
    }
  }

  /// Two letters in the middle change places.
  private static func misspelt(_ word: String) -> String {
    var letters = Array(word)
    letters.swapAt(letters.count / 2, letters.count / 2 + 1)
    return String(letters)
  }
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .wallClock()
  do {
    try Benchmark.searches(Lists())
  } catch {
    let reason = "the made-up list cannot be searched: \(error)"
    Benchmark("search") { $0.error(reason) }
  }
}
