#if Service && Cluster
  import NIOCore
  import NIOHTTP1
  import RiffleCluster
  import RiffleInput
  import RiffleServer

  extension NodeList {
    /// The shards of the list, or the list if it is in one piece.
    var parts: [NodeList] { shards.isEmpty ? [self] : shards }
  }

  extension NodeRequest {
    /// Creates a request of the gateway's own to a part of a list.
    /// - Parameters:
    ///   - headers: the header fields of the client's request.
    ///   - mark: the query, which the nodes' middleware reads.
    init(_ request: ShardRequest, of part: NodeList, _ headers: HTTPHeaders, mark: String = "") {
      var headers = ShardSession.headers(headers, to: part)
      for name in ["If-None-Match", "Content-Encoding"] { headers.remove(name: name) }
      headers.replaceOrAdd(name: "Content-Type", value: "application/json")
      self.init(
        method: .POST, target: "/v1/lists/\(part.name)/shard\(mark)", headers: headers,
        body: ByteBuffer(string: request.json))
    }
  }

  extension NodeAnswer {
    /// Returns the body in JSON, and the memory that holds it.
    /// - Throws: `Problem` if the body is too large for the gateway.
    func whole(
      of part: NodeList, _ buffers: AnswerBuffers
    ) throws(Problem) -> (json: JSONValue?, share: AnswerBuffers.Share) {
      guard case .whole(let buffer, let share) = body else {
        let length = headers.first(name: "Content-Length").flatMap { Int($0) } ?? .max
        if length <= buffers.mostOfAnswer {
          throw Problem(.busy, "the gateway holds too many answers: try again in a second", retryAfter: 1)
        }
        throw Problem(
          .answerTooLarge, "the answer of the \(part.title) is too large for the gateway: ask for fewer rows",
          parameter: "limit")
      }
      return (try? JSONValue(Array(buffer.readableBytesView)), share)
    }

    /// The problem of an answer that the gateway cannot read.
    func otherVersion(of part: NodeList) -> Problem {
      Problem(
        .noNode, "the node \(node.address) of the \(part.title) is of another version: upgrade it", parameter: "list",
        retryAfter: 1)
    }
  }

  /// An answer to a request of the gateway's own.
  struct PartAnswer: Sendable {
    let answer: NodeAnswer
    private let members: [String: JSONValue]

    fileprivate init(_ answer: NodeAnswer, _ json: JSONValue?) {
      self.answer = answer
      members = Dictionary((json?.members ?? []).map { ($0.name, $0.value) }) { $1 }
    }

    subscript(_ name: String) -> JSONValue? { members[name] }
  }

  extension GatewayRoutes {
    /// Sends a request to a part of a list.
    /// - Parameters:
    ///   - token: the position that the answer must have reached, as the request says.
    ///   - first: the node to try first; `nil` for any.
    ///   - waits: whether the node may wait before it answers.
    /// - Throws: `Problem` that names the part if it does not answer; ``Refusal`` with the answer of a node that refuses.
    func ask(
      _ request: ShardRequest, of part: NodeList, _ headers: HTTPHeaders, token: NodeToken?, first: NodeAddress? = nil,
      waits: Bool = false
    ) async throws -> PartAnswer {
      let answer = try await forwarder.send(
        NodeRequest(request, of: part, headers), to: part, token: token, first: first, waits: waits)
      let json = try answer.whole(of: part, forwarder.buffers).json
      let found = PartAnswer(answer, json)
      if answer.status == .ok { return found }
      if answer.verdict == .notNow { throw ShardSession.problem(of: answer, part) }
      if answer.status == .badRequest, found["parameter"]?.string == "/op" { throw answer.otherVersion(of: part) }
      throw Refusal(answer: answer)
    }
  }
#endif
