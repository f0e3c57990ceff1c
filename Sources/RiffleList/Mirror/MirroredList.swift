import Riffle

/// The server's side of mirrors: returns to each the changes since its state.
///
///     let mirrored = MirroredList(list)
///     let update = try mirrored.update(since: request.token)  // as JSON
///
/// It keeps the views of the last states that were sent, so a mirror with an older state gets all of the list. Any number of
/// threads may use it.
public final class MirroredList: Sendable {
  private let list: ListModel
  private let filter: ListFilter?
  private let limit: Int
  /// The last states that were sent, the newest last.
  private let sent = Lock<[State]>([])

  private struct State {
    let shown: LazyView
    let view: ListView
  }

  /// - Parameters:
  ///   - filter: the filter of the mirrors; `nil` for the list's own filter.
  ///   - limit: the number of states to keep, at least one.
  public init(_ list: ListModel, through filter: ListFilter? = nil, keeping limit: Int = 16) {
    (self.list, self.filter, self.limit) = (list, filter, max(1, limit))
  }

  /// Returns the update that brings a mirror to the present view.
  ///
  /// - Parameter token: the token of the mirror's state; `nil` if it has none.
  /// - Throws: ``ListError`` of the filter; see ``ListModel/view(through:)``.
  /// - Complexity: that of ``ListView/changes(since:)``; O(*n*) if the token is not known.
  public func update(since token: ListToken?) throws(ListError) -> MirrorUpdate {
    let (now, earlier) = try views(since: token)
    if let earlier {
      let changes = try now.changes(since: earlier)
      return MirrorUpdate(changes, traits: now.traits == earlier.traits ? nil : now.traits, to: now.token)
    }
    let selected = now.base.selectedRows.map(\.id)
    return MirrorUpdate(now.snapshot(), selected: selected, traits: now.traits, to: now.token)
  }

  /// Returns the view that mirrors show now. A client may be sent any part of it, such as the first rows, with its
  /// ``ListView/token``, and continue by ``update(since:)``.
  ///
  /// - Throws: ``ListError`` of the filter; see ``ListModel/view(through:)``.
  public func view() throws(ListError) -> ListView { try views(since: nil).now }

  /// Returns the present view, and that of a token.
  private func views(since token: ListToken?) throws(ListError) -> (now: ListView, earlier: ListView?) {
    let shown = list.state.withLock { $0.shown }
    let known = sent.withLock { $0 }
    let earlier = known.last { $0.view.token == token }?.view
    if let last = known.last, last.shown === shown { return (last.view, earlier) }
    // Computed without a lock, because a predicate of the filter may call anything.
    let view = if let filter { try list.view(through: filter) } else { shown.view }
    let (now, gone) = sent.withLock { sent -> (ListView, [State]) in
      if let other = sent.last(where: { $0.shown === shown }) { return (other.view, []) }
      sent.append(State(shown: shown, view: view))
      let gone = Array(sent.prefix(max(0, sent.count - limit)))
      sent.removeFirst(gone.count)
      return (view, gone)
    }
    // Releases the contents of views without the lock.
    withExtendedLifetime((known, gone)) {}
    return (now, earlier)
  }
}
