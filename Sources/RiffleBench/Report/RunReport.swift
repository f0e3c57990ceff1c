import Riffle

/// All measurements of a run.
struct RunReport {
  struct Settings {
    let titlesArePaths: Bool
    let request: SearchRequest
    let threads, repeats: Int
    let isFinalOnly: Bool
  }

  let settings: Settings
  let listName: String
  let itemCount, textBytes: Int
  let build: Build
  let residentPeak: Int
  let stateless: Latency
  let session: Latency
  /// By kind, all kinds first.
  let quality: [(kind: String, tally: Tally)]

  private var itemsPerSecond: Double { build.seconds > 0 ? Double(itemCount) / build.seconds : 0 }

  private var bytesPerItemBeyondText: Double {
    let beyondText = build.residentAfter - build.residentBefore - textBytes
    return itemCount > 0 ? Double(beyondText) / Double(itemCount) : 0
  }
}

extension RunReport {
  var json: JSONValue {
    [
      "list": .string(listName),
      "items": .integer(itemCount),
      "text_bytes": .integer(textBytes),
      "build_seconds": .number(build.seconds),
      "items_per_second": .number(itemsPerSecond),
      "resident_bytes": [
        "before": .integer(build.residentBefore), "after": .integer(build.residentAfter),
        "build_peak": .integer(build.residentPeak), "peak": .integer(residentPeak),
      ],
      "bytes_per_item_beyond_text": .number(bytesPerItemBeyondText),
      "column_bytes": .object(build.columns.map { (key: $0.name, value: .integer($0.byteCount)) }),
      "latency_us": ["stateless": stateless.json, "session": session.json],
      "quality": .object(quality.map { (key: $0.kind, value: $0.tally.json) }),
      "settings": [
        "paths": .bool(settings.titlesArePaths),
        "mode": .string(settings.request.query.mode.rawValue), "reach": settings.request.reach.json,
        "total_limit": settings.request.totalLimit.json, "limit": .integer(settings.request.limit),
        "threads": .integer(settings.threads), "repeat": .integer(settings.repeats),
        "final_only": .bool(settings.isFinalOnly),
      ],
    ]
  }
}

extension Reach {
  var json: JSONValue {
    switch self {
    case .cost(let cost): .number(cost)
    case .unlimited: .string("unlimited")
    }
  }
}

extension TotalLimit {
  var json: JSONValue {
    switch self {
    case .upTo(let limit): .integer(limit)
    case .exact: .string("exact")
    }
  }
}

extension Latency {
  var json: JSONValue {
    [
      "cold": cold.json,
      "warm": warm.json,
      "by_letters": .object(byLetters.map { (key: String($0.letters), value: $0.distribution.json) }),
      "keystrokes_per_second": .number(keystrokesPerSecond),
    ]
  }
}

extension Distribution {
  var json: JSONValue {
    [
      "keystrokes": .integer(keystrokes), "p50": .number(p50), "p90": .number(p90), "p95": .number(p95),
      "p99": .number(p99), "max": .number(max),
    ]
  }
}

extension Tally {
  var json: JSONValue {
    ["queries": .integer(queries), "top1": .integer(top1), "top10": .integer(top10)]
  }
}

extension RunReport {
  /// The report as text.
  var text: String {
    var text = """
      \(itemCount) items, \(textBytes) bytes of text
      built in \(build.seconds.rounded(digits: 3)) s, \(itemsPerSecond.rounded(digits: 0)) items/s
      resident MiB: \(mebibytes(build.residentBefore)) before, \(mebibytes(build.residentAfter)) after, \
      \(mebibytes(build.residentPeak)) peak while building, \(mebibytes(residentPeak)) peak; \
      \(bytesPerItemBeyondText.rounded(digits: 1)) bytes an item beyond its text

      """
    text += describe(stateless, "stateless")
    text += describe(session, "session")
    var table = TextTable(header: ["quality", "queries", "top 1", "top 10"])
    for (kind, tally) in quality {
      table.add([kind, "\(tally.queries)", "\(tally.top1)", "\(tally.top10)"])
    }
    return text + "\n" + table.text
  }

  /// The columns of the index, as text.
  var columnText: String {
    var table = TextTable(header: ["column", "bytes", "bytes an item"])
    func add(_ name: String, _ bytes: Int) {
      table.add([name, "\(bytes)", (Double(bytes) / Double(max(1, itemCount))).rounded(digits: 2)])
    }
    for column in build.columns { add(column.name, column.byteCount) }
    add("all", build.columns.reduce(0) { $0 + $1.byteCount })
    return "\n" + table.text
  }

  private func mebibytes(_ bytes: Int) -> String { (Double(bytes) / 1_048_576).rounded(digits: 1) }

  private func describe(_ latency: Latency, _ name: String) -> String {
    var table = TextTable(header: [name + ", µs", "keystrokes", "p50", "p90", "p95", "p99", "max"])
    func add(_ name: String, _ distribution: Distribution) {
      let times = [distribution.p50, distribution.p90, distribution.p95, distribution.p99, distribution.max]
      table.add([name, "\(distribution.keystrokes)"] + times.map { $0.rounded(digits: 1) })
    }
    add("cold", latency.cold)
    add("warm", latency.warm)
    for (letters, distribution) in latency.byLetters {
      add(letters == 1 ? "1 letter" : "\(letters) letters", distribution)
    }
    let rate = latency.keystrokesPerSecond.rounded(digits: 0)
    return "\n" + table.text + "\(rate) keystrokes/s on \(settings.threads) thread\(settings.threads == 1 ? "" : "s")\n"
  }
}
