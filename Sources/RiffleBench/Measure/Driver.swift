import Riffle

/// The list under test: its elements are row numbers, so that nothing of the list itself is counted as index.
typealias BenchSnapshot = Snapshot<Int, Int>

/// A way to search for each keystroke of a query.
protocol KeystrokeDriver: SendableMetatype {
  /// Begins another query.
  mutating func begin()
  /// Searches for the text in the search field, and reads everything that a front end draws of the results.
  /// - Returns: a value that depends on the results, so that no part of the work can be omitted.
  mutating func type(_ text: String) throws(QueryError) -> Int
}

/// A driver that searches for every keystroke independently.
struct StatelessDriver: KeystrokeDriver {
  let snapshot: BenchSnapshot
  let request: SearchRequest

  func begin() {}

  func type(_ text: String) throws(QueryError) -> Int {
    var seen = 0
    for hit in snapshot.search(try request.with(text: text)) {
      seen &+= hit.element &+ hit.highlightCount
    }
    return seen
  }
}

/// A driver that types every query into a separate session.
struct SessionDriver: KeystrokeDriver {
  let snapshot: BenchSnapshot
  let request: SearchRequest
  private var session: SearchSession<Int, Int>

  init(snapshot: BenchSnapshot, request: SearchRequest) {
    self.snapshot = snapshot
    self.request = request
    session = snapshot.session()
  }

  mutating func begin() { session = snapshot.session() }

  func type(_ text: String) throws(QueryError) -> Int {
    var seen = 0
    for hit in session.search(try request.with(text: text)) {
      seen &+= hit.element &+ hit.highlightCount
    }
    return seen
  }
}

extension Hit {
  /// The number of highlighted parts that a front end draws: of the title, and of the search text if it matches.
  var highlightCount: Int { highlights(in: .title).count + highlights(in: .searchText).count }
}
