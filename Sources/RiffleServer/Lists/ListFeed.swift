#if Service
  import RiffleStore

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
    /// Returns when the list has all changes before a cursor.
    /// - Throws: ``Problem`` if it has not in time, or never will.
    func reach(cursor: String) async throws(Problem)
    /// Returns the items that have been written since a cursor. Blocks the thread.
    /// - Parameters:
    ///   - cursor: one that the list has reached, of this copy or another one; `nil` for the present one, without changes.
    ///   - limit: the most items, and their most bytes together; see `ListStore.changes(since:limit:byteLimit:)`.
    /// - Throws: ``Problem``, also if the changes are no longer recorded.
    func changes(since cursor: String?, limit: Int, byteLimit: Int) throws(Problem) -> FeedChanges
    /// Stops the feed and closes its stores.
    func stop()
  }

  /// Changes of a copy.
  struct FeedChanges: Sendable {
    /// The cursor behind them.
    let cursor: String
    let changes: [StoreChanges.Change]
    /// Whether there are more changes already.
    let hasMore: Bool
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
