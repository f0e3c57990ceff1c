#if Cluster
  import CPostgres
  import Glibc
  import Riffle

  // Unsafe memory: `PGconn` is reached under a lock only, and finished when nothing has this object any more. What libpq gives
  // of a result or a copied row is read before it is cleared or freed, in the same function.

  /// A connection to PostgreSQL, for one thread that waits for it; ``send(_:)`` may be called from a second one.
  ///
  /// Waiting is done here, in slices of a tenth of a second, and not in libpq, so that it ends soon after `isStopping` returns `true`.
  package final class PostgresConnection: Sendable {
    private struct Handle: @unchecked Sendable { let connection: OpaquePointer }

    private let handle: Lock<Handle>
    private let socket: Int32
    private let isStopping: @Sendable () -> Bool

    private static let slice: Int32 = 100
    /// In seconds, unless the connection string has another one.
    private static let connectTimeout = 10

    /// Settings that decide how values are printed, so that those of server, database and role do not count.
    private static let session =
      "-c datestyle=ISO -c intervalstyle=iso_8601 -c timezone=UTC -c bytea_output=hex -c extra_float_digits=1 "
      + "-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=0"

    /// Connects to the first host that accepts a connection and takes writes.
    /// - Parameters:
    ///   - isReplicating: whether the connection takes the commands of the replication protocol, beside SQL.
    ///   - isStopping: ends all waiting when it returns `true`.
    /// - Throws: ``ClusterError``, of the host that got furthest.
    package init(
      _ info: ConnectionInfo, isReplicating: Bool = false, isStopping: @escaping @Sendable () -> Bool = { false }
    ) throws(ClusterError) {
      var parameters = [
        "target_session_attrs": "read-write", "fallback_application_name": "riffle", "keepalives_idle": "10",
        "keepalives_interval": "5", "keepalives_count": "3", "tcp_user_timeout": "30000", "client_encoding": "UTF8",
        "options": PostgresConnection.session, "connect_timeout": "\(PostgresConnection.connectTimeout)",
      ]
      if isReplicating { parameters["replication"] = "database" }
      var failure: ClusterError?
      var opened: Handle?
      for host in info.hosts(parameters) where opened == nil {
        do throws(ClusterError) {
          opened = try PostgresConnection.connect(host, isStopping)
        } catch {
          if case .stopped = error { throw error }
          // A refusal is more specific than a host that does not answer.
          if case .unreachable = error, failure != nil { continue }
          failure = error
        }
      }
      guard let opened else { throw failure ?? .unreachable(reason: "there is no host") }
      socket = PQsocket(opened.connection)
      PQsetnonblocking(opened.connection, 1)
      handle = Lock(opened)
      self.isStopping = isStopping
    }

    deinit { handle.withLock { PQfinish($0.connection) } }

    // MARK: - Connecting

    private static func connect(
      _ parameters: [String: String], _ isStopping: () -> Bool
    ) throws(ClusterError) -> Handle {
      let names = parameters.keys.sorted()
      let connection = withStrings(names) { names -> OpaquePointer? in
        withStrings(parameters.sorted { $0.key < $1.key }.map(\.value)) { values in
          PQconnectStartParams(names, values, 0)
        }
      }
      guard let connection else { throw .unreachable(reason: "there is no memory for a connection") }
      do throws(ClusterError) {
        // With SQLSTATE codes, which classify refusals.
        PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
        let seconds = parameters["connect_timeout"].flatMap { Int($0) } ?? connectTimeout
        let end = ContinuousClock.now + .seconds(seconds > 0 ? seconds : 1 << 20)
        while true {
          let status = PQstatus(connection) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PQconnectPoll(connection)
          if status == PGRES_POLLING_OK { return Handle(connection: connection) }
          if status == PGRES_POLLING_FAILED { throw failure(connection) }
          let events = Int16(status == PGRES_POLLING_READING ? POLLIN : POLLOUT)
          while try !wait(PQsocket(connection), events, slice, isStopping) {
            if ContinuousClock.now > end {
              let place = parameters["host"] ?? parameters["hostaddr"] ?? "the server"
              throw .unreachable(reason: "\(place) has not answered within \(seconds) s")
            }
          }
        }
      } catch {
        PQfinish(connection)
        throw error
      }
    }

    /// - Returns: whether the socket is ready.
    private static func wait(
      _ socket: Int32, _ events: Int16, _ milliseconds: Int32, _ isStopping: () -> Bool
    ) throws(ClusterError) -> Bool {
      if isStopping() { throw .stopped }
      var waiting = pollfd(fd: socket, events: events, revents: 0)
      let count = poll(&waiting, 1, milliseconds)
      if count < 0, errno != EINTR { throw .disconnected(reason: String(cString: strerror(errno))) }
      return count > 0
    }

    /// Calls `body` with C strings of texts and a null pointer behind them.
    private static func withStrings<Result>(
      _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result?
    ) -> Result? {
      let copies = texts.map { strdup($0) }
      defer { for copy in copies { free(copy) } }
      return (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { $0.baseAddress.flatMap(body) }
    }

    /// Why a connection could not be made, by the SQLSTATE in its message, if the server has sent one.
    private static func failure(_ connection: OpaquePointer) -> ClusterError {
      let text = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix("LOCATION:") }
      let message = lines.joined(separator: " ").trimmingSpace
      let state = message.firstMatch(of: #/: {2}([0-9A-Z]{5}): /#).map { String($0.output.1) }
      let plain = state.map { message.replacing("\($0): ", with: "", maxReplacements: 1) } ?? message
      switch state {
      case "28000"?, "28P01"?: return .notAuthenticated(reason: plain)
      case "53300"?: return .noFreeSlot(reason: plain)
      case "42501"?: return .noReplicationRight(role: PQuser(connection).map { String(cString: $0) } ?? "")
      case "57P03"?, "53400"?, nil: break
      case let state?: return .refused(state: state, message: plain)
      }
      if plain.contains("certificate") || plain.contains("SSL error") { return .certificate(reason: plain) }
      if plain.contains("no password supplied") { return .notAuthenticated(reason: plain) }
      if plain.contains("session is read-only") || plain.contains("hot standby") { return .isStandby }
      return .unreachable(reason: plain)
    }

    // MARK: - Statements

    /// Runs statements and returns the rows of the last one as PostgreSQL prints them, `nil` for `NULL`.
    /// - Throws: ``ClusterError``.
    @discardableResult
    package func rows(_ sql: String) throws(ClusterError) -> [[String?]] {
      try start(sql)
      var rows: [[String?]] = []
      while let result = try nextResult() {
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK:
          rows = (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { column in
              PQgetisnull(result, row, column) == 1 ? nil : PQgetvalue(result, row, column).map { String(cString: $0) }
            }
          }
        case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: rows = []
        default: throw try refusal(result)
        }
      }
      return rows
    }

    /// Runs a `COPY … TO STDOUT` and calls `body` with each line.
    /// - Throws: ``ClusterError``, and what `body` throws; the connection is of no use then.
    package func copyOut(_ sql: String, _ body: ([UInt8]) throws -> Void) throws {
      try begin(sql, PGRES_COPY_OUT)
      while true {
        switch try receive(within: .max) {
        case .bytes(let bytes): try body(bytes)
        case .nothing: break
        case .end: return
        }
      }
    }

    /// Runs a `COPY … FROM STDIN` with the lines that `body` sends.
    /// - Throws: ``ClusterError``, and what `body` throws; the connection is of no use then.
    package func copyIn(_ sql: String, _ body: (_ send: ([UInt8]) throws -> Void) throws -> Void) throws {
      try begin(sql, PGRES_COPY_IN)
      var piece: [UInt8] = []
      try body { line in
        piece += line
        guard piece.count >= PostgresConnection.bytesAtOnce else { return }
        try send(piece)
        piece.removeAll(keepingCapacity: true)
      }
      if !piece.isEmpty { try send(piece) }
      while handle.withLock({ PQputCopyEnd($0.connection, nil) }) == 0 { try waitToSend() }
      try flush()
      try finishCopy()
    }

    private static let bytesAtOnce = 1 << 16

    /// Starts a copy in both directions, such as `START_REPLICATION`.
    /// - Throws: ``ClusterError``.
    func copyBoth(_ command: String) throws(ClusterError) { try begin(command, PGRES_COPY_BOTH) }

    private func begin(_ sql: String, _ status: ExecStatusType) throws(ClusterError) {
      try start(sql)
      guard let result = try nextResult() else { throw .disconnected(reason: "a copy has not begun") }
      defer { PQclear(result) }
      guard PQresultStatus(result) == status else { throw try refusal(result) }
    }

    private func start(_ sql: String) throws(ClusterError) {
      guard handle.withLock({ PQsendQuery($0.connection, sql) }) == 1 else { throw broken() }
      try flush()
    }

    /// - Returns: `nil` behind the last one.
    private func nextResult() throws(ClusterError) -> OpaquePointer? {
      while handle.withLock({ PQisBusy($0.connection) }) == 1 { _ = try consume(within: .max) }
      return handle.withLock { PQgetResult($0.connection) }
    }

    /// Reads what the server refuses, and all that follows it.
    private func refusal(_ result: OpaquePointer) throws(ClusterError) -> ClusterError {
      func field(_ code: Int32) -> String? { PQresultErrorField(result, code).map { String(cString: $0) } }
      let state = field(Int32(UInt8(ascii: "C"))) ?? ""
      let message = field(Int32(UInt8(ascii: "M"))) ?? String(cString: PQresultErrorMessage(result))
      let hint = [message.trimmingSpace, field(Int32(UInt8(ascii: "D")))].compactMap { $0 }.joined(separator: ": ")
      // A connection that a copy has ended in may have no further result.
      if state.isEmpty { return .disconnected(reason: hint) }
      if state.hasPrefix("57P") { return .disconnected(reason: hint) }
      while let next = try nextResult() { PQclear(next) }
      return .refused(state: state, message: hint)
    }

    private func broken() -> ClusterError {
      .disconnected(reason: handle.withLock { String(cString: PQerrorMessage($0.connection)) }.trimmingSpace)
    }

    // MARK: - Copied data

    enum Received {
      case bytes([UInt8])
      /// Nothing came in time.
      case nothing
      /// The server has ended the copy.
      case end
    }

    /// Returns the next piece of data of a copy; a server sends one for each row or message.
    /// - Parameter milliseconds: how long to wait for it; 0 for what is there.
    /// - Throws: ``ClusterError``.
    func receive(within milliseconds: Int) throws(ClusterError) -> Received {
      while true {
        let (count, bytes) = handle.withLock { handle -> (Int32, [UInt8]) in
          var buffer: UnsafeMutablePointer<CChar>?
          let count = PQgetCopyData(handle.connection, &buffer, 1)
          guard count > 0, let buffer else { return (count, []) }
          defer { PQfreemem(buffer) }
          return (count, Array(UnsafeRawBufferPointer(start: buffer, count: Int(count))))
        }
        switch count {
        case 1...: return .bytes(bytes)
        case 0: if try !consume(within: milliseconds) { return .nothing }
        case -1:
          try finishCopy()
          return .end
        default: throw broken()
        }
      }
    }

    private func finishCopy() throws(ClusterError) {
      while let result = try nextResult() {
        defer { PQclear(result) }
        let status = PQresultStatus(result)
        if status == PGRES_COPY_IN || status == PGRES_COPY_BOTH || status == PGRES_COPY_OUT { return }
        if status != PGRES_COMMAND_OK { throw try refusal(result) }
      }
    }

    /// Sends a piece of data of a copy. Other threads may receive meanwhile.
    /// - Throws: ``ClusterError``.
    func send(_ bytes: [UInt8]) throws(ClusterError) {
      while true {
        let result = handle.withLock { handle in
          bytes.withUnsafeBytes { bytes in
            PQputCopyData(handle.connection, bytes.assumingMemoryBound(to: CChar.self).baseAddress, Int32(bytes.count))
          }
        }
        if result == 1 { break }
        if result < 0 { throw broken() }
        try waitToSend()
      }
      try flush()
    }

    private func flush() throws(ClusterError) {
      while true {
        let result = handle.withLock { PQflush($0.connection) }
        if result == 0 { return }
        if result < 0 { throw broken() }
        try waitToSend()
      }
    }

    private func waitToSend() throws(ClusterError) {
      // The server may itself wait until its data is read.
      if try PostgresConnection.wait(socket, Int16(POLLIN | POLLOUT), PostgresConnection.slice, isStopping),
        handle.withLock({ PQconsumeInput($0.connection) }) == 0
      {
        throw broken()
      }
    }

    /// Waits for data and reads it into libpq's buffer.
    /// - Returns: `false` if none came in time.
    private func consume(within milliseconds: Int) throws(ClusterError) -> Bool {
      var left = milliseconds
      while true {
        let slice = Int32(min(left, Int(PostgresConnection.slice)))
        if try PostgresConnection.wait(socket, Int16(POLLIN), slice, isStopping) {
          if handle.withLock({ PQconsumeInput($0.connection) }) == 0 { throw broken() }
          return true
        }
        if left != .max { left -= Int(slice) }
        if left <= 0 { return false }
      }
    }
  }
#endif
