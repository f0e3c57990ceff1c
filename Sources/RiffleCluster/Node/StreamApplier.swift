#if Cluster
  import GRDB
  import Riffle
  import RiffleStore

  /// Applies the transactions of a stream to a copy.
  ///
  /// Transactions that have come together are one transaction of SQLite, which also notes the position behind them. One that is too
  /// large for memory is written as it comes, and committed when its commit has come.
  struct StreamApplier {
    private let stream: ReplicationStream
    private let served: ServedCopy
    private let folder: NodeFolder
    private let copy: NodeCopy
    private let mirror: MirrorTable
    private var relations: [UInt32: MirrorRelation] = [:]

    /// Noted in the copy.
    private var stored: LogPosition
    /// The stream has had all changes up to there, and all of them are in the copy.
    private var reached: LogPosition
    private var storedAt = ContinuousClock.now
    private var sweptAt = ContinuousClock.now
    private var trimmedAt = ContinuousClock.now

    /// Changes of transactions that are whole, and the position behind them.
    private var whole: [MirrorChange] = []
    private var wholeEnd: LogPosition?
    /// Changes of the transaction that is coming; `nil` between two of them.
    private var partial: [MirrorChange]?
    /// Whether the transaction that is coming is in the copy already.
    private var isKnown = false

    /// How many bytes the messages of both have.
    private var heldBytes = 0

    private static let (mostRows, mostBytes) = (10_000, 64 << 20)
    /// So many rows, or bytes, of a long transaction are written at once.
    private static let (rowsInPiece, bytesInPiece) = (1_000, 8 << 20)
    /// Positions without rows are noted when they are so far apart, in bytes and in seconds.
    private static let (idleBytes, idleSeconds) = (16 << 20, 10)
    private static let trimSeconds = 10

    init(
      _ stream: ReplicationStream, _ served: ServedCopy, _ folder: NodeFolder, _ copy: NodeCopy, _ mirror: MirrorTable,
      at position: LogPosition
    ) {
      (self.stream, self.served, self.folder, self.copy, self.mirror) = (stream, served, folder, copy, mirror)
      (stored, reached) = (position, position)
    }

    /// Applies messages until `isOver` returns `true`.
    /// - Throws: ``ClusterError``, `StoreError`, `DatabaseError`.
    mutating func run(isOver: () -> Bool) throws {
      while !isOver() {
        if let message = try stream.next(within: wholeEnd == nil ? 100 : 0) {
          try take(message)
          let isFull = heldBytes >= StreamApplier.mostBytes
          if let count = partial?.count, isFull || count >= StreamApplier.mostRows {
            try flushLongTransaction(isOver)
          } else if isFull || whole.count >= StreamApplier.mostRows {
            try flush()
          }
        } else if wholeEnd != nil {
          try flush()
        } else {
          try idle()
        }
        if ContinuousClock.now - sweptAt > .seconds(1) {
          served.removeRetired(folder)
          sweptAt = .now
        }
      }
    }

    // MARK: - Messages

    private mutating func take(_ message: ReplicationMessage) throws(ClusterError) {
      switch message {
      case .keepalive(let end, _):
        // All changes of the list before this position have been received.
        if partial != nil { return }
        if let known = wholeEnd { wholeEnd = max(known, end) } else { reach(end) }
      case .data(_, let bytes):
        heldBytes += bytes.count
        try take(try ChangeMessage(bytes))
      }
    }

    private mutating func take(_ message: ChangeMessage) throws(ClusterError) {
      switch message {
      case .begin(let final, _, _):
        partial = []
        // The commit lies behind all that the copy has, unless the server begins further back than requested.
        isKnown = final < stored
      case .commit(let end, _):
        guard let changes = partial else { throw .malformed(reason: "a transaction ends that has not begun") }
        if !isKnown {
          whole += changes
          wholeEnd = end
        }
        if whole.isEmpty { heldBytes = 0 }
        partial = nil
      case .relation(let relation):
        guard relation.id == copy.origin.table else {
          throw .publication(
            name: copy.origin.publication, reason: "it publishes another table, “\(relation.schema).\(relation.name)”")
        }
        relations[relation.id] = try MirrorRelation(relation, mirror)
      case .insert(let id, let row): try add(try relation(id).insert(row))
      case .update(let id, let key, let row): try add(try relation(id).update(key, row))
      case .delete(let id, let key): try add(try relation(id).delete(key))
      case .truncate(let ids): if ids.contains(copy.origin.table) { try add(.truncate) }
      case .origin, .type, .message: break
      }
    }

    private func relation(_ id: UInt32) throws(ClusterError) -> MirrorRelation {
      guard let relation = relations[id] else {
        throw .malformed(reason: "a row of a table came that was not described")
      }
      return relation
    }

    private mutating func add(_ change: MirrorChange) throws(ClusterError) {
      if partial == nil { throw .malformed(reason: "a change came outside of a transaction") }
      if !isKnown { partial?.append(change) }
    }

    // MARK: - The copy

    private mutating func reach(_ position: LogPosition) {
      guard position > reached else { return }
      reached = position
      stream.didApply(position, durable: nil)
      served.advance(to: position, copy.origin)
    }

    private mutating func didStore(_ position: LogPosition) {
      (stored, storedAt) = (position, .now)
      stream.didApply(position, durable: position)
      reach(position)
    }

    /// Notes a position for readers of changes. Positions whose changes are no longer recorded are deleted every few seconds.
    private mutating func note(_ position: LogPosition, _ db: Database) throws {
      try FeedPositions.note(position, sequence: try copy.store.lastSequence(db), db)
      guard ContinuousClock.now - trimmedAt > .seconds(StreamApplier.trimSeconds) else { return }
      trimmedAt = .now
      try FeedPositions.trim(to: try copy.store.trimmedSequence(db), db)
    }

    /// Writes all transactions that are whole.
    private mutating func flush() throws {
      guard let end = wholeEnd else { return }
      let (changes, mirror, currentAt) = (whole, mirror, served.currentAt)
      try copy.store.transaction { db in
        for change in changes { try mirror.apply(change, db) }
        try FeedRecord.advance(to: end, currentAt: currentAt, db)
        try note(end, db)
      }
      (whole, wholeEnd, heldBytes) = ([], nil, 0)
      didStore(end)
    }

    /// Writes the transaction that is coming, and waits for the rest of it.
    private mutating func flushLongTransaction(_ isOver: () -> Bool) throws {
      let mirror = mirror
      let end = try copy.store.transaction { db in
        while partial != nil {
          for change in whole { try mirror.apply(change, db) }
          whole = []
          if let changes = partial,
            changes.count >= StreamApplier.rowsInPiece || heldBytes >= StreamApplier.bytesInPiece
          {
            for change in changes { try mirror.apply(change, db) }
            (partial, heldBytes) = ([], 0)
          }
          if let message = try stream.next(within: 100) {
            try take(message)
          } else if isOver() {
            throw ClusterError.stopped
          }
        }
        for change in whole { try mirror.apply(change, db) }
        let end = wholeEnd ?? stored
        try FeedRecord.advance(to: end, currentAt: served.currentAt, db)
        try note(end, db)
        return end
      }
      (whole, wholeEnd, heldBytes) = ([], nil, 0)
      didStore(end)
    }

    /// Notes now and then how far the stream has come without rows for this list, so that the server may forget its log.
    private mutating func idle() throws {
      let isFar = reached.distance(from: stored) >= StreamApplier.idleBytes
      guard reached > stored, isFar || ContinuousClock.now - storedAt > .seconds(StreamApplier.idleSeconds) else {
        return
      }
      let (position, currentAt) = (reached, served.currentAt)
      try copy.store.transaction { try FeedRecord.advance(to: position, currentAt: currentAt, $0) }
      didStore(position)
    }
  }
#endif
