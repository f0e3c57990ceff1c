#if Cluster
  import Dispatch
  import Glibc
  import Riffle

  /// The stream of a slot: changes in, reports of progress out.
  ///
  /// One thread reads; a second one, which this object has, reports every second, so that a server never takes a follower for
  /// dead that is busy with a long transaction.
  final class ReplicationStream: Sendable {
    private struct Progress: Sendable {
      var received: LogPosition
      var durable: LogPosition
      var isWaitedFor = false
      var isOver = false
    }

    private let connection: PostgresConnection
    private let progress: Lock<Progress>
    private let wake = DispatchSemaphore(value: 0)
    private let reporter = Lock<WorkerThread?>(nil)
    private let heardAt: Lock<ContinuousClock.Instant>

    /// In milliseconds: between reports, and between those while a reader waits for a token.
    private static let (reportInterval, waitInterval) = (1_000, 50)
    /// In seconds: a server that has not answered reports for so long is taken for gone.
    private static let longestSilence = 60

    /// - Parameter position: all changes up to there have been applied.
    /// - Throws: ``ClusterError``.
    init(
      _ connection: PostgresConnection, slot: String, publication: String, from position: LogPosition
    ) throws(ClusterError) {
      self.connection = connection
      progress = Lock(Progress(received: position, durable: position))
      heardAt = Lock(.now)
      let names = PostgresName.literal(PostgresName.quoted(publication))
      do throws(ClusterError) {
        try connection.copyBoth(
          """
          START_REPLICATION SLOT \(PostgresName.quoted(slot)) LOGICAL \(position) \
          (proto_version '2', publication_names \(names), messages 'true')
          """)
      } catch {
        throw ReplicationStream.error(error, slot)
      }
      let (progress, wake) = (progress, wake)
      reporter.withLock { $0 = WorkerThread { ReplicationStream.report(connection, progress, wake) } }
    }

    deinit { stop() }

    /// Ends the reports. Returns when the second thread is done.
    func stop() {
      progress.withLock { $0.isOver = true }
      wake.signal()
      let thread = reporter.withLock { $0.take() }
      thread?.join()
    }

    private static func error(_ error: ClusterError, _ slot: String) -> ClusterError {
      guard case .refused(let state, let message) = error else { return error }
      return switch state {
      case "55006": .slotInUse(name: slot, reason: message)
      case "55000", "42704": .slotLost(name: slot, reason: message)
      case "53300", "53400": .noFreeSlot(reason: message)
      default: error
      }
    }

    // MARK: - Reading

    /// Returns the next message.
    /// - Parameter milliseconds: how long to wait for it; 0 for one that is there.
    /// - Returns: `nil` if none came in time.
    /// - Throws: ``ClusterError``.
    func next(within milliseconds: Int) throws(ClusterError) -> ReplicationMessage? {
      switch try connection.receive(within: milliseconds) {
      case .bytes(let bytes):
        heardAt.withLock { $0 = .now }
        return try ReplicationMessage(bytes)
      case .nothing:
        let silence = heardAt.withLock { ContinuousClock.now - $0 }
        if silence > .seconds(ReplicationStream.longestSilence) {
          throw .disconnected(reason: "the server has been silent for \(ReplicationStream.longestSilence) s")
        }
        return nil
      case .end: throw .disconnected(reason: "the server has ended the stream")
      }
    }

    // MARK: - Reporting

    /// - Parameters:
    ///   - received: all changes up to there have been applied.
    ///   - durable: and these are on disk; `nil` if no more than before.
    func didApply(_ received: LogPosition, durable: LogPosition?) {
      progress.withLock { progress in
        progress.received = max(progress.received, received)
        if let durable { progress.durable = max(progress.durable, durable) }
      }
    }

    /// Sends reports, which the server answers with its position, every 50 ms until ``didReach()``.
    func hurry() {
      progress.withLock { $0.isWaitedFor = true }
      wake.signal()
    }

    func didReach() { progress.withLock { $0.isWaitedFor = false } }

    private static func report(
      _ connection: PostgresConnection, _ progress: Lock<Progress>, _ wake: DispatchSemaphore
    ) {
      while true {
        let now = progress.withLock { $0 }
        if now.isOver { return }
        let bytes = ReplicationMessage.status(
          received: now.received, durable: now.durable, time: microseconds(), wantsReply: true)
        // The thread that reads finds out what is wrong.
        do throws(ClusterError) { try connection.send(bytes) } catch { return }
        let interval = now.isWaitedFor ? waitInterval : reportInterval
        _ = wake.wait(timeout: .now() + .milliseconds(interval))
      }
    }

    /// Since 2000, as the protocol has it.
    private static func microseconds() -> Int64 {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return (Int64(time.tv_sec) - 946_684_800) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
  }
#endif
