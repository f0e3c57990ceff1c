/// What filters have found that were used last, for the next keystroke.
///
/// The latest filters stay, up to a number. Any number of threads may use it; two that look for the same one may each compute it.
final class FilterCache<Rows: Sendable>: Sendable {
  /// The one used last at the end.
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
    // What has to go is let go without the lock.
    let gone = kept.withLock { kept -> Rows? in
      kept.append((filter, rows))
      return kept.count > capacity ? kept.removeFirst().rows : nil
    }
    withExtendedLifetime(gone) {}
  }
}
