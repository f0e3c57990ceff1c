/// The hits of the peers for a query set that was run without typing.
struct QualityStudy {
  let listName, queriesName: String
  let itemCount: Int
  /// The number of queries of the set, and the number of those that were run.
  let queryCount, askedCount: Int
  let judged: JudgedPeers
  /// Peers that were not measured completely.
  let missing: [(title: String, problem: String)]

  init(_ study: PeerMeasurements.Study, _ input: StudyInput) throws(BenchError) {
    listName = fileName(input.itemsPath)
    queriesName = fileName(input.queries.path)
    itemCount = input.items.count
    queryCount = input.queries.queries.count
    askedCount = study.asked
    var peers: [JudgedPeer] = []
    for peer in study.peers {
      for run in peer.runs {
        peers.append(try JudgedPeer(peer, found: run.found, queries: input.queries, items: input.items))
      }
    }
    judged = JudgedPeers(peers, kinds: input.queries.kinds)
    missing = study.peers.compactMap { peer in peer.problem.map { (peer.title, $0) } }
  }

  /// The number of queries that were run, in words.
  var asked: String {
    askedCount == queryCount
      ? "all \(queryCount) queries" : "\(askedCount) of \(queryCount) queries, evenly spaced over the set"
  }

  var markdown: String {
    let notes = missing.map { "- **\($0.title)** was not asked to the end: \($0.problem)\n" }.joined()
    return """
      ### `\(queriesName)` on `\(listName)`

      \(itemCount) rows, \(asked).

      \(judged.table)\(notes.isEmpty ? "" : "\n" + notes)
      \(judged.explanations)
      """
  }

  var json: JSONValue {
    [
      "list": .string(listName), "items": .integer(itemCount), "query_set": .string(queriesName),
      "queries": .integer(queryCount), "asked": .integer(askedCount),
      "peers": .array(
        judged.peers.map { peer in
          .object(
            [(key: "name", value: .string(peer.name)), (key: "title", value: .string(peer.title))] + peer.members)
        }),
      "missing": .array(missing.map { ["title": .string($0.title), "problem": .string($0.problem)] }),
    ]
  }
}
