/// What a mirror of a list is sent: changes since the state that it has, or all of it.
///
/// In JSON: `{"token": "…", "changes": {…}}` or `{"token": "…", "snapshot": {"sections": […]}, "selected": ["…"], "traits": {…}}`; see
/// ``ChangeSet`` and ``ListSnapshot``. Traits stand beside changes, too, if the list's have changed:
/// `{"header": {"text": "…"}, "footer": {…}, "searchPresentation": {"placeholder": "…"}}` and so on, each as far as the list has it.
public struct MirrorUpdate: Sendable, Equatable, Codable {
  /// The state after the update. A mirror sends it with its next request.
  public let token: ListToken
  /// What has changed since the mirror's state; `nil` if this is all of the list.
  public let changes: ChangeSet?
  /// All that shows, if the state of the mirror is not known.
  public let snapshot: ListSnapshot?
  /// Beside a snapshot, all rows that are selected, whether they show or not.
  public let selected: [RowID]?
  /// All of the list but its sections; `nil` if it has not changed.
  public let traits: ListTraits?

  init(_ changes: ChangeSet, traits: ListTraits?, to token: ListToken) {
    (self.token, self.changes, self.traits, snapshot, selected) = (token, changes, traits, nil, nil)
  }

  init(_ snapshot: ListSnapshot, selected: [RowID], traits: ListTraits, to token: ListToken) {
    (self.token, changes, self.traits, self.snapshot, self.selected) = (token, nil, traits, snapshot, selected)
  }
}

/// Names a view of a list: opaque, and known to a ``MirroredList`` as long as that keeps the view.
public struct ListToken: Sendable, Hashable, Codable, CustomStringConvertible {
  let name: String

  /// - Parameter stamp: that of the view.
  fileprivate init(_ stamp: Stamp) { name = "\(process)-\(stamp.number)" }

  /// In JSON it is a string.
  public init(from decoder: any Decoder) throws { name = try decoder.singleValueContainer().decode(String.self) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  /// - Parameter description: as a request brings it.
  public init(description: String) { name = description }

  public var description: String { name }
}

/// The tokens of no other process begin so.
private let process = String(UInt64.random(in: 0...UInt64.max), radix: 36)

extension ListView {
  /// Identifies the view. A server sends the token with the rows that a client shows, and the client sends it back to ask for the
  /// changes since: see ``MirroredList/view()``.
  public var token: ListToken { ListToken(stamp) }
}
