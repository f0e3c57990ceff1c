/// One row of the comparison: a peer with one number of threads, judged.
struct ComparedPeer {
  let peer: PeerMeasurement
  let threads: Int
  /// The times of all passes.
  let latency: Distribution
  /// Microseconds in ascending order, in steps of a hundredth of the keystrokes.
  let quantiles: [Double]
  /// The median of each pass, ascending, to show their spread.
  let medians: [Double]
  let byLetters: [(letters: Int, distribution: Distribution)]
  /// The number of keystrokes with an empty answer.
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
