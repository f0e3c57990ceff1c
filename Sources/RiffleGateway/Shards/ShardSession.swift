#if Service && Cluster
  import Foundation
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import NIOHTTP1
  import RiffleCluster
  import RiffleInput
  import RiffleServer

  /// The requests to the shards of a list for one merged answer. All of them read the same moment of each shard.
  actor ShardSession {
    private let forwarder: Forwarder
    private let list: NodeList
    private let headers: HTTPHeaders
    private let token: NodeToken?
    private let allowsPartial: Bool
    /// The tokens of a kept snapshot, by shard; `nil` for the present list.
    private let kept: [String]?
    private let isNewSnapshot: Bool
    private let places: KnownPlaces
    /// The nodes to send the first requests to, by the number of the shard.
    private let nodes: [Int: NodeAddress]

    private struct Moment {
      let round: String
      let node: NodeAddress
    }

    private var moments: [Int: Moment] = [:]
    /// The shards that no answer has, by number, if that is allowed.
    private var missing: Set<Int> = []
    private var first: [Int: (answer: ShardAnswer, headers: HTTPHeaders)] = [:]
    /// The memory of the answers of shards, which merged answers refer to.
    private var memory: [AnswerBuffers.Share] = []

    /// A shard no longer has the moment of the requests before.
    struct MomentGone: Error {}

    private enum Outcome: Sendable {
      case answer(Int, ShardAnswer, NodeAnswer, AnswerBuffers.Share)
      case missing(Int)
    }

    /// - Parameters:
    ///   - headers: the header fields of the client's request.
    ///   - nodes: the nodes to send the first requests to, by the number of the shard.
    /// - Throws: `Problem` if the snapshot is none of this list.
    init(
      _ list: NodeList, _ request: MergeRequest, headers: HTTPHeaders, _ forwarder: Forwarder, _ places: KnownPlaces,
      nodes: [Int: NodeAddress] = [:]
    ) throws(Problem) {
      (self.list, self.forwarder, self.places, self.nodes) = (list, forwarder, places, nodes)
      token = headers["Riffle-After"].first.flatMap { try? NodeToken($0) }
      self.headers = headers
      allowsPartial = request.allowsPartial
      isNewSnapshot = request.snapshot == "new"
      guard let snapshot = request.snapshot, snapshot != "new" else {
        kept = nil
        return
      }
      let tokens = try ShardSession.tokens(snapshot, of: list)
      kept = tokens
      missing = Set(tokens.indices.filter { tokens[$0] == ShardSession.absent })
    }

    /// Returns the tokens of the shards in that of a merged snapshot.
    /// - Throws: `Problem` if it is none of the list.
    static func tokens(_ snapshot: String, of list: NodeList) throws(Problem) -> [String] {
      let tokens = snapshot.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
      let areWellFormed = tokens.allSatisfy { token in
        !token.isEmpty && (token == absent || token.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
      }
      guard tokens.count == list.shards.count, areWellFormed else {
        throw Problem(
          .snapshotGone,
          "the snapshot “\(snapshot.prefix(100))” is none of the shards of the list: ask for one with “snapshot=new”",
          parameter: "snapshot")
      }
      return tokens
    }

    /// The token of a shard that a snapshot lacks.
    static let absent = "-"

    /// The numbers of the shards that are not missing.
    var present: [Int] { list.shards.indices.filter { !missing.contains($0) } }

    /// Sends a request to each shard.
    /// - Throws: as ``ask(_:)``.
    func askAll(_ request: ShardRequest) async throws -> [Int: ShardAnswer] {
      try await ask(Dictionary(uniqueKeysWithValues: present.map { ($0, request) }))
    }

    /// Sends requests to shards, by their numbers.
    /// - Throws: `Problem` that names the shard if one does not answer, or its nodes do not fit the routes; ``Refusal`` with the
    ///   answer of a shard that refuses; ``MomentGone``.
    func ask(_ requests: [Int: ShardRequest]) async throws -> [Int: ShardAnswer] {
      var answers: [Int: ShardAnswer] = [:]
      try await withThrowingTaskGroup(of: Outcome.self) { group in
        for (number, request) in requests {
          let (shard, moment) = (list.shards[number], moments[number])
          let sent = nodeRequest(request, number, moment)
          let node = moment?.node ?? kept.flatMap { places[$0[number]] } ?? nodes[number]
          group.addTask { [self] in try await outcome(sent, number, shard, first: node) }
        }
        for try await outcome in group {
          switch outcome {
          case .missing(let number):
            // Rows of the shard may be in the answer already.
            if moments[number] != nil { throw MomentGone() }
            missing.insert(number)
          case .answer(let number, let answer, let sent, let share):
            answers[number] = answer
            memory.append(share)
            if first[number] == nil { first[number] = (answer, sent.headers) }
            moments[number] = Moment(round: answer.round, node: sent.node.address)
            if let snapshot = answer.snapshot { places.set(snapshot, sent.node.address) }
          }
        }
      }
      try check()
      return answers
    }

    private func nodeRequest(_ request: ShardRequest, _ number: Int, _ moment: Moment?) -> NodeRequest {
      var request = request
      let snapshot = isNewSnapshot ? "new" : kept?[number]
      if let moment { request.round = moment.round } else { request.snapshot = snapshot }
      let mark = snapshot.map { "?snapshot=" + ($0 == "new" ? $0 : "kept") } ?? ""
      return NodeRequest(request, of: list.shards[number], headers, mark: mark)
    }

    /// Adds the shard that a node must have to the fields of a request, if it is for one.
    static func headers(_ headers: HTTPHeaders, to part: NodeList) -> HTTPHeaders {
      var headers = headers
      headers.remove(name: "Riffle-Shard")
      if let shard = part.shard { headers.add(name: "Riffle-Shard", value: shard.description) }
      return headers
    }

    /// The number of values of a facet that a shard returns at once.
    nonisolated var facetValues: Int { forwarder.facetValues }

    /// Ends the answers so far, whose memory is then free.
    func didWrite() { memory = [] }

    /// Frees the memory of the last answers, of which nothing is kept.
    func didRead(_ count: Int) { memory.removeLast(min(count, memory.count)) }

    private nonisolated func outcome(
      _ request: NodeRequest, _ number: Int, _ shard: NodeList, first: NodeAddress?
    ) async throws -> Outcome {
      let answer: NodeAnswer
      do {
        answer = try await forwarder.send(request, to: shard, token: token, first: first)
      } catch let problem as Problem where problem.kind == .noNode && allowsPartial {
        return .missing(number)
      }
      let (json, share) = try answer.whole(of: shard, forwarder.buffers)
      if answer.status == .ok {
        guard let parsed = json.flatMap({ ShardAnswer($0) }) else { throw answer.otherVersion(of: shard) }
        return .answer(number, parsed, answer, share)
      }
      let parameter = json?.members?.first { $0.name == "parameter" }?.value.string
      if answer.status == .gone, parameter == "round" { throw MomentGone() }
      guard answer.verdict == .notNow else { throw Refusal(answer: answer) }
      if allowsPartial, parameter == "list" { return .missing(number) }
      throw ShardSession.problem(of: answer, shard)
    }

    /// Returns the problem of a shard that cannot answer now, with its name.
    static func problem(of answer: NodeAnswer, _ shard: NodeList) -> Problem {
      let json: JSONValue? =
        if case .whole(let buffer, _) = answer.body { try? JSONValue(Array(buffer.readableBytesView)) } else { nil }
      func text(_ name: String) -> String? { json?.members?.first { $0.name == name }?.value.string }
      let kind = text("type")?.split(separator: "/").last.flatMap { Problem.Kind(rawValue: String($0)) }
      return Problem(
        kind ?? .noNode, "the \(shard.title): \(text("detail") ?? "no node answers")", parameter: text("parameter"),
        retryAfter: 1)
    }

    /// Checks that some shard has answered, and that the answers can be merged.
    /// - Throws: `Problem`.
    private func check() throws(Problem) {
      guard let (_, known) = first.min(by: { $0.key < $1.key }) else {
        throw Problem(
          .noNode, "no shard of the list “\(list.name)” answers: try again in a second", parameter: "list",
          retryAfter: 1)
      }
      for (number, found) in first {
        if found.answer.format != known.answer.format {
          throw Problem(
            .noNode,
            "the \(list.shards[number].title) is ordered otherwise than another shard (\(found.answer.format); \(known.answer.format)): "
              + "upgrade all nodes, and set the list up in one way", parameter: "list")
        }
      }
    }

    // MARK: - The merged answer

    /// The nodes that have answered, by the number of the shard.
    var answering: [Int: NodeAddress] { moments.mapValues(\.node) }

    /// The names of the shards that the answer lacks.
    var missingShards: [String] { missing.sorted().map { list.shards[$0].shard?.description ?? "" } }

    var isPartial: Bool { !missing.isEmpty || first.values.contains { $0.answer.isPartial } }
    /// The marks of what the caller is bound to, of all shards; one, unless nodes have different keys.
    var bounds: Set<String> { Set(first.values.map(\.answer.bound)) }
    var isBound: Bool { first.values.contains { $0.answer.isBound } }

    /// A hash of the moments of all shards.
    private var hash: UInt64 {
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for number in list.shards.indices {
        for byte in (first[number]?.answer.tag ?? ShardSession.absent).utf8 {
          hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
      }
      return hash
    }

    /// A number that differs for each moment of the list. JavaScript reads it as a `Double`.
    var generation: UInt64 { hash >> 11 }

    /// The token of the merged snapshot, if one is kept.
    var snapshot: String? {
      guard isNewSnapshot || kept != nil else { return nil }
      return list.shards.indices.map { kept?[$0] ?? first[$0]?.answer.snapshot ?? ShardSession.absent }.joined(
        separator: ".")
    }

    /// The header fields of the merged answer.
    var fields: HTTPFields {
      var fields: HTTPFields = [.eTag: "W/\"\(String(hash, radix: 36))\(isPartial ? "-partial" : "")\""]
      let answers = first.values.map { $0.headers }
      let ages = answers.compactMap { $0["Riffle-Age"].first }
      if let oldest = ages.max(by: { (Double($0) ?? 0) < (Double($1) ?? 0) }), let name = HTTPField.Name("Riffle-Age") {
        fields[name] = oldest
      }
      // All shards have at least the least position.
      let positions = answers.compactMap { $0["Riffle-Position"].first.flatMap { try? NodeToken($0) } }
      if positions.count == list.shards.count, let least = positions.min(by: { $0.position < $1.position }),
        positions.allSatisfy({ $0.system == least.system && $0.timeline == least.timeline })
      {
        fields[.rifflePosition] = "\(least)"
      }
      return fields
    }
  }
#endif
