#if Service
  import Foundation

  /// The settings of a new list.
  public struct RemoteListSettings: Sendable, Hashable, Encodable {
    /// The arrangement of the items.
    public enum Arrangement: String, Sendable, Hashable, Encodable {
      /// In the order of arrival.
      case arrival
      /// By section, then by position, then in the order of arrival.
      case sections
      /// By the alphabet of the first of the ``RemoteListSettings/locales``.
      case alphabet
    }

    public var arrangement = Arrangement.arrival
    /// The languages of an alphabet, such as `sv` or `de-AT`; `nil` for the other arrangements.
    public var locales: [String]?
    /// The conditions of scopes, by name: SQL over the columns of a list's items.
    public var scopes: [String: String] = [:]
    /// The fields that items are filtered, counted and sorted by.
    public var fields: [RemoteFieldDefinition] = []
    public var isCaseSensitive = false
    public var titlesArePaths = false
    public var romanizesTitles = false
    /// Words and phrases of queries that stand for others: a line for each group, with commas between its texts, as in
    /// `nyc, new york city`.
    public var synonyms: String?

    public init() {}
  }

  /// Creating, changing and dropping lists with a key of role `admin`, on a server with a folder for them.
  extension RiffleClient {
    /// Creates an empty list. Does nothing if there is already such a list with the same settings.
    /// - Throws: ``ServerProblem``, also if there is another list of that name, and errors of the connection.
    public func makeList(_ name: String, _ settings: RemoteListSettings = RemoteListSettings()) async throws {
      _ = try await send("PUT", "/v1/lists/\(Self.part(name))", try JSONEncoder().encode(settings))
    }

    /// Replaces the fields of a list. Fields that stay keep their values; those of removed fields are lost.
    ///
    /// Searches find the list as it was until this returns; writes fail meanwhile, and can be repeated. Live searches end, and
    /// can be opened again.
    /// - Throws: ``ServerProblem``, also if there is no such list, and errors of the connection.
    public func setFields(_ fields: [RemoteFieldDefinition], of list: String) async throws {
      _ = try await send(
        "PUT", "/v1/lists/\(Self.part(list))/fields", try JSONEncoder().encode(["fields": fields]))
    }

    /// Drops a list, with its items, its index and its changes.
    /// - Throws: ``ServerProblem``, also if there is none, and errors of the connection.
    public func dropList(_ name: String) async throws {
      _ = try await send("DELETE", "/v1/lists/\(Self.part(name))", nil)
    }
  }

  /// The synonyms of a list, with a key of role `admin`.
  extension RiffleClient {
    /// Returns the synonyms of a list; see ``RemoteListSettings/synonyms``.
    /// - Throws: ``ServerProblem``, and errors of the connection.
    public func synonyms(of list: String) async throws -> String {
      String(decoding: try await send("GET", synonymsPath(list), nil).0, as: UTF8.self)
    }

    /// Replaces the synonyms of a list. Searches that begin later use them, and live searches follow.
    /// - Parameter synonyms: as ``RemoteListSettings/synonyms``; empty for none.
    /// - Throws: ``ServerProblem`` that names the line of an error, and errors of the connection.
    public func setSynonyms(_ synonyms: String, of list: String) async throws {
      _ = try await send("PUT", synonymsPath(list), Data(synonyms.utf8), type: "text/plain; charset=utf-8")
    }

    private func synonymsPath(_ list: String) -> String { "/v1/lists/\(Self.part(list))/synonyms" }
  }
#endif
