#if Cluster
  /// How far a node is behind its primary, in bytes of the log and in time.
  ///
  /// The primary is asked now and then up to where its log reaches. A node that has come to such a position is as the primary was
  /// when it was asked.
  struct LagTracker: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// What the primary has said, and the node has not come to, in order.
    private var awaited: [(position: LogPosition, at: Instant)] = []
    private var last: LogPosition?
    private(set) var position: LogPosition?
    /// The node is at least as the primary was then; `nil` if that is not known.
    private(set) var currentAt: Instant?

    /// More samples than these are thinned out: a node that is far behind needs no exact age.
    private static let mostSamples = 1_024

    /// - Parameter currentAt: when the copy at hand was last known to be as the primary was.
    init(position: LogPosition?, currentAt: Instant?) { (self.position, self.currentAt) = (position, currentAt) }

    /// Notes what the primary has said.
    /// - Parameter at: when it was asked.
    mutating func sample(_ position: LogPosition, at: Instant) {
      last = position
      if let reached = self.position, position <= reached { return didReach(at) }
      if let newest = awaited.last, newest.position >= position { return }
      awaited.append((position, at))
      if awaited.count > LagTracker.mostSamples {
        awaited = awaited.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      }
    }

    /// Notes how far the node has come.
    mutating func advance(to position: LogPosition) {
      self.position = position
      let count = awaited.prefix { $0.position <= position }.count
      if count == 0 { return }
      didReach(awaited[count - 1].at)
      awaited.removeFirst(count)
    }

    private mutating func didReach(_ at: Instant) { currentAt = max(currentAt ?? at, at) }

    /// In bytes of the log; `nil` if the primary has not been asked.
    var byteCount: Int? { last.map { $0.distance(from: position ?? .start) } }

    /// How old the list is at most, in seconds; `nil` if that is not known.
    func age(at now: Instant = .now) -> Double? {
      currentAt.map { (now - $0) / .seconds(1) }
    }
  }
#endif
