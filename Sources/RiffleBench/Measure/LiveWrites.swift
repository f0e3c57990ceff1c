import Riffle

/// The measurement of changes of a list, and of their effects.
struct LiveWrites {
  let index: LiveIndex
  let rowCount: Int

  /// Measures single upserts of random ids, each until a new snapshot shows it.
  func upsertVisible(count: Int) throws(IndexError) -> Distribution {
    var changes = LiveChanges(stream: "upserts", rowCount: rowCount)
    var times: [UInt64] = []
    for _ in 0..<count {
      let item = changes.item()
      let start = nanosecondsNow()
      try index.upsert(item)
      let seen = index.snapshot().element(withID: item.id)
      times.append(nanosecondsNow() - start)
      precondition(seen == item, "the upsert of \(item.id) does not show")
    }
    return Distribution(nanoseconds: times)
  }

  /// Upserts random ids one by one, until all merges are done.
  func upsert(count: Int) throws(IndexError) {
    var changes = LiveChanges(stream: "upserts", rowCount: rowCount)
    for _ in 0..<count { try index.upsert(changes.item()) }
    try index.waitForMerges()
  }

  /// Returns items per second in large batches, half of them new, until all merges are done.
  func bulkItemsPerSecond(count: Int, batchCount: Int) throws(IndexError) -> Double {
    var changes = LiveChanges(stream: "bulk", rowCount: rowCount)
    var batches: [[LiveItem]] = []
    for first in stride(from: 0, to: count, by: batchCount) {
      batches.append(changes.batch(min(batchCount, count - first), newFrom: rowCount + first))
    }
    let start = nanosecondsNow()
    for batch in batches { try index.upsert(contentsOf: batch) }
    try index.waitForMerges()
    return Double(count) / (Double(nanosecondsNow() - start) / 1e9)
  }

  /// Returns new items per second that are all placed, in one batch, until all merges are done.
  func placedItemsPerSecond(count: Int) throws(IndexError) -> Double {
    var changes = LiveChanges(stream: "places", rowCount: rowCount)
    let first = index.snapshot().count + rowCount
    let start = nanosecondsNow()
    try index.update { batch in
      for offset in 0..<count {
        let item = LiveItem(id: first + offset, row: changes.number(below: rowCount))
        batch.insert(item, at: .position(changes.number(below: rowCount)))
      }
    }
    try index.waitForMerges()
    return Double(count) / (Double(nanosecondsNow() - start) / 1e9)
  }

  /// Updates items, and deletes items that are inserted again later, in batches of `batchCount`; at the end the list has as many
  /// items as before.
  func churn(count: Int, batchCount: Int) throws(IndexError) {
    var changes = LiveChanges(stream: "churn", rowCount: rowCount)
    var gone: Set<Int> = []
    var left = count
    while left > 0 {
      let length = min(batchCount, left)
      left -= length
      var ids: Set<Int> = []
      while ids.count < min(length, rowCount / 2) { ids.insert(changes.number(below: rowCount)) }
      try index.update { batch in
        for id in ids {
          if gone.remove(id) == nil, changes.number(below: 4) == 0 {
            gone.insert(id)
            batch.delete(id: id)
          } else {
            batch.upsert(LiveItem(id: id, row: changes.number(below: rowCount)))
          }
        }
      }
    }
    let returning = gone
    try index.update { batch in
      for id in returning { batch.upsert(LiveItem(id: id, row: id)) }
    }
    try index.waitForMerges()
  }
}
