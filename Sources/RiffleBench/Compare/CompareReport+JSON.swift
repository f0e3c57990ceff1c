extension CompareReport {
  /// Times are in microseconds, as in the other reports.
  var members: [(key: String, value: JSONValue)] {
    [
      ("machine", machine.json),
      ("list", .string(listName)), ("items", .integer(itemCount)),
      ("search_texts", .bool(searchTexts)), ("paths", .bool(paths)),
      ("query_set", .string(queriesName)), ("queries", .integer(queryCount)),
      ("passes", .integer(passes)), ("limit", .integer(limit)),
      ("typed_every", .integer(typedEvery)), ("growth_typed_every", .integer(growthTypedEvery)),
      ("peers", .array(compared.map(\.json))),
      ("missing", .array(missing.map { ["title": .string($0.title), "problem": .string($0.problem)] })),
      (
        "growth",
        .array(growth.map { ["rows": .integer($0.rows), "peers": .array($0.peers.map(\.json))] })
      ),
    ]
  }
}

extension ComparedPeer {
  fileprivate var json: JSONValue {
    let measured: [(key: String, value: JSONValue)] = [
      ("name", .string(peer.name)), ("title", .string(peer.title)), ("version", optional(peer.version) { .string($0) }),
      ("measured", .string(peer.measured)), ("threads", .integer(threads)),
      ("judged_as", optional(peer.judgedAs) { .string($0) }),
      ("build_seconds", optional(peer.buildSeconds) { .number($0) }),
      (
        "resident_bytes",
        [
          "before": optional(peer.residentBefore) { .integer($0) },
          "after": optional(peer.residentAfter) { .integer($0) },
          "peak": optional(peer.residentPeak) { .integer($0) },
        ]
      ),
      ("latency_us", latency.json),
      ("pass_medians_us", .array(medians.map { .number($0) })),
      ("quantiles_us", .array(quantiles.map { .number($0) })),
      ("by_letters", .object(byLetters.map { (key: String($0.letters), value: $0.distribution.json) })),
      ("empty_keystrokes", .integer(emptyCount)),
    ]
    let settings = peer.settings.map {
      ["name": .string($0.name), "value": .string($0.value), "reason": .string($0.reason)] as JSONValue
    }
    return .object(measured + judged.members + [("settings", .array(settings))])
  }

  private func optional<Value>(_ value: Value?, _ json: (Value) -> JSONValue) -> JSONValue { value.map(json) ?? nil }
}
