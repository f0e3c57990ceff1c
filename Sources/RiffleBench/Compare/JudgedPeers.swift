/// The hits of peers for one query set, side by side, in Markdown.
struct JudgedPeers {
  /// The kinds of query, in the order of the set.
  let kinds: [String]
  let peers: [JudgedPeer]

  /// - Parameter peers: those without judged results are omitted, and each is included once, because more threads find the same.
  init(_ peers: [JudgedPeer], kinds: [String]) {
    var seen: Set<String> = []
    self.peers = peers.filter { !$0.quality.isEmpty && seen.insert($0.name).inserted }
    self.kinds = kinds
  }

  var table: String {
    let columns = ["all"] + kinds
    var table = MarkdownTable(header: ["peer"] + columns, textColumns: 1)
    for peer in peers {
      let cells = columns.map { kind in
        peer.quality.first { $0.kind == kind }.map { "\($0.tally.top1) / \($0.tally.top10) of \($0.tally.queries)" }
          ?? "–"
      }
      table.add([peer.title] + cells)
    }
    return table.text
  }

  var explanations: String {
    var text = ""
    for peer in peers {
      guard let all = peer.quality.first?.tally else { continue }
      text += "- **\(peer.title)** finds \(all.top10) of \(all.queries).\n"
      for (claim, tally) in peer.claims {
        let holds =
          claim.holds(for: tally)
          ? ""
          : " *This does not hold here: \(claim.rule.rawValue) "
            + "\(claim.percent) % were expected.*"
        text += "  - \(claim.kind), \(tally.top10) of \(tally.queries): \(claim.reason).\(holds)\n"
      }
    }
    return text
  }
}
