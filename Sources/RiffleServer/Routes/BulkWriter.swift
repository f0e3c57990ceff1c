#if Service
  import Hummingbird
  import Logging
  import NIOCore
  import Riffle
  import RiffleInput
  import RiffleStore

  /// A writer of items line by line, as they arrive, many in one transaction. Reading never waits for the client to read results.
  ///
  /// It keeps in memory the lines of one transaction, an incomplete line, data that the connection has read ahead, and some
  /// results.
  struct BulkWriter: Sendable {
    private let list: ServedList
    private let pool: SearchPool
    private let longestLine: Int
    private let reportsAll: Bool
    private let logger: Logger

    private static let linesAtOnce = 500
    private static let bytesAtOnce = 1 << 18

    init(_ list: ServedList, _ pool: SearchPool, longestLine: Int, reportsAll: Bool, _ logger: Logger) {
      (self.list, self.pool, self.logger) = (list, pool, logger)
      (self.longestLine, self.reportsAll) = (longestLine, reportsAll)
    }

    private struct Pending: Sendable {
      var lines: [(number: Int, line: BulkLine)] = []
      var ids: Set<ItemID> = []
      var byteCount = 0
    }

    private struct Counts {
      var lines = 0
      var ok = 0
      var failed = 0
      /// The number of the last change.
      var sequence: Int64?
    }

    /// - Throws: errors of reading and writing.
    func write(_ body: RequestBody, to output: inout any ResponseBodyWriter) async throws {
      let results = ResultSpool()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          defer { results.end() }
          try await write(body, results)
        }
        var changes = results.changes.makeAsyncIterator()
        while true {
          let isInFile = results.byteCountInFile > 0
          switch isInFile ? try await pool.keep({ try results.take() }) : try results.take() {
          case .bytes(let bytes): try await output.write(ByteBuffer(bytes: bytes))
          case .later: if await changes.next() == nil { throw CancellationError() }
          case .end:
            try await group.waitForAll()
            return
          }
        }
      }
    }

    private func add(_ json: inout JSONWriter, to results: ResultSpool) async throws {
      if json.bytes.isEmpty { return }
      let bytes = json.bytes
      json = JSONWriter()
      try await pool.keep { try results.add(bytes) }
    }

    private func write(_ body: RequestBody, _ results: ResultSpool) async throws {
      var counts = Counts()
      var pending = Pending()
      var json = JSONWriter()
      var lines = LineSplitter(longest: longestLine)
      for try await buffer in body {
        try await lines.split(buffer.readableBytesView) { line throws(Problem) in
          try await take(line, &counts, &pending, &json)
        }
        try await add(&json, to: results)
      }
      try await lines.finish { line throws(Problem) in try await take(line, &counts, &pending, &json) }
      try await commit(&pending, &counts, &json)
      json.object { json in
        json.name("summary")
        json.object { json in
          json.member("lines", counts.lines)
          json.member("ok", counts.ok)
          json.member("failed", counts.failed)
          json.name("sequence")
          if let sequence = counts.sequence { json.integer(sequence) } else { json.null() }
        }
      }
      json.newline()
      try await add(&json, to: results)
    }

    private func take(
      _ line: LineSplitter.Line, _ counts: inout Counts, _ pending: inout Pending, _ json: inout JSONWriter
    ) async throws(Problem) {
      counts.lines += 1
      let number = counts.lines
      guard case .bytes(let bytes) = line else {
        return fail(number, nil, Problem(.bodyTooLarge, "a line may have \(longestLine) bytes"), &counts, &json)
      }
      do throws(Problem) {
        let line = try BulkLine(bytes, fields: list.fields)
        // Results are reported by id, so an id occurs only once in a transaction.
        if pending.ids.contains(line.id) { try await commit(&pending, &counts, &json) }
        pending.ids.insert(line.id)
        pending.lines.append((number, line))
        pending.byteCount += bytes.count
        if pending.lines.count >= BulkWriter.linesAtOnce || pending.byteCount >= BulkWriter.bytesAtOnce {
          try await commit(&pending, &counts, &json)
        }
      } catch {
        fail(number, nil, error, &counts, &json)
      }
    }

    /// Writes the pending lines: together or, if one cannot be written, one by one.
    private func commit(
      _ pending: inout Pending, _ counts: inout Counts, _ json: inout JSONWriter
    ) async throws(Problem) {
      let lines = pending.lines
      pending = Pending()
      if lines.isEmpty { return }
      do {
        try await report(lines, &counts, &json)
      } catch {
        // Once for all of them.
        error.log(logger, "/v1/lists/\(list.name)/items")
        for line in lines {
          do {
            try await report([line], &counts, &json)
          } catch {
            fail(line.number, line.line.id, error, &counts, &json)
          }
        }
      }
    }

    private func report(
      _ lines: [(number: Int, line: BulkLine)], _ counts: inout Counts, _ json: inout JSONWriter
    ) async throws(Problem) {
      var batch = StoreBatch()
      for line in lines { line.line.add(to: &batch) }
      let (store, changes) = (list.store, batch)
      let report = try await pool.keep { try store.write(changes) }
      counts.sequence = report.sequence
      let unknown = Set(report.unknownIDs)
      for (number, line) in lines {
        if unknown.contains(line.id) {
          fail(
            number, line.id,
            Problem(.unknownItem, "there is no item \(line.id.description.prefix(100))", parameter: "/id"), &counts,
            &json)
          continue
        }
        counts.ok += 1
        if reportsAll {
          json.object { json in
            json.member("line", number)
            json.name("id")
            json.id(line.id)
            json.member("status", "ok")
            json.member("sequence", report.sequence)
          }
          json.newline()
        }
      }
    }

    private func fail(
      _ number: Int, _ id: ItemID?, _ problem: Problem, _ counts: inout Counts, _ json: inout JSONWriter
    ) {
      counts.failed += 1
      json.object { json in
        json.member("line", number)
        if let id {
          json.name("id")
          json.id(id)
        }
        json.member("status", "error")
        json.name("problem")
        problem.write(to: &json)
      }
      json.newline()
    }
  }
#endif
