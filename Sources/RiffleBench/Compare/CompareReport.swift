/// All peers side by side.
struct CompareReport {
  struct GrowthStep {
    let rows: Int
    let peers: [ComparedPeer]
  }

  let machine: PeerMeasurements.Machine
  let listName, queriesName: String
  /// Whether the peers got the search texts too, and the option that titles are paths.
  let searchTexts, paths: Bool
  let itemCount, queryCount, passes, limit: Int
  /// Every n-th query was typed letter by letter.
  let typedEvery, growthTypedEvery: Int
  /// The kinds of query, in the order of the set.
  let kinds: [String]
  let compared: [ComparedPeer]
  /// Peers that were not measured completely.
  let missing: [(title: String, problem: String)]
  let growth: [GrowthStep]

  init(
    _ measurements: PeerMeasurements, items: ItemList, itemsPath: String, queries: QuerySet
  ) throws(BenchError) {
    machine = measurements.machine
    listName = fileName(itemsPath)
    queriesName = fileName(queries.path)
    searchTexts = measurements.searchTexts
    paths = measurements.paths
    itemCount = items.count
    queryCount = queries.queries.count
    passes = measurements.passes
    typedEvery = measurements.typedEvery
    growthTypedEvery = measurements.growthTypedEvery
    limit = measurements.limit
    kinds = queries.kinds
    compared = try CompareReport.compare(measurements.peers, queries: queries, items: items)
    missing = measurements.peers.compactMap { peer in peer.problem.map { (peer.title, $0) } }
    var growth: [GrowthStep] = []
    for step in measurements.growth {
      growth.append(
        GrowthStep(
          rows: step.rows, peers: try CompareReport.compare(step.peers, queries: queries, items: items)))
    }
    self.growth = growth
  }

  /// Returns the comparison without runs that have no keystrokes.
  private static func compare(
    _ peers: [PeerMeasurement], queries: QuerySet, items: ItemList
  ) throws(BenchError) -> [ComparedPeer] {
    var compared: [ComparedPeer] = []
    for peer in peers {
      for run in peer.runs where run.passes.contains(where: { !$0.isEmpty }) {
        compared.append(try ComparedPeer(peer, run, queries: queries, items: items))
      }
    }
    return compared
  }
}
