import Riffle

/// All measurements of `live`.
struct LiveReport {
  let itemCount: Int
  var upsertVisible, alphabetUpsertVisible: Distribution?
  var bulkItemsPerSecond = 0.0
  /// In one batch of 50,000: placed new items, and items of a list in alphabetical order.
  var placedItemsPerSecond = 0.0
  var sortedItemsPerSecond = 0.0
  var idle, busy: Distribution?
  /// Keystrokes in a new list, and in one after 10,000 upserts.
  var fresh, upserted: Distribution?
  var upsertedSegments = 0
  var upsertsPerSecond = 0.0
  var filteredJumplist, filteredSet, jumplist, window: Distribution?
  var scopeRatio = (onePercent: 0.0, half: 0.0)
  var predicateItemsPerSecond = 0.0
  var memoryRatio = 0.0
  /// The ratio of the columns alone.
  var byteRatio = 0.0
  var deadShare = 0.0
  var churnPerSecond = 0.0
  /// In nanoseconds.
  var snapshot: Distribution?
  var statistics: IndexStatistics?

  init(itemCount: Int) { self.itemCount = itemCount }

  var json: JSONValue {
    [
      "items": .integer(itemCount),
      "upsert_visible_us": upsertVisible.json,
      "bulk_items_per_second": .number(bulkItemsPerSecond),
      "placed_items_per_second": .number(placedItemsPerSecond),
      "sorted_items_per_second": .number(sortedItemsPerSecond),
      "reader_p99_us": ["idle": .number(idle?.p99 ?? 0), "busy": .number(busy?.p99 ?? 0)],
      "reader_p50_us": ["idle": .number(idle?.p50 ?? 0), "busy": .number(busy?.p50 ?? 0)],
      "reader_fresh_us": fresh.json,
      "reader_after_us": upserted.json,
      "segments_after": .integer(upsertedSegments),
      "busy_upserts_per_second": .number(upsertsPerSecond),
      "filtered_jumplist_us": filteredJumplist.json,
      "filtered_set_us": filteredSet.json,
      "jumplist_us": jumplist.json,
      "window_us": window.json,
      "alphabet_upsert_visible_us": alphabetUpsertVisible.json,
      "scope_ratio": ["pct1": .number(scopeRatio.onePercent), "pct50": .number(scopeRatio.half)],
      "predicate_items_per_second": .number(predicateItemsPerSecond),
      "memory_ratio_after_churn": .number(memoryRatio),
      "column_ratio_after_churn": .number(byteRatio),
      "dead_share_after_churn": .number(deadShare),
      "churn_changes_per_second": .number(churnPerSecond),
      "snapshot_ns": snapshot.json,
      "segments": .integer(statistics?.segments.count ?? 0),
    ]
  }

  /// The report as text.
  var text: String {
    var table = TextTable(header: ["\(itemCount) items", "p50", "p99"])
    for (name, distribution) in [
      ("upsert until a snapshot shows it, µs", upsertVisible),
      ("the same in alphabetical order", alphabetUpsertVisible), ("keystroke, nothing else going on", idle),
      ("keystroke, \(upsertsPerSecond.rounded(digits: 0)) upserts/s beside it", busy),
      ("keystroke in a new list", fresh),
      ("the same after 10,000 upserts (\(upsertedSegments) segments)", upserted),
      ("jumplist of what a query leaves", filteredJumplist),
      ("finding that", filteredSet), ("jumplist of the whole list", jumplist),
      ("window of 50 rows anywhere", window),
    ] {
      guard let distribution else { continue }
      table.add([name, distribution.p50.rounded(digits: 1), distribution.p99.rounded(digits: 1)])
    }
    return table.text + """

      bulk upsert: \(bulkItemsPerSecond.rounded(digits: 0)) items/s, merges included
      50,000 at once: \(placedItemsPerSecond.rounded(digits: 0)) items/s at places, \
      \(sortedItemsPerSecond.rounded(digits: 0)) items/s in alphabetical order
      a scope of 1 % takes \(scopeRatio.onePercent.rounded(digits: 2)) times as long as none, one of 50 % \
      \(scopeRatio.half.rounded(digits: 2)) times
      a predicate is asked of \(predicateItemsPerSecond.rounded(digits: 0)) items/s
      after churn (\(churnPerSecond.rounded(digits: 0)) changes/s) memory is \(memoryRatio.rounded(digits: 2)) times \
      that of a fresh index (its columns \(byteRatio.rounded(digits: 2)) times), \((deadShare * 100).rounded(digits: 1)) % dead
      a snapshot takes \((snapshot?.p50 ?? 0).rounded(digits: 0)) ns (p99 \((snapshot?.p99 ?? 0).rounded(digits: 0)))
      \(statistics?.segments.count ?? 0) segments in the end

      """
  }
}

extension Distribution? {
  fileprivate var json: JSONValue { ["p50": .number(self?.p50 ?? 0), "p99": .number(self?.p99 ?? 0)] }
}
