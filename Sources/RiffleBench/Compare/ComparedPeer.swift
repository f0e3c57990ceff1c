/// One line of the comparison: a peer with one number of threads, judged.
struct ComparedPeer {
  let peer: PeerMeasurement
  let threads: Int
  /// Of all passes.
  let latency: Distribution
  /// Microseconds from the least to the most, in steps of a hundredth of the keystrokes.
  let quantiles: [Double]
  /// Of each pass by itself, least first: how far the medians spread.
  let medians: [Double]
  let byLetters: [(letters: Int, distribution: Distribution)]
  /// How many keystrokes had no row for an answer.
  let emptyCount: Int
  let judged: JudgedPeer

  init(
    _ peer: PeerMeasurement, _ run: PeerMeasurement.Run, queries: QuerySet, items: ItemList
  ) throws(BenchError) {
    self.peer = peer
    threads = run.threads
    let keystrokes = run.passes.joined()
    let times = Percentiles(keystrokes.lazy.map(\.nanoseconds))
    latency = Distribution(nanoseconds: times)
    quantiles = times.count == 0 ? [] : (0...100).map { times.microseconds(at: Double($0)) }
    medians = run.passes.filter { !$0.isEmpty }.map { Distribution(nanoseconds: $0.lazy.map(\.nanoseconds)).p50 }
      .sorted()
    byLetters = Dictionary(grouping: keystrokes, by: \.letters)
      .map { (letters: $0.key, distribution: Distribution(nanoseconds: $0.value.lazy.map(\.nanoseconds))) }
      .sorted { $0.letters < $1.letters }
    emptyCount = keystrokes.count { $0.rowCount == 0 }
    judged = try JudgedPeer(peer, found: run.found, queries: queries, items: items)
  }
}
