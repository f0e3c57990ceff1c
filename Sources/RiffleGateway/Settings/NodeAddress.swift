#if Service && Cluster
  import Foundation
  public import RiffleServer

  /// The address of a node: the scheme, host and port of a URL.
  public struct NodeAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address in the form `http://10.0.0.1:8080`, always with the port.
    public let description: String

    /// - Throws: `SettingsError`.
    public init(_ text: String) throws(SettingsError) {
      func wrong(_ reason: String) -> SettingsError {
        SettingsError("“\(text.prefix(200))” is no address of a node: \(reason)")
      }
      guard let url = URLComponents(string: text), let scheme = url.scheme?.lowercased(),
        scheme == "http" || scheme == "https"
      else { throw wrong("give it as http://10.0.0.1:8080 or https://node.example.org") }
      guard let host = url.percentEncodedHost, !host.isEmpty, !host.contains("%") else { throw wrong("it has no host") }
      if url.user != nil || url.password != nil { throw wrong("leave the user out; keys come with requests") }
      if !["", "/"].contains(url.percentEncodedPath) || url.query != nil || url.fragment != nil {
        throw wrong("leave out what stands behind the port")
      }
      let port = url.port ?? (scheme == "https" ? 443 : 80)
      guard (1...65_535).contains(port) else { throw wrong("its port is none of 1 to 65535") }
      description = "\(scheme)://\(host.lowercased()):\(port)"
    }
  }
#endif
