#if Service
  import Foundation

  /// What holds for a list that is to be made.
  public struct RemoteListSettings: Sendable, Hashable, Encodable {
    /// How the items stand in the list.
    public enum Arrangement: String, Sendable, Hashable, Encodable {
      /// As they have come.
      case arrival
      /// By section, then by position, then as they have come.
      case sections
      /// By the alphabet of the first of the ``RemoteListSettings/locales``.
      case alphabet
    }

    public var arrangement = Arrangement.arrival
    /// The languages of an alphabet, as in `sv` or `de-AT`; `nil` for the other arrangements.
    public var locales: [String]?
    /// Conditions by the names of scopes: SQL over the columns of a list's items.
    public var scopes: [String: String] = [:]
    public var isCaseSensitive = false
    public var titlesArePaths = false
    public var romanizesTitles = false

    public init() {}
  }

  /// Lists that are made and dropped with a key of role `admin`, on a server that has a folder for them.
  extension RiffleClient {
    /// Makes an empty list. Nothing is done if there is such a list already, with the same settings.
    /// - Throws: ``ServerProblem``, also if there is another list of that name, and what the connection throws.
    public func makeList(_ name: String, _ settings: RemoteListSettings = RemoteListSettings()) async throws {
      _ = try await send("PUT", "/v1/lists/\(Self.part(name))", try JSONEncoder().encode(settings))
    }

    /// Drops a list, with its items, its index and its changes.
    /// - Throws: ``ServerProblem``, also if there is none, and what the connection throws.
    public func dropList(_ name: String) async throws {
      _ = try await send("DELETE", "/v1/lists/\(Self.part(name))", nil)
    }
  }
#endif
