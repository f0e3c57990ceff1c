#if Service && Cluster
  import Foundation
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import NIOHTTP1
  import RiffleServer

  /// The filter of header fields between clients and nodes (RFC 9110, 7.6.1).
  enum ForwardedHeaders {
    /// Fields of one connection, in lower case.
    private static let ofConnection: Set<String> = [
      "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer",
      "transfer-encoding", "upgrade",
    ]
    /// Fields that the gateway drops or sets itself. Compression is between the gateway and the client, so that the gateway can
    /// read bodies.
    private static let ofRequest: Set<String> = [
      "host", "content-length", "expect", "accept-encoding", "x-forwarded-for", "forwarded",
    ]
    private static let ofResponse: Set<String> = ["content-length", "date", "server"]

    /// Returns the fields to send to a node.
    /// - Parameter address: the address of the client; `nil` if the client has disconnected.
    static func toNode(
      _ fields: HTTPFields, from address: String?, _ way: GatewaySettings.ForwardedFor
    ) -> HTTPHeaders {
      let named = names(fields.filter { $0.name == .connection }.map(\.value))
      var headers = HTTPHeaders()
      for field in fields {
        let name = field.name.canonicalName
        if ofConnection.contains(name) || ofRequest.contains(name) || named.contains(name) { continue }
        headers.add(name: field.name.rawName, value: field.value)
      }
      let before = way == .append ? fields.filter { $0.name == .xForwardedFor }.map(\.value) : []
      if way != .omit, let address {
        headers.add(name: "X-Forwarded-For", value: (before + [address]).joined(separator: ", "))
      }
      return headers
    }

    static func toClient(_ headers: HTTPHeaders) -> HTTPFields {
      let named = names(headers["Connection"])
      var fields = HTTPFields()
      for (name, value) in headers {
        let lowercased = name.lowercased()
        if ofConnection.contains(lowercased) || ofResponse.contains(lowercased) || named.contains(lowercased) {
          continue
        }
        if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
      }
      return fields
    }

    /// Returns the names listed in `Connection` fields, in lower case.
    private static func names(_ values: [String]) -> Set<String> {
      Set(values.flatMap { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).lowercased() } })
    }
  }

  extension HTTPField.Name {
    static var xForwardedFor: Self { HTTPField.Name("X-Forwarded-For") ?? .cacheControl }
  }
#endif
