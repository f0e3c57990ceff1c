#if Cluster
  import GRDB
  import Riffle
  import RiffleStore

  /// Applies the transactions of a stream to a copy.
  ///
  /// Transactions that have come together are one transaction of SQLite, which also notes the position behind them. One that has
  /// too many rows to be kept in memory is written as it comes, and committed when its commit has come.
  struct StreamApplier {
    private let stream: ReplicationStream
    private let node: ClusterNode
    private let copy: NodeCopy
    private let mirror: MirrorTable
    private var relations: [UInt32: MirrorRelation] = [:]

    /// Noted in the copy.
    private var stored: LogPosition
    /// The stream has had all changes up to there, and all of them are in the copy.
    private var reached: LogPosition
    private var storedAt = ContinuousClock.now
    private var sweptAt = ContinuousClock.now

    /// Changes of transactions that are whole, and the position behind them.
    private var whole: [MirrorChange] = []
    private var wholeEnd: LogPosition?
    /// Changes of the transaction that is coming; `nil` between two of them.
    private var partial: [MirrorChange]?
    /// Whether the transaction that is coming is in the copy already.
    private var isKnown = false

    private static let mostRows = 10_000
    /// So many rows of a long transaction are written at once.
    private static let rowsInPiece = 1_000
    /// Positions without rows are noted when they are so far apart, in bytes and in seconds.
    private static let (idleBytes, idleSeconds) = (16 << 20, 10)

    init(
      _ stream: ReplicationStream, _ node: ClusterNode, _ copy: NodeCopy, _ mirror: MirrorTable,
      at position: LogPosition
    ) {
      (self.stream, self.node, self.copy, self.mirror) = (stream, node, copy, mirror)
      (stored, reached) = (position, position)
    }

    /// Applies what comes until `isOver` says so.
    /// - Throws: ``ClusterError``, `StoreError`, `DatabaseError`.
    mutating func run(isOver: () -> Bool) throws {
      while !isOver() {
        if let message = try stream.next(within: wholeEnd == nil ? 100 : 0) {
          try take(message)
          if whole.count >= StreamApplier.mostRows { try flush() }
          if let count = partial?.count, count >= StreamApplier.mostRows { try flushLongTransaction(isOver) }
        } else if wholeEnd != nil {
          try flush()
        } else {
          try idle()
        }
        if ContinuousClock.now - sweptAt > .seconds(1) {
          node.removeRetired()
          sweptAt = .now
        }
      }
    }

    // MARK: - Messages

    private mutating func take(_ message: ReplicationMessage) throws(ClusterError) {
      switch message {
      case .keepalive(let end, _):
        // Whatever the server has looked at before is here, and was nothing else for this list.
        if partial != nil { return }
        if let known = wholeEnd { wholeEnd = max(known, end) } else { reach(end) }
      case .data(_, let bytes): try take(try ChangeMessage(bytes))
      }
    }

    private mutating func take(_ message: ChangeMessage) throws(ClusterError) {
      switch message {
      case .begin(let final, _, _):
        partial = []
        // The commit lies behind all that the copy has, unless the server begins further back than it was asked to.
        isKnown = final < stored
      case .commit(let end, _):
        guard let changes = partial else { throw .malformed(reason: "a transaction ends that has not begun") }
        if !isKnown {
          whole += changes
          wholeEnd = end
        }
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
      node.advance(to: position, copy.origin)
    }

    private mutating func didStore(_ position: LogPosition) {
      (stored, storedAt) = (position, .now)
      stream.didApply(position, durable: position)
      reach(position)
    }

    /// Writes all transactions that are whole.
    private mutating func flush() throws {
      guard let end = wholeEnd else { return }
      let (changes, mirror, currentAt) = (whole, mirror, node.currentAt)
      try copy.store.transaction { db in
        for change in changes { try mirror.apply(change, db) }
        try FeedRecord.advance(to: end, currentAt: currentAt, db)
      }
      (whole, wholeEnd) = ([], nil)
      didStore(end)
    }

    /// Writes the transaction that is coming, and waits for the rest of it.
    private mutating func flushLongTransaction(_ isOver: () -> Bool) throws {
      let mirror = mirror
      let end = try copy.store.transaction { db in
        while partial != nil {
          for change in whole { try mirror.apply(change, db) }
          whole = []
          if let changes = partial, changes.count >= StreamApplier.rowsInPiece {
            for change in changes { try mirror.apply(change, db) }
            partial = []
          }
          if let message = try stream.next(within: 100) {
            try take(message)
          } else if isOver() {
            throw ClusterError.stopped
          }
        }
        for change in whole { try mirror.apply(change, db) }
        let end = wholeEnd ?? stored
        try FeedRecord.advance(to: end, currentAt: node.currentAt, db)
        return end
      }
      (whole, wholeEnd) = ([], nil)
      didStore(end)
    }

    /// Notes now and then how far the stream has come without rows for this list, so that the server may forget its log.
    private mutating func idle() throws {
      let isFar = reached.distance(from: stored) >= StreamApplier.idleBytes
      guard reached > stored, isFar || ContinuousClock.now - storedAt > .seconds(StreamApplier.idleSeconds) else {
        return
      }
      let (position, currentAt) = (reached, node.currentAt)
      try copy.store.transaction { try FeedRecord.advance(to: position, currentAt: currentAt, $0) }
      didStore(position)
    }
  }
#endif
