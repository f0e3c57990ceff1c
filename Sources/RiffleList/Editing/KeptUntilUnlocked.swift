import Riffle

/// What a transaction has to do with, kept until other threads may edit again.
///
/// A payload may have a deinitialiser that edits the list. Run while the list is locked, it would wait for itself; so no row is
/// let go before the lock is given back, whether the transaction ends well or throws. Rows are those that showed before and those
/// that edits have brought (``Journal``); both are held by reference, which costs nothing beside writing them.
final class KeptUntilUnlocked {
  /// What showed before the transaction.
  var shown: LazyView?
  /// What the index had, which need not be what showed: merges change it, and so does a transaction after which the list shows what
  /// it showed before. Rows that have gone stay in it.
  var indexed: Snapshot<AnyRow, RowID>?
  /// With its draft, and what has arrived there.
  var editor: ListEditor?
}

/// What a transaction keeps of its edits, once for all copies of its draft. A copy to go back to then costs nothing, however much
/// has been edited.
final class Journal {
  /// All rows that have come, even if they have gone again or their edit has been undone.
  private var rows: [[AnyRow]] = []
  private var notes: [Draft.Note] = []

  func keep(_ rows: [AnyRow]) { if !rows.isEmpty { self.rows.append(rows) } }

  /// Takes a note after the first `count`. Those behind them have been undone.
  func note(_ note: Draft.Note, after count: Int) {
    notes.removeSubrange(count...)
    notes.append(note)
  }

  func notes(_ count: Int) -> [Draft.Note] { Array(notes[..<count]) }
}
