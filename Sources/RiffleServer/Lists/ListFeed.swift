#if Service
  /// What writes a list that is a copy of one elsewhere.
  protocol ListFeed: Sendable {
    /// The name of the list.
    var name: String { get }
    var report: FeedReport { get }
    /// Where the list is written, for people.
    var place: String { get }
    /// Returns when the list has all that was committed before a token.
    /// - Throws: ``Problem`` if it has not in time, or never will.
    func reach(_ token: String) async throws(Problem)
    /// Stops it and closes its stores.
    func stop()
  }

  /// How a list stands to what it is a copy of.
  struct FeedReport: Sendable, Hashable {
    /// copying, following, stale or resyncing.
    let state: String
    /// Of all that is in the list; `nil` before the first copy.
    let token: String?
    /// How far the list is behind, in bytes of the log; `nil` if that is not known.
    let lagBytes: Int?
    /// How old the list is at most, in seconds; `nil` if that is not known.
    let age: Double?
    /// Why it could not be followed the last time, for people.
    let failure: String?

    /// Whether the list may be served beside others.
    func isCurrent(within seconds: Int) -> Bool { token != nil && age.map { $0 <= Double(seconds) } == true }
  }
#endif
