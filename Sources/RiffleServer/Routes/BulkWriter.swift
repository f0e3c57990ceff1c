#if Service
  import Hummingbird
  import Logging
  import NIOCore
  import Riffle
  import RiffleStore

  /// Writes items line by line, as they come in, many in one transaction; a line is answered when it is on disk.
  ///
  /// In memory are the lines of one transaction, a line that has not ended, and what the connection has read ahead.
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
    }

    /// - Throws: what reading and writing throw.
    func write(_ body: RequestBody, to output: inout any ResponseBodyWriter) async throws {
      var counts = Counts()
      var pending = Pending()
      var json = JSONWriter()
      var rest: [UInt8] = []
      /// Whether the line at hand is too long, and is passed over.
      var isPassed = false
      for try await buffer in body {
        var piece = buffer.readableBytesView[...]
        while let end = piece.firstIndex(of: UInt8(ascii: "\n")) {
          rest.append(contentsOf: piece[..<end])
          piece = piece[piece.index(after: end)...]
          if isPassed {
            isPassed = false
            rest = []
            continue
          }
          try await take(rest, &counts, &pending, &json)
          rest.removeAll(keepingCapacity: true)
        }
        if !isPassed { rest.append(contentsOf: piece) }
        if rest.count > longestLine {
          counts.lines += 1
          fail(
            counts.lines, nil, Problem(.bodyTooLarge, "a line may have \(longestLine) bytes"), &counts, &json)
          isPassed = true
          rest = []
        }
        if !json.bytes.isEmpty {
          try await output.write(json.buffer)
          json = JSONWriter()
        }
      }
      if !isPassed, !rest.isEmpty { try await take(rest, &counts, &pending, &json) }
      try await commit(&pending, &counts, &json)
      json.object { json in
        json.name("summary")
        json.object { json in
          json.member("lines", counts.lines)
          json.member("ok", counts.ok)
          json.member("failed", counts.failed)
        }
      }
      json.newline()
      try await output.write(json.buffer)
    }

    private func take(
      _ bytes: [UInt8], _ counts: inout Counts, _ pending: inout Pending, _ json: inout JSONWriter
    ) async throws {
      counts.lines += 1
      let number = counts.lines
      if bytes.allSatisfy({ $0 == 32 || $0 == 9 || $0 == 13 }) {
        counts.lines -= 1
        return
      }
      if bytes.count > longestLine {
        return fail(number, nil, Problem(.bodyTooLarge, "a line may have \(longestLine) bytes"), &counts, &json)
      }
      do throws(Problem) {
        let line = try BulkLine(bytes)
        // What became of an id is told by its id, so it comes once in a transaction.
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

    /// Writes what is pending: together, or, where something of it cannot be written, one by one.
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
