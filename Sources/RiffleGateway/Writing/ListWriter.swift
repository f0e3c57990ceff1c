#if Service && Cluster
  import NIOConcurrencyHelpers
  import NIOPosix
  import RiffleCluster
  import RiffleServer

  /// A writer of a list's items in PostgreSQL.
  final class ListWriter: Sendable {
    private struct State {
      var free: [PostgresConnection] = []
      var count = 0
    }

    private let list, postgres: String
    private let threads: NIOThreadPool
    private let state = NIOLockedValueBox(State())

    /// The largest number of concurrent writes, each with up to two connections.
    private static let most = 16

    init(list: String, postgres: String, _ threads: NIOThreadPool) {
      (self.list, self.postgres, self.threads) = (list, postgres, threads)
    }

    /// The state of an item in an open transaction, which holds the item's lock if the write has a condition.
    private struct Locked: Sendable {
      let connection: PostgresConnection
      let table: ListTable
      /// Whether the item exists; `nil` if the write has no condition.
      let isThere: Bool?
      let token: NodeToken
    }

    /// Writes an item if it meets the condition.
    /// - Parameter tag: returns the tag of the item at a token. The item is locked during the call.
    /// - Returns: a token of the write; `nil` if the list is a table of another shape.
    /// - Throws: `Problem`, and errors of `tag`. Nothing is written then, unless the problem reports an unknown outcome.
    func write(
      _ change: ItemChange, _ condition: Precondition?, tag: (NodeToken) async throws -> String?
    ) async throws -> NodeToken? {
      try take()
      defer { giveBack() }
      guard let locked = try await begin(change, hasCondition: condition != nil) else { return nil }
      var isNew = false
      if let condition, let isThere = locked.isThere {
        if !isThere, change.changesItem { throw change.problem }
        try condition.check(isThere ? try await tag(locked.token) : nil, change.id)
        isNew = !isThere
      }
      return try await finish(locked, change, isNew: isNew)
    }

    /// Takes one of the places of concurrent writes.
    /// - Throws: `Problem` if there is none.
    private func take() throws(Problem) {
      let isTaken = state.withLockedValue { state in
        if state.count >= ListWriter.most { return false }
        state.count += 1
        return true
      }
      if isTaken { return }
      throw Problem(.busy, "\(ListWriter.most) writes are under way: try again in a second", retryAfter: 1)
    }

    private func giveBack() { state.withLockedValue { $0.count -= 1 } }

    /// Begins a transaction. If the write has a condition, locks the item.
    private func begin(_ change: ItemChange, hasCondition: Bool) async throws -> Locked? {
      try await threads.runIfActive { [self] in
        try withConnection { connection in try begin(connection, change, hasCondition: hasCondition) }
      }
    }

    /// Calls `body` with a kept or a new connection, and again with another one if a kept connection has ended.
    /// - Throws: `Problem`.
    private func withConnection<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
      while true {
        let kept = state.withLockedValue { $0.free.popLast() }
        do {
          return try body(try kept ?? PostgresConnection(try ConnectionInfo(postgres)))
        } catch let error as ClusterError {
          // A kept connection may have ended in the meantime.
          if kept != nil, case .disconnected = error { continue }
          throw Problem(writing: error, isCommitting: false)
        } catch let fault as ListTable.Fault {
          throw Problem(fault)
        }
      }
    }

    private func begin(_ connection: PostgresConnection, _ change: ItemChange, hasCondition: Bool) throws -> Locked? {
      try connection.rows(ListWriter.beginning)
      guard let table = try ListTable(list: list, connection) else { return nil }
      let isThere = hasCondition ? try !connection.rows(try table.lock(change.id)).isEmpty : nil
      let token = try token(connection)
      if isThere == true { try flush() }
      return Locked(connection: connection, table: table, isThere: isThere, token: token)
    }

    private static let beginning = "BEGIN; SET LOCAL lock_timeout = '2s'; SET LOCAL statement_timeout = '10s'"

    /// Makes PostgreSQL write its log to disk, up to the present position.
    ///
    /// Nodes get only that part of the log. The lock of an open transaction is in the log too, and stays in memory until another
    /// transaction commits.
    private func flush() throws {
      while true {
        let kept = state.withLockedValue { $0.free.popLast() }
        do throws(ClusterError) {
          let connection = if let kept { kept } else { try PostgresConnection(try ConnectionInfo(postgres)) }
          try connection.rows(
            """
            BEGIN; SET LOCAL synchronous_commit = local; SELECT pg_logical_emit_message(true, 'riffle', ''); COMMIT
            """)
          return state.withLockedValue { $0.free.append(connection) }
        } catch {
          // A kept connection may have ended in the meantime.
          if kept != nil, case .disconnected = error { continue }
          throw error
        }
      }
    }

    private func token(_ connection: PostgresConnection) throws(ClusterError) -> NodeToken {
      let rows = try connection.rows(NodeToken.statement)
      return try NodeToken((rows.first?.first ?? nil) ?? "")
    }

    private func finish(_ locked: Locked, _ change: ItemChange, isNew: Bool) async throws -> NodeToken {
      try await threads.runIfActive { [self] in
        var isCommitting = false
        do {
          let connection = locked.connection
          // If no row is returned, nothing was written. The transaction ends with the connection.
          if try connection.rows(try change.statement(locked.table, isNew: isNew)).isEmpty { throw change.problem }
          isCommitting = true
          try connection.rows("COMMIT")
          let token = try token(connection)
          state.withLockedValue { $0.free.append(connection) }
          return token
        } catch let error as ClusterError {
          throw Problem(writing: error, isCommitting: isCommitting)
        } catch let fault as ListTable.Fault {
          throw Problem(fault)
        }
      }
    }

    // MARK: - Several items

    /// The table of the list; `nil` if it is of another shape.
    /// - Throws: `Problem`.
    func table() async throws(Problem) -> ListTable? {
      do {
        return try await threads.runIfActive { [self] in
          try withConnection { connection in
            let table = try ListTable(list: list, connection)
            state.withLockedValue { $0.free.append(connection) }
            return table
          }
        }
      } catch {
        throw Problem(error)
      }
    }

    /// Writes items in one transaction.
    /// - Returns: the problems of changes that were not made, by their places, and a token of the transaction; `nil` for the token
    ///   if its outcome is not known, as all problems then say.
    /// - Throws: `Problem` if nothing was written.
    func write(_ changes: [ItemChange]) async throws(Problem) -> (problems: [Int: Problem], token: NodeToken?) {
      try take()
      defer { giveBack() }
      do {
        return try await threads.runIfActive { [self] in
          let (connection, problems) = try withConnection { try write(changes, $0) }
          do {
            try connection.rows("COMMIT")
            let token = try token(connection)
            state.withLockedValue { $0.free.append(connection) }
            return (problems, token)
          } catch let error as ClusterError {
            let problem = Problem(writing: error, isCommitting: true)
            return (Dictionary(uniqueKeysWithValues: changes.indices.map { ($0, problem) }), nil)
          }
        }
      } catch {
        throw Problem(error)
      }
    }

    /// Makes changes in a transaction, which is left open.
    private func write(
      _ changes: [ItemChange], _ connection: PostgresConnection
    ) throws -> (PostgresConnection, problems: [Int: Problem]) {
      try connection.rows(ListWriter.beginning)
      guard let table = try ListTable(list: list, connection) else {
        throw Problem(.conflict, "the list “\(list)” is a table that other programs write with SQL", parameter: "list")
      }
      var problems: [Int: Problem] = [:]
      for (place, change) in changes.enumerated() {
        do {
          // If no row is returned, nothing was written.
          if try connection.rows(try change.statement(table, isNew: change.mustBeNew)).isEmpty {
            problems[place] = change.problemOfLine
          }
        } catch let fault as ListTable.Fault {
          problems[place] = Problem(ofLine: fault)
        }
      }
      return (connection, problems)
    }

    // MARK: - The table as a whole

    /// Changes the table in one transaction, while no other program writes it. Other writers wait, or are refused with 503.
    ///
    /// If the gateway is gone for half a minute within the transaction, PostgreSQL ends it.
    ///
    /// - Parameters:
    ///   - prepare: begins the transaction, on a thread that may block, while other programs still write. May be called twice.
    ///   - body: makes the changes.
    /// - Returns: a token of the transaction; `nil` if the list is a table of another shape.
    /// - Throws: `Problem`, and errors of `body`. Nothing is written then, unless the problem reports an unknown outcome.
    func holdingTable(
      prepare: @escaping @Sendable (PostgresConnection, ListTable) throws -> Void = { _, _ in },
      _ body: (HeldTable) async throws -> Void
    ) async throws -> NodeToken? {
      try take()
      defer { giveBack() }
      let held = try await threads.runIfActive { [self] in
        try withConnection { connection -> HeldTable? in
          try connection.rows(ListWriter.holding)
          guard let table = try ListTable(list: list, connection) else { return nil }
          try prepare(connection, table)
          try connection.rows(table.hold)
          return HeldTable(writer: self, connection: connection, table: table)
        }
      }
      guard let held else { return nil }
      try await body(held)
      return try await held.run { [self] connection, _ in
        do throws(ClusterError) {
          try connection.rows("COMMIT")
          let token = try token(connection)
          state.withLockedValue { $0.free.append(connection) }
          return token
        } catch {
          throw Problem(writing: error, isCommitting: true)
        }
      }
    }

    /// Each statement sees what is committed before it begins, so those after the lock see all rows.
    private static let holding = """
      BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = '2s'; SET LOCAL statement_timeout = '10min';
      SET LOCAL idle_in_transaction_session_timeout = '30s'
      """

    /// A table of a list that only one open transaction writes.
    struct HeldTable: Sendable {
      fileprivate let writer: ListWriter
      fileprivate let connection: PostgresConnection
      fileprivate let table: ListTable

      /// Returns a token that all nodes soon reach, at which they have the table as it is.
      /// - Throws: `Problem`.
      func token() async throws -> NodeToken {
        try await run { [writer] connection, _ in
          let token = try writer.token(connection)
          try writer.flush()
          return token
        }
      }

      /// Runs `body` on a thread that may block.
      /// - Throws: `Problem`.
      func run<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection, ListTable) throws -> Result
      ) async throws -> Result {
        try await writer.threads.runIfActive { [connection, table] in
          do {
            return try body(connection, table)
          } catch let error as ClusterError {
            throw Problem(writing: error, isCommitting: false)
          } catch let fault as ListTable.Fault {
            throw Problem(fault)
          }
        }
      }
    }
  }
#endif
