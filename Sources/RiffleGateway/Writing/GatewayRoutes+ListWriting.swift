#if Service && Cluster
  import Hummingbird
  import NIOCore
  import NIOHTTP1
  import Riffle
  import RiffleCluster
  import RiffleInput
  import RiffleServer
  import RiffleStore

  /// Routes that write a list as a whole, or the items that meet a filter, in PostgreSQL.
  extension GatewayRoutes {
    /// Replaces all items. Those that the body does not have are deleted.
    func replaceItems(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let list = try await list(request, context)
      guard let writer = list.writer else { return try await write(request, context, list) }
      let refusal = try await refusal(request, context, list)
      guard refusal.isOfCopy else { return refusal.response }
      if let pair = (request.uri.query ?? "").split(separator: "&").first {
        let name = pair.prefix { $0 != "=" }.prefix(100)
        throw Problem.invalid(String(name), "there is no parameter “\(name)”: leave it out")
      }
      try request.check(types: BulkWriter.types)
      // A table of another shape is written with SQL, so the refusal of the node is returned.
      guard let table = try await writer.table() else { return refusal.response }
      let items = WholeList(in: nil, fields: table.fields, longestLine: settings.limits.body) { item throws(Problem) in
        do throws(ListTable.Fault) {
          _ = try table.line(item, number: 0)
        } catch {
          throw Problem(ofLine: error)
        }
      }
      try await items.read(
        request.body, PostgresTarget(writer: writer, threads: lists.threads, fields: table.fields))
      let token = try await writer.holdingTable { connection, table in
        try connection.rows(table.makeNamed)
        try connection.copyIn(table.copyNamed) { send in
          var number = 0
          try items.withEach { item in
            number += 1
            try send(try table.line(item, number: number))
          }
        }
        try connection.rows(table.mergeNamed)
      } _: { held in
        try await held.run { connection, table in for sql in table.replaceAll { try connection.rows(sql) } }
      }
      return token.map { GatewayRoutes.written($0) } ?? refusal.response
    }

    /// Deletes all items, or those that are in a scope and meet a filter.
    func deleteItems(_ request: Request, _ context: ServiceContext) async throws -> Response {
      let list = try await list(request, context)
      guard let writer = list.writer else { return try await write(request, context, list) }
      let refusal = try await refusal(request, context, list)
      guard refusal.isOfCopy else { return refusal.response }
      let query = request.uri.query ?? ""
      let headers = try nodeRequest(request, context).headers.withoutBody
      let token = try await writer.holdingTable { held in
        if query.isEmpty {
          _ = try await held.run { connection, table in try connection.rows(table.deleteAll) }
          return
        }
        // Nodes have the filter's meaning. Until the transaction ends, they have the rows of the table at this token.
        let token = try await held.token()
        for part in list.parts { try await delete(query, held, at: token, of: part, headers) }
      }
      return token.map { GatewayRoutes.written($0) } ?? refusal.response
    }

    /// Deletes the items of a shard that are in a part of the list.
    /// - Parameters:
    ///   - query: the parameters `scope` and `filter`.
    ///   - token: the token at which the shard has the rows of the table.
    /// - Throws: `Problem`, ``Refusal``.
    private func delete(
      _ query: String, _ held: ListWriter.HeldTable, at token: NodeToken, of part: NodeList, _ headers: HTTPHeaders
    ) async throws {
      var headers = headers
      headers.replaceOrAdd(name: "Riffle-After", value: "\(token)")
      var request = ShardRequest(.ids)
      request.query = query
      var (count, known) = (Int.max, 0)
      while known < count {
        request.window = known..<known + settings.idCount
        let answer = try await ask(request, of: part, headers, token: token)
        let ids = (answer["ids"]?.elements ?? []).compactMap { ItemID($0) }
        count = answer["count"]?.integer.flatMap { Int(exactly: $0) } ?? -1
        guard count >= 0, ids.count == min(count - known, settings.idCount) else {
          throw answer.answer.otherVersion(of: part)
        }
        known += ids.count
        if ids.isEmpty { break }
        let deleted = try await held.run { connection, table in try connection.rows(try table.delete(ids)) }
        guard deleted.first?.first == "\(ids.count)" else {
          throw Problem(
            .storeFailed, "the \(part.title) has items that its table has not: nothing was deleted", retryAfter: 1)
        }
      }
    }
  }

  extension ItemID {
    /// - Returns: `nil` if it is no id.
    fileprivate init?(_ json: JSONValue) {
      if let number = json.integer {
        self = .integer(number)
      } else if let text = json.string {
        self = .text(text)
      } else {
        return nil
      }
    }
  }
#endif
