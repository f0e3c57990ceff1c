#if Service && Cluster
  public import RiffleServer

  /// How a gateway is set up.
  public struct GatewaySettings: Sendable, Hashable {
    /// What nodes are told of a client's address.
    public enum ForwardedFor: String, Sendable, Hashable, CaseIterable {
      /// `X-Forwarded-For` is the address of the connection; what the client sent is dropped.
      case replace
      /// The address is added to what the client sent: for gateways behind a proxy.
      case append
      /// Nothing.
      case omit
    }

    /// A file of lists and their nodes; `nil` for ``lists``.
    public var routes: String?
    public var lists: [RoutedList] = []
    public var host = "127.0.0.1"
    /// 0 for any that is free.
    public var port = 8080
    /// Whether nodes that answer without a key are left out.
    public var needsKeys = false
    /// Files in PEM; both or none.
    public var certificate, privateKey: String?
    /// A file in PEM of the authorities that have signed the nodes' certificates; `nil` for those of the system.
    public var nodeAuthority: String?
    /// From which other sites browsers may ask; `*` for any.
    public var origins: [String] = []
    public var forwardedFor = ForwardedFor.replace
    /// Of a hundred requests, so many may be sent to a second node because the first one is slow.
    public var hedgePercent = 5
    /// Bytes of answers that are kept until they are whole, of all requests together.
    public var bufferBytes = 256 << 20
    public var limits = Limits()

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

    /// The lists, read from the file if they are in one.
    /// - Throws: `SettingsError`.
    func readLists() throws(SettingsError) -> [RoutedList] {
      if let routes { return try RoutesFile.lists(routes) }
      try RoutedList.check(lists)
      return lists
    }
  }
#endif
