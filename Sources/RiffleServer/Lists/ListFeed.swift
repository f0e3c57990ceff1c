#if Service
  /// The source of a list that is a copy.
  protocol ListFeed: Sendable {
    /// The name of the list.
    var name: String { get }
    /// The part of the list that is copied, as in `0/4`; `nil` for all of it.
    var shard: String? { get }
    var report: FeedReport { get }
    /// The place where the list is written, in readable form.
    var place: String { get }
    /// Returns when the list has everything that was committed before a token.
    /// - Throws: ``Problem`` if it has not in time, or never will.
    func reach(_ token: String) async throws(Problem)
    /// Stops the feed and closes its stores.
    func stop()
  }

  /// The state of a copy in relation to its source.
  struct FeedReport: Sendable, Hashable {
    /// copying, following, stale or resyncing.
    let state: String
    /// The token of the copy's present content; `nil` before the first copy.
    let token: String?
    /// The distance of the list behind its source, in bytes of the log; `nil` if it is unknown.
    let lagBytes: Int?
    /// The greatest possible age of the list, in seconds; `nil` if it is unknown.
    let age: Double?
    /// The reason why the last attempt to follow failed, in readable form.
    let failure: String?

    /// Returns whether the list may be served beside others.
    func isCurrent(within seconds: Int) -> Bool { token != nil && age.map { $0 <= Double(seconds) } == true }
  }
#endif
