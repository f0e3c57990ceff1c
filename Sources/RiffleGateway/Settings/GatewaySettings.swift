#if Service && Cluster
  public import RiffleServer

  /// The settings of a gateway.
  public struct GatewaySettings: Sendable, Hashable {
    /// The handling of `X-Forwarded-For` in requests to nodes.
    public enum ForwardedFor: String, Sendable, Hashable, CaseIterable {
      /// Sends the address of the connection, and drops the client's field.
      case replace
      /// Appends the address to the client's field: for gateways behind a proxy.
      case append
      /// Sends no field.
      case omit
    }

    /// The path of a file of lists and their nodes; `nil` to use ``lists``.
    public var routes: String?
    public var lists: [RoutedList] = []
    public var host = "127.0.0.1"
    /// The port to listen on; 0 for any free port.
    public var port = 8080
    /// Whether nodes that answer without a key are left out.
    public var needsKeys = false
    /// The paths of PEM files; both are set, or neither.
    public var certificate, privateKey: String?
    /// The path of a PEM file with the authorities of the nodes' certificates; `nil` for those of the system.
    public var nodeAuthority: String?
    /// The other sites whose pages may send requests; `*` for any.
    public var origins: [String] = []
    public var forwardedFor = ForwardedFor.replace
    /// The largest share of requests sent to a second node because the first one is slow, in percent.
    public var hedgePercent = 5
    /// The memory for answers buffered until they are complete, in bytes, for all requests together.
    public var bufferBytes = 256 << 20
    public var limits = Limits()
    /// The number of values of a facet that a shard returns at once.
    var facetValues = ShardRequest.mostValues
    /// The number of ids that a shard returns at once.
    var idCount = ShardRequest.mostIDs

    public init() {}

    /// - Throws: `SettingsError`.
    func check() throws(SettingsError) {
      if !needsKeys, !ServerSettings.isLoopback(host) {
        throw SettingsError(
          "without keys only this machine may be served: leave --host out, or give nodes keys and the gateway --needs-keys"
        )
      }
      if !needsKeys, origins.contains("*") {
        throw SettingsError(
          "without keys any page that somebody looks at could read the lists: name the sites in --cors-origins")
      }
      for origin in origins where origin != "*" && (!origin.contains("://") || origin.hasSuffix("/")) {
        throw SettingsError(
          "“\(origin)” is no origin: give the scheme, the host and the port, as in https://example.org")
      }
      if (certificate == nil) != (privateKey == nil) {
        throw SettingsError("TLS needs two files: give --tls-certificate and --tls-key")
      }
      if !(0...65_535).contains(port) { throw SettingsError("the port \(port) is none: choose 0 to 65535") }
      if !(0...100).contains(hedgePercent) { throw SettingsError("“hedge” is \(hedgePercent); it must be 0 to 100") }
      if bufferBytes < 0 { throw SettingsError("“limits.buffer” is \(bufferBytes); it must not be negative") }
      if routes != nil, !lists.isEmpty {
        throw SettingsError("lists are in the file of routes and in --lists: give all of them in one way")
      }
    }

    /// Returns the lists, read from the file if ``routes`` is set.
    /// - Throws: `SettingsError`.
    func readLists() throws(SettingsError) -> [RoutedList] {
      if let routes { return try RoutesFile.lists(routes) }
      try RoutedList.check(lists)
      return lists
    }
  }
#endif
