import Riffle

/// The list under test: its elements are row numbers, so that nothing of the list itself is counted as index.
typealias BenchSnapshot = Snapshot<Int, Int>

/// A way to ask for each keystroke of a query.
protocol KeystrokeDriver: SendableMetatype {
  /// Someone starts to type another query.
  mutating func begin()
  /// Asks for what stands in the search field now and reads all that a front end draws of the answer.
  /// - Returns: something of the answer, so that no part of the work can be left out.
  mutating func type(_ text: String) throws(QueryError) -> Int
}

/// Asks for every keystroke as if it were the first.
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

/// Types every query into a session of its own.
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
  /// How many parts of what a front end draws are highlighted: the title, and the search text where it matches.
  var highlightCount: Int { highlights(in: .title).count + highlights(in: .searchText).count }
}
