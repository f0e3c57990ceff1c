#if Service && Cluster
  import AsyncHTTPClient
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import NIOHTTP1
  import RiffleCluster
  import RiffleInput

  /// What a node has answered.
  struct NodeAnswer: Sendable {
    enum Body: Sendable {
      /// All of it; the share is of the memory that it takes.
      case whole(ByteBuffer, AnswerBuffers.Share)
      /// What the node still sends.
      case stream(HTTPClientResponse.Body)
    }

    let node: GatewayNode
    let status: HTTPResponseStatus
    let headers: HTTPHeaders
    let body: Body

    /// Whether another node of the list may answer better.
    enum Verdict: Int, Comparable {
      case final
      /// The node is too old, or has too much to do.
      case notNow
      /// The node lacks what another one may have: a kept snapshot, a live search, a position.
      case notHere

      static func < (a: Verdict, b: Verdict) -> Bool { a.rawValue < b.rawValue }
    }

    var verdict: Verdict {
      switch status.code {
      case 502, 503, 504: .notNow
      case 404, 410: ["unknown-session", "snapshot-gone", "position-gone"].contains(problem) ? .notHere : .final
      default: .final
      }
    }

    /// The last part of the type of a problem document; empty for other answers.
    private var problem: String {
      guard case .whole(let buffer, _) = body, headers.first(name: "Content-Type") == "application/problem+json",
        let json = try? JSONValue(Array(buffer.readableBytesView)),
        let type = json.members?.first(where: { $0.name == "type" })?.value.string
      else { return "" }
      return String(type.split(separator: "/").last ?? "")
    }

    var position: NodeToken? { headers.first(name: "Riffle-Position").flatMap { try? NodeToken($0) } }

    /// The answer as the client gets it.
    var response: Response {
      let status = HTTPResponse.Status(code: Int(self.status.code), reasonPhrase: self.status.reasonPhrase)
      let fields = ForwardedHeaders.toClient(headers)
      return switch body {
      case .whole(let buffer, _):
        Response(status: status, headers: fields, body: ResponseBody(byteBuffer: buffer))
      case .stream(let stream):
        // Without a length: the compressor of a connection, which sees one part after another, would leave it as it is.
        Response(
          status: status, headers: fields,
          body: ResponseBody { output in
            for try await part in stream { try await output.write(part) }
            try await output.finish(nil)
          })
      }
    }
  }
#endif
