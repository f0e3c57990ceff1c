/// A copy of the visible part of a remote list, such as one on a server, updated by ``MirrorUpdate`` values.
///
///     var mirror = ListMirror()
///     let update = try decoder.decode(MirrorUpdate.self, from: await server.update(since: mirror.token))
///     let changes = try mirror.apply(update)  // for the table view
public struct ListMirror: Sendable, Equatable {
  public private(set) var snapshot = ListSnapshot()
  public private(set) var selected: Set<RowID> = []
  /// The list's header and footer, and the defaults of its rows.
  public private(set) var traits = ListTraits()
  /// The token to request the next update with; `nil` before the first.
  public private(set) var token: ListToken?

  public init() {}

  /// Applies an update.
  ///
  /// - Returns: the change of the snapshot.
  /// - Throws: ``ListMirrorError`` if the update does not continue this state; the mirror is then unchanged. Request an update
  ///   without a token.
  @discardableResult
  public mutating func apply(_ update: MirrorUpdate) throws(ListMirrorError) -> ChangeSet {
    var changes: ChangeSet
    let after: ListSnapshot
    if let sent = update.changes {
      changes = sent
      do { after = try changes.apply(to: snapshot) } catch { throw .changes(error) }
    } else {
      after = update.snapshot ?? ListSnapshot()
      do { changes = try ChangeSet(from: snapshot, to: after) } catch { throw .snapshot(error) }
      let now = Set(update.selected ?? [])
      changes.selected = now.subtracting(selected).sorted()
      changes.deselected = selected.subtracting(now).sorted()
    }
    snapshot = after
    selected = selected.subtracting(changes.deselected).union(changes.selected)
    traits = update.traits ?? traits
    token = update.token
    return changes
  }
}

/// The reason why an update cannot be applied to a mirror.
public enum ListMirrorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The changes were made for another state.
  case changes(ChangeSetError)
  /// The snapshot has two sections or rows of one id.
  case snapshot(ListError)

  public var description: String {
    switch self {
    case .changes(let error): "the update goes on from another state, so ask for all of the list: \(error)"
    case .snapshot(let error): "the snapshot cannot be shown: \(error)"
    }
  }
}
