/// An update of a mirror of a list: changes since its state, or all of the list.
///
/// In JSON: `{"token": "…", "changes": {…}}` or
/// `{"token": "…", "snapshot": {"sections": […]}, "selected": ["…"], "traits": {…}}`; see ``ChangeSet`` and ``ListSnapshot``.
/// Changes too have traits if the list's have changed:
/// `{"header": {"text": "…"}, "footer": {…}, "searchPresentation": {"placeholder": "…"}}` and so on, without those that the list
/// lacks.
public struct MirrorUpdate: Sendable, Equatable, Codable {
  /// The state after the update. A mirror sends it with its next request.
  public let token: ListToken
  /// The changes since the mirror's state; `nil` if this is all of the list.
  public let changes: ChangeSet?
  /// The whole visible part, if the state of the mirror is unknown.
  public let snapshot: ListSnapshot?
  /// With a snapshot, all selected rows, whether they show or not.
  public let selected: [RowID]?
  /// The traits of the list, except its sections; `nil` if they have not changed.
  public let traits: ListTraits?

  init(_ changes: ChangeSet, traits: ListTraits?, to token: ListToken) {
    (self.token, self.changes, self.traits, snapshot, selected) = (token, changes, traits, nil, nil)
  }

  init(_ snapshot: ListSnapshot, selected: [RowID], traits: ListTraits, to token: ListToken) {
    (self.token, changes, self.traits, self.snapshot, self.selected) = (token, nil, traits, snapshot, selected)
  }
}

/// An opaque name of a view of a list, known to a ``MirroredList`` as long as it keeps the view.
public struct ListToken: Sendable, Hashable, Codable, CustomStringConvertible {
  let name: String

  /// - Parameter stamp: the stamp of the view.
  fileprivate init(_ stamp: Stamp) { name = "\(process)-\(stamp.number)" }

  /// Decodes a string.
  public init(from decoder: any Decoder) throws { name = try decoder.singleValueContainer().decode(String.self) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  /// - Parameter description: the token in a request.
  public init(description: String) { name = description }

  public var description: String { name }
}

/// The prefix of this process's tokens, unique among processes.
private let process = String(UInt64.random(in: 0...UInt64.max), radix: 36)

extension ListView {
  /// The identity of the view. A server sends the token with the rows that a client shows; the client sends it back to request
  /// the changes since: see ``MirroredList/view()``.
  public var token: ListToken { ListToken(stamp) }
}
