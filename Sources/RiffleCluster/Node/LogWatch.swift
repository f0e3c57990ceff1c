#if Cluster
  import Dispatch
  import Riffle

  /// A thread that reads the end of the primary's log and the definition of the list every second.
  final class LogWatch: Sendable {
    private let end = DispatchSemaphore(value: 0)
    private let thread = Lock<WorkerThread?>(nil)
    private let change = Lock<String?>(nil)

    private static let interval = 1_000

    /// - Parameters:
    ///   - connection: an ordinary one, which nothing else uses.
    ///   - onSample: called on the thread with the end of the log, and the time at which it was requested.
    init(
      _ connection: PostgresConnection, list: String, _ origin: FeedRecord.Origin,
      onSample: @escaping @Sendable (LogPosition, ContinuousClock.Instant) -> Void
    ) {
      let (end, change) = (end, change)
      let publication = PostgresName.literal(origin.publication)
      let query = """
        SELECT pg_current_wal_flush_lsn(),
        (SELECT definition FROM riffle.lists WHERE name = \(PostgresName.literal(list))),
        (SELECT r.prrelid FROM pg_publication AS p JOIN pg_publication_rel AS r ON r.prpubid = p.oid
        WHERE p.pubname = \(publication) LIMIT 1)
        """
      thread.withLock {
        $0 = WorkerThread {
          repeat {
            let now = ContinuousClock.now
            // Without an answer the age of the list grows, which readers see.
            guard let row = try? connection.rows(query).first, row.count == 3 else { continue }
            if let position = row[0].flatMap({ LogPosition($0) }) { onSample(position, now) }
            let reason: String? =
              row[1] != origin.definition
              ? "the definition of the list has changed"
              : row[2] != "\(origin.table)" ? "the publication “\(origin.publication)” has another table" : nil
            if let reason { change.withLock { $0 = reason } }
          } while end.wait(timeout: .now() + .milliseconds(LogWatch.interval)) == .timedOut
        }
      }
    }

    deinit { stop() }

    func stop() {
      end.signal()
      let thread = thread.withLock { $0.take() }
      thread?.join()
    }

    /// Why the list has to be looked at anew; `nil` if it is as it was.
    var changeReason: String? { change.withLock { $0 } }
  }
#endif
