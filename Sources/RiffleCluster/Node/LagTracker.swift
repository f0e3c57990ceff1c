#if Cluster
  /// How far a node is behind its primary, in bytes of the log and in time.
  ///
  /// Samples of the end of the primary's log have a time. A node that has reached the position of a sample is at least as current
  /// as the primary was at that time.
  struct LagTracker: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// Samples that the node has not reached, in order.
    private var awaited: [(position: LogPosition, at: Instant)] = []
    private var last: LogPosition?
    private(set) var position: LogPosition?
    /// The node is at least as the primary was then; `nil` if that is not known.
    private(set) var currentAt: Instant?

    /// More samples than these are thinned out: a node that is far behind needs no exact age.
    private static let mostSamples = 1_024

    /// - Parameter currentAt: when the copy at hand was last known to be as the primary was.
    init(position: LogPosition?, currentAt: Instant?) { (self.position, self.currentAt) = (position, currentAt) }

    /// Adds a sample of the end of the primary's log.
    /// - Parameter at: when the request for it was sent.
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

    /// In bytes of the log; `nil` before the first sample.
    var byteCount: Int? { last.map { $0.distance(from: position ?? .start) } }

    /// How old the list is at most, in seconds; `nil` if that is not known.
    func age(at now: Instant = .now) -> Double? {
      currentAt.map { (now - $0) / .seconds(1) }
    }
  }
#endif
