import Benchmark
import BenchmarkSupport
import Riffle

/// Queries of one measured iteration: the figure shown is for all of them.
private let queryCount = 50
/// And of one that looks at every title.
private let fewQueries = 5

private typealias Asked = (rows: SharedList.Rows, requests: [SearchRequest])

/// Asks all queries of a whole snapshot, one after the other: nothing is remembered from one to the next.
private func search(
  _ name: String, _ texts: @escaping @Sendable () -> [String], mode: QueryMode = .words, order: HitOrder = .relevance,
  limit: Int = 10, totalLimit: TotalLimit = .standard,
  of rows: @escaping @Sendable () throws -> SharedList.Rows = SharedList.snapshot
) {
  Benchmark(
    name,
    closure: { (benchmark: Benchmark, asked: Asked) in
      for request in asked.requests { blackHole(asked.rows.search(request).count) }
    },
    setup: { () throws -> Asked in
      let request = SearchRequest(.blank(mode: mode), order: order, limit: limit, totalLimit: totalLimit)
      return (try rows(), try texts().map { try request.with(text: $0) })
    })
}

private func rare() -> [String] { SharedList.rareWords(queryCount) }
private func frequent() -> [String] { SharedList.frequentWords(queryCount) }
private func pairs() -> [String] { zip(frequent(), frequent().dropFirst()).map { "\($0) \($1)" } }

/// Words that are in few rows, asked for one hit: what is left is to find the words.
private func dictionary() {
  search("dictionary.exact", rare, limit: 1)
  search("dictionary.prefix", { rare().map { String($0.dropLast(2)) } }, limit: 1)
  search("dictionary.typo", { rare().map(misspelt) }, mode: .smart, limit: 1)
  search("dictionary.infix", { rare().map { String($0.dropFirst(2)) } }, mode: .smart, limit: 1)
}

/// Two letters in the middle change places.
private func misspelt(_ word: String) -> String {
  var letters = Array(word)
  letters.swapAt(letters.count / 2, letters.count / 2 + 1)
  return String(letters)
}

/// Words that are in many rows, counted to the last: finding the words and one best row is little beside it.
private func postings() {
  search("postings.count", frequent, limit: 1, totalLimit: .exact)
  search("postings.both", pairs, limit: 1, totalLimit: .exact)
  // The first rows of the list need no scores.
  search("postings.listorder", frequent, order: .list)
}

/// Words that are in many rows, of which the best are kept; they are counted only so far that the rest is little.
private func bestRows() {
  search("topk.10", frequent)
  search("topk.1000", frequent, limit: 1000)
  search("topk.both.10", pairs)
}

/// These find in no index what they look for, and look at every title.
private func scans() {
  search("scan.substring", { rare().prefix(fewQueries).map { String($0.dropFirst(2).dropLast()) } }, mode: .substring)
  search(
    "scan.subsequence", { rare().prefix(fewQueries).map { $0.filter { !"aeiou".contains($0) } } }, mode: .subsequence)
  // Changes that are not indexed yet are searched one by one, beside the index.
  search("scan.tail", rare, limit: 1, of: { try SharedList.snapshot(tailCount: 200) })
}

/// Parts of the list. Finding the part is in `scopes.restrict` alone.
private func scopes() {
  for name in ["half", "few"] {
    search("scopes.\(name)", frequent, of: { try SharedList.snapshot().restricted(to: .scope(name)) })
  }
  Benchmark(
    "scopes.restrict",
    closure: { (benchmark: Benchmark, rows: SharedList.Rows) in
      for _ in 0..<queryCount {
        blackHole(try rows.restricted(to: .and([.scope("half"), .not(.scope("few"))])).count)
      }
    }, setup: SharedList.snapshot)
}

private func sessions() {
  // Letter by letter.
  Benchmark(
    "sessions.typing",
    closure: { (benchmark: Benchmark, asked: (rows: SharedList.Rows, texts: [String])) in
      for text in asked.texts {
        let session = asked.rows.session()
        for length in 1...text.count { blackHole(try session.search(String(text.prefix(length)), limit: 10).count) }
      }
    }, setup: { (try SharedList.snapshot(), SharedList.rareWords(fewQueries)) })
  // What a front end draws of a window.
  Benchmark(
    "sessions.highlights",
    closure: { (benchmark: Benchmark, window: SearchResults<Item<Int>, Int>) in
      for hit in window { blackHole(hit.highlights(in: .title)) }
    }, setup: { try SharedList.snapshot().search(frequent().first ?? "", limit: 50) })
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .wallClock()
  dictionary()
  postings()
  bestRows()
  scans()
  scopes()
  sessions()
}
