#if Service && Cluster
  import AsyncHTTPClient
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import NIOHTTP1
  import RiffleCluster
  import RiffleInput

  /// An answer of a node.
  struct NodeAnswer: Sendable {
    enum Body: Sendable {
      /// The complete body, and the share of the memory that holds it.
      case whole(ByteBuffer, AnswerBuffers.Share)
      /// A body still being received.
      case stream(HTTPClientResponse.Body)
    }

    let node: GatewayNode
    let status: HTTPResponseStatus
    let headers: HTTPHeaders
    let body: Body

    /// A rating of an answer: final, or refused for a reason that may not hold on another node of the list.
    enum Verdict: Int, Comparable {
      case final
      /// The node's copy is too old, or the node is overloaded.
      case notNow
      /// The node lacks something another one may have: a kept snapshot, a live search, a position, changes.
      case notHere

      static func < (a: Verdict, b: Verdict) -> Bool { a.rawValue < b.rawValue }
    }

    var verdict: Verdict {
      switch status.code {
      case 502, 503, 504: .notNow
      case 404, 410: NodeAnswer.notHere.contains(problem) ? .notHere : .final
      default: .final
      }
    }

    private static let notHere: Set = ["unknown-session", "snapshot-gone", "position-gone", "changes-gone"]

    /// The last part of the type of a problem document; empty for other answers.
    private var problem: String {
      guard case .whole(let buffer, _) = body, headers.first(name: "Content-Type") == "application/problem+json",
        let json = try? JSONValue(Array(buffer.readableBytesView)),
        let type = json.members?.first(where: { $0.name == "type" })?.value.string
      else { return "" }
      return String(type.split(separator: "/").last ?? "")
    }

    var position: NodeToken? { headers.first(name: "Riffle-Position").flatMap { try? NodeToken($0) } }

    /// The answer as sent to the client.
    var response: Response {
      let status = HTTPResponse.Status(code: Int(self.status.code), reasonPhrase: self.status.reasonPhrase)
      let fields = ForwardedHeaders.toClient(headers)
      return switch body {
      case .whole(let buffer, _):
        Response(status: status, headers: fields, body: ResponseBody(byteBuffer: buffer))
      case .stream(let stream):
        // Sent without a length. The compressor of a connection sees one part after another, and would leave the length as it is.
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
