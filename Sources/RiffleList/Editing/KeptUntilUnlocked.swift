import Riffle

/// Objects that a transaction keeps alive until other threads may edit again.
///
/// A payload may have a deinitialiser that edits the list. If it ran while the list is locked, it would deadlock. So no row is
/// released before the lock is, whether the transaction succeeds or throws. Kept are the rows that showed before and those that
/// edits have inserted (``Journal``). Both are held by reference, which costs nothing compared with writing them.
final class KeptUntilUnlocked {
  /// The view before the transaction.
  var shown: LazyView?
  /// The snapshot of the index, which may differ from the rows shown. Merges change it, and so does a transaction whose result
  /// shows the same rows as before. Deleted rows stay in it.
  var indexed: Snapshot<AnyRow, RowID>?
  /// The editor with its draft, and the rows inserted there.
  var editor: ListEditor?
}

/// The record of a transaction's edits, shared by all copies of its draft. So a copy for a rollback costs nothing, however much
/// has been edited.
final class Journal {
  /// All inserted rows, even if they have been removed again or their edit has been rolled back.
  private var rows: [[AnyRow]] = []
  private var notes: [Draft.Note] = []

  func keep(_ rows: [AnyRow]) { if !rows.isEmpty { self.rows.append(rows) } }

  /// Records a note after the first `count`; later notes have been rolled back, and are dropped.
  func note(_ note: Draft.Note, after count: Int) {
    notes.removeSubrange(count...)
    notes.append(note)
  }

  func notes(_ count: Int) -> [Draft.Note] { Array(notes[..<count]) }
}
