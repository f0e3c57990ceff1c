/// Places that many items go to at once.
extension ListState {
  /// Labels for the items that a batch puts at places: each comes after one that the batch leaves there, or after the one that
  /// it puts in place before.
  ///
  /// - Parameter ids: the ids of the changed items.
  /// - Returns: the labels of one item after the other, except for those at the end of the list; `nil` if an item goes
  ///   elsewhere, or if they are not in list order.
  /// - Complexity: O(1) for each item, and O(log² *n*) for each that does not follow another one of the batch.
  mutating func placedLabels(of batch: UpdateBatch<Element, ID>, _ ids: [ID]) -> [OrderLabel]? {
    if !batch.namesPlaces { return [] }
    guard reader.order.isManual, ids.count <= reader.options.upkeep.mostUnindexedItems else { return nil }
    let leaving = Set(
      zip(ids, batch.changes).compactMap { id, change in
        switch change {
        case .place, .delete, .move: id
        case .insert, .upsert, .update: nil
        }
      })
    // What the first of a run comes after, `nil` for the start of the list, and how many come one after another.
    var runs: [(anchor: ID?, count: Int)] = []
    var latest: ID?
    for (offset, change) in batch.changes.enumerated() {
      switch change {
      case .place(_, .end), .upsert, .insert(_, nil), .update, .delete: continue
      case .place(_, .start) where runs.isEmpty: runs.append((nil, 1))
      case .place(_, .after(let other)) where other == latest: runs[runs.count - 1].count += 1
      case .place(_, .after(let other)) where !leaving.contains(other): runs.append((other, 1))
      case .insert, .move, .place: return nil
      }
      latest = ids[offset]
    }
    var anchors = places(of: runs.compactMap(\.anchor)).makeIterator()
    var gaps: [ListRows.Gap] = []
    for run in runs {
      guard run.anchor != nil else {
        gaps.append(ListRows.Gap(neighbours: rows.neighbours(at: 0, without: nil), count: run.count))
        continue
      }
      guard case let anchor?? = anchors.next() else { return nil }
      let neighbours = rows.neighbours(nextTo: anchor, after: true, without: nil)
      gaps.append(ListRows.Gap(neighbours: neighbours, count: run.count))
    }
    return rows.labels(in: gaps)
  }
}
