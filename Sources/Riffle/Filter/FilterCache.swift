/// A cache of the rows of the latest filters.
///
/// Threads may share it. Two threads that look for the same filter may both compute its rows.
final class FilterCache<Rows: Sendable>: Sendable {
  /// The most recently used filter is last.
  private let kept = Lock<[(filter: Filter, rows: Rows)]>([])
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  subscript(filter: Filter) -> Rows? {
    kept.withLock { kept in
      guard let place = kept.firstIndex(where: { $0.filter == filter }) else { return nil }
      let found = kept.remove(at: place)
      kept.append(found)
      return found.rows
    }
  }

  func insert(_ rows: Rows, for filter: Filter) {
    // Freed without the lock.
    let gone = kept.withLock { kept -> Rows? in
      if kept.contains(where: { $0.filter == filter }) { return nil }
      kept.append((filter, rows))
      return kept.count > capacity ? kept.removeFirst().rows : nil
    }
    withExtendedLifetime(gone) {}
  }
}
