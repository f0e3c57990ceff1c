/// What a transaction has to do with, kept until other threads may edit again.
///
/// A payload may have a deinitialiser that edits the list. Run while the list is locked, it would wait for itself; so no row is
/// let go before the lock is given back, whether the transaction ends well or throws. Rows are those that showed before and those
/// that edits have brought (``Arrivals``); both are held by reference, which costs nothing beside writing them.
final class KeptUntilUnlocked {
  /// What showed before the transaction.
  var shown: LazyView?
  /// With its draft, and what has arrived there.
  var editor: ListEditor?
}

/// All rows that have come into a draft, even if they have gone again or their edit has been undone.
final class Arrivals {
  private var rows: [[AnyRow]] = []

  func keep(_ rows: [AnyRow]) { if !rows.isEmpty { self.rows.append(rows) } }
}
