#if Service
  /// The settings of a server.
  public struct ServerSettings: Sendable, Hashable {
    /// A list that is served.
    public struct List: Sendable, Hashable {
      /// The name in paths.
      public var name: String
      /// The path of the database.
      public var path: String
      /// The table that the store follows; `nil` for the store's own.
      public var table: String?
      /// The conditions of scopes, by name: SQL over the columns of the store's table; `nil` for those of the list.
      public var scopes: [String: String]?

      public init(name: String, path: String, table: String? = nil, scopes: [String: String]? = nil) {
        (self.name, self.path, self.table, self.scopes) = (name, path, table, scopes)
      }

      /// Returns whether a list may have this name.
      package static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.count <= 64
          && name.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
              || 48...57 ~= byte || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          }
      }
    }

    /// A list in PostgreSQL that the server copies and follows.
    public struct Follow: Sendable, Hashable {
      /// A connection string of libpq.
      public var connection: String
      /// The name of the list, in the database and in paths.
      public var list: String
      /// The part of the list, as `0/4`; `nil` for all of it.
      public var shard: String?
      /// The folder of the copy.
      public var folder: String

      public init(connection: String, list: String, shard: String? = nil, folder: String) {
        (self.connection, self.list, self.shard, self.folder) = (connection, list, shard, folder)
      }
    }

    public var lists: [List]
    /// `nil` for none.
    public var follow: Follow?
    /// The age of a copy above which it is not ready, in seconds.
    public var maxLagSeconds = 5
    /// The path of a folder of lists, which are served too; admin keys create lists in it while the server runs. `nil` for none.
    public var folder: String?
    public var host = "127.0.0.1"
    /// 0 for any free port.
    public var port = 8080
    /// The path of the file of keys; `nil` if no key is needed.
    public var keys: String?
    /// Whether the stores are only read, because another process writes them.
    public var isReadOnly = false
    /// Files in PEM; both or none.
    public var certificate, privateKey: String?
    /// Other sites whose pages may send requests; `*` for any.
    public var origins: [String] = []
    /// The duration above which queries are logged.
    public var slowMilliseconds = 100
    public var limits = Limits()

    public init(lists: [List]) { self.lists = lists }

    /// Whether only programs of this machine reach the server.
    var isLoopback: Bool { ServerSettings.isLoopback(host) }

    /// Returns whether that is a name or an address that reaches no other machine.
    package static func isLoopback(_ host: String) -> Bool {
      if host == "localhost" || host == "::1" { return true }
      let parts = host.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil && $0.first != "+" }
    }

    /// - Throws: ``SettingsError``.
    func check() throws(SettingsError) {
      if lists.isEmpty, folder == nil, follow == nil {
        throw SettingsError("no store is named: give the path of one, --demo, --folder, or --follow")
      }
      #if !Cluster
        if follow != nil {
          throw SettingsError(
            "--follow needs nodes, which this server was built without: swift build -c release --traits Service,Cluster"
          )
        }
      #endif
      var names: Set<String> = []
      for list in lists + (follow.map { [List(name: $0.list, path: $0.folder)] } ?? []) {
        if !List.isName(list.name) {
          throw SettingsError(
            "“\(list.name)” cannot be the name of a list: give the store as NAME=PATH, with letters, digits, “-” and “_”"
          )
        }
        if !names.insert(list.name).inserted {
          throw SettingsError("two lists are named “\(list.name)”: give one as NAME=PATH")
        }
      }
      if keys == nil, !isLoopback {
        throw SettingsError(
          "without keys only this machine may be served: leave --host out, or make keys with --make-key and give --keys"
        )
      }
      if keys == nil, origins.contains("*") {
        throw SettingsError(
          "without keys any page that somebody looks at could write the lists: name the sites in --cors-origins, or give --keys"
        )
      }
      for origin in origins where origin != "*" && (!origin.contains("://") || origin.hasSuffix("/")) {
        throw SettingsError(
          "“\(origin)” is no origin: give the scheme, the host and the port, as in https://example.org")
      }
      if (certificate == nil) != (privateKey == nil) {
        throw SettingsError("TLS needs two files: give --tls-certificate and --tls-key")
      }
      for limit in Limits.all where limits[keyPath: limit.path] < 0 {
        throw SettingsError("“\(limit.key)” is \(limits[keyPath: limit.path]); it must not be negative")
      }
      if slowMilliseconds < 0 { throw SettingsError("“slowQuery” is \(slowMilliseconds); it must not be negative") }
      if !(0...65_535).contains(port) { throw SettingsError("the port \(port) is none: choose 0 to 65535") }
    }
  }
#endif
