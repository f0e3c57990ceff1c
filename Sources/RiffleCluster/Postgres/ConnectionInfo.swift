#if Cluster
  import CPostgres

  // Unsafe memory: the arrays that libpq returns are read before they are freed, here.

  /// How to reach the servers of a database: a connection string of libpq (PostgreSQL, “Connection Strings”), such as
  /// `host=a,b dbname=lists user=riffle`.
  public struct ConnectionInfo: Sendable, Hashable {
    private(set) var values: [String: String]

    /// - Throws: ``ClusterError/connectionString(reason:)``.
    public init(_ text: String) throws(ClusterError) {
      var message: UnsafeMutablePointer<CChar>?
      guard let options = PQconninfoParse(text, &message) else {
        let reason = message.map { String(cString: $0) } ?? "it is malformed"
        PQfreemem(message)
        throw .connectionString(reason: reason.trimmingSpace)
      }
      values = ConnectionInfo.values(options)
    }

    private static func values(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
      defer { PQconninfoFree(options) }
      var values: [String: String] = [:]
      var option = options
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
        option += 1
      }
      return values
    }

    /// Another database of the same servers.
    func database(_ name: String) -> ConnectionInfo {
      var other = self
      other.values["dbname"] = name
      return other
    }

    /// What may be shown of it: where it leads, without the password.
    public var place: String {
      ["host", "hostaddr", "port", "dbname", "service"].compactMap { key in values[key].map { "\(key)=\($0)" } }
        .joined(separator: " ")
    }

    /// One set of parameters for each host, in order: libpq waits for one host as long as its kernel does if a connection is
    /// made asynchronously, so each is tried by itself.
    /// - Parameter parameters: defaults, which the connection string overrides.
    func hosts(_ parameters: [String: String]) -> [[String: String]] {
      let all = parameters.merging(values) { $1 }
      func parts(_ key: String) -> [String] {
        all[key]?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
      }
      let (names, addresses, ports) = (parts("host"), parts("hostaddr"), parts("port"))
      let count = max(names.count, addresses.count)
      if count <= 1 { return [all] }
      return (0..<count).map { index in
        var one = all
        if !names.isEmpty { one["host"] = index < names.count ? names[index] : nil }
        if !addresses.isEmpty { one["hostaddr"] = index < addresses.count ? addresses[index] : nil }
        if ports.count > 1 { one["port"] = index < ports.count ? ports[index] : nil }
        return one
      }
    }
  }

  extension String {
    /// The text without spaces and line ends around it.
    var trimmingSpace: String {
      var text = self[...]
      while text.last?.isWhitespace == true { text.removeLast() }
      while text.first?.isWhitespace == true { text.removeFirst() }
      return String(text)
    }
  }
#endif
