extension CompareReport {
  /// The report in Markdown.
  var markdown: String {
    """
    ## Peers side by side

    \(itemCount) rows of `\(listName)`\(given), \(queryCount) queries of `\(queriesName)`, \(limit) rows a keystroke, \
    \(passes) \(passes == 1 ? "pass" : "passes"), \(ordinal(typedEvery)) typed letter by letter. \(machine.text).

    Milliseconds a keystroke, all peers in turns, query by query. *In process* and *in server*: taken inside, without \
    the way to the driver and back. *Whole run*: the program starts, reads the list, searches and prints. *Own timing*: \
    the program's own average of one search repeated. *Spread*: the least and the most median of a pass. *Empty*: \
    keystrokes without any result, which are cheap. *Memory*: what the index added, and the most there was, the list \
    included.

    \(latencyTable)
    \(missing.map { "- **\($0.title)** was not measured to the end: \($0.problem)\n" }.joined())
    ### Quality

    Queries whose target, or a row with its title, came first / was among the first \(min(limit, 10)).

    \(judged.table)
    ### Why each finds what it finds

    \(judged.explanations)
    ### Settings

    \(settingsTable(of: compared.map(\.peer)))
    """ + (growth.isEmpty ? "" : "\n### Growth\n\n\(growthText)\n\n\(growthTable)")
  }

  private var given: String { (searchTexts ? " with their search texts" : "") + (paths ? ", which are paths" : "") }

  private var latencyTable: String {
    var table = MarkdownTable(
      header: [
        "peer", "version", "measured", "threads", "keystrokes", "p50", "spread", "p95", "p99", "max", "1st letter",
        "empty", "build s", "memory MiB",
      ], textColumns: 3)
    for peer in compared {
      table.add(
        [
          peer.peer.title, peer.peer.version ?? "–", peer.peer.measured, "\(peer.threads)",
          "\(peer.latency.keystrokes)", milliseconds(peer.latency.p50),
          "\(milliseconds(peer.medians.first))–\(milliseconds(peer.medians.last))", milliseconds(peer.latency.p95),
          milliseconds(peer.latency.p99), milliseconds(peer.latency.max),
          milliseconds(peer.byLetters.first { $0.letters == 1 }?.distribution.p50), empty(peer),
          peer.peer.buildSeconds.map { $0.rounded(digits: 2) } ?? "–", memory(peer.peer),
        ])
    }
    return table.text
  }

  private func empty(_ peer: ComparedPeer) -> String {
    guard peer.peer.judgedAs == nil, peer.latency.keystrokes > 0 else { return "–" }
    return (Double(peer.emptyCount) * 100 / Double(peer.latency.keystrokes)).rounded(digits: 1) + " %"
  }

  private func memory(_ peer: PeerMeasurement) -> String {
    let added =
      switch (peer.residentBefore, peer.residentAfter) {
      case (let before?, let after?): mebibytes(after - before)
      default: "–"
      }
    return "\(added) / \(peer.residentPeak.map(mebibytes) ?? "–")"
  }

  private var judged: JudgedPeers { JudgedPeers(compared.map(\.judged), kinds: kinds) }

  private var growthText: String {
    "The same queries, \(ordinal(growthTypedEvery)) typed letter by letter, once, on the first rows of a list, one thread. "
      + "Their targets need not be among these rows."
  }

  private func ordinal(_ number: Int) -> String {
    number == 1 ? "each" : "one in \(number)"
  }

  private var growthTable: String {
    var table = MarkdownTable(header: ["peer", "rows", "p50", "p95", "max", "build s", "memory MiB"], textColumns: 1)
    for step in growth {
      for peer in step.peers {
        table.add([
          peer.peer.title, "\(step.rows)", milliseconds(peer.latency.p50), milliseconds(peer.latency.p95),
          milliseconds(peer.latency.max), peer.peer.buildSeconds.map { $0.rounded(digits: 2) } ?? "–",
          memory(peer.peer),
        ])
      }
    }
    return table.text
  }
}
