#if Service
  package import Hummingbird
  package import Logging
  import NIOCore
  package import Riffle
  import RiffleInput
  import RiffleStore

  /// Where the lines of a body are written.
  package protocol BulkTarget: Sendable {
    /// The fields of the list.
    var fields: [FieldDefinition] { get }
    /// The last change, as long as there is none.
    var none: BulkReport.Change { get }
    /// Writes lines with different ids in one transaction.
    /// - Returns: the problems of lines that were not written, by their places; the others were. And the number or the position
    ///   of the last change.
    /// - Throws: ``Problem`` if no line was written.
    func write(_ lines: [BulkLine]) async throws(Problem) -> BulkReport
    /// Runs `body` on a thread that may block.
    /// - Throws: ``Problem``.
    func keep<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws(Problem) -> Result
  }

  /// The outcome of a transaction.
  package struct BulkReport: Sendable {
    /// By the places of the lines.
    package var problems: [Int: Problem]
    package var change: Change

    /// The last change: its number or its position; `nil` if nothing has been written.
    package enum Change: Sendable {
      case sequence(Int64?)
      case position(String?)
    }

    package init(problems: [Int: Problem], change: Change) { (self.problems, self.change) = (problems, change) }
  }

  /// The store of a list.
  struct StoreTarget: BulkTarget {
    let list: ServedList
    let pool: SearchPool

    var fields: [FieldDefinition] { list.fields }
    var none: BulkReport.Change { .sequence(nil) }

    func write(_ lines: [BulkLine]) async throws(Problem) -> BulkReport {
      var batch = StoreBatch()
      for line in lines { line.add(to: &batch) }
      let (store, changes) = (list.store, batch)
      let report = try await pool.keep { try store.write(changes) }
      let unknown = Set(report.unknownIDs)
      var problems: [Int: Problem] = [:]
      for (place, line) in lines.enumerated() where unknown.contains(line.id) {
        problems[place] = BulkWriter.unknown(line.id)
      }
      return BulkReport(problems: problems, change: .sequence(report.sequence))
    }

    func keep<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws(Problem) -> Result {
      try await pool.keep(body)
    }
  }

  /// A writer of items line by line, as they arrive, many in one transaction. Reading never waits for the client to read results.
  ///
  /// It keeps in memory the lines of one transaction, an incomplete line, data that the connection has read ahead, and some
  /// results.
  package struct BulkWriter: Sendable {
    private let target: any BulkTarget
    /// The name of the list.
    private let list: String
    private let longestLine: Int
    private let reportsAll: Bool
    private let logger: Logger

    private static let linesAtOnce = 500
    private static let bytesAtOnce = 1 << 18

    /// - Parameters:
    ///   - target: where lines are written.
    ///   - list: the name of the list.
    ///   - longestLine: the most bytes of a line.
    ///   - reportsAll: whether the answer has a line for each item, and not only for those that are not written.
    package init(_ target: any BulkTarget, list: String, longestLine: Int, reportsAll: Bool, _ logger: Logger) {
      (self.target, self.list, self.logger) = (target, list, logger)
      (self.longestLine, self.reportsAll) = (longestLine, reportsAll)
    }

    /// The media types of bodies.
    package static let types = ["application/x-ndjson", "application/ndjson", "application/jsonl"]

    /// The problem of a change of an item that is not there.
    package static func unknown(_ id: ItemID) -> Problem {
      Problem(.unknownItem, "there is no item \(id.description.prefix(100))", parameter: "/id")
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
      var change: BulkReport.Change?
    }

    /// - Throws: errors of reading and writing.
    package func write(_ body: RequestBody, to output: inout any ResponseBodyWriter) async throws {
      let results = ResultSpool()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          defer { results.end() }
          try await write(body, results)
        }
        var changes = results.changes.makeAsyncIterator()
        while true {
          let isInFile = results.byteCountInFile > 0
          switch isInFile ? try await target.keep({ try results.take() }) : try results.take() {
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
      try await target.keep { try results.add(bytes) }
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
          json.change(counts.change ?? target.none)
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
        let line = try BulkLine(bytes, fields: target.fields)
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
        error.log(logger, "/v1/lists/\(list)/items")
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
      let report = try await target.write(lines.map(\.line))
      counts.change = report.change
      for (place, (number, line)) in lines.enumerated() {
        if let problem = report.problems[place] {
          fail(number, line.id, problem, &counts, &json)
          continue
        }
        counts.ok += 1
        if reportsAll {
          json.object { json in
            json.member("line", number)
            json.name("id")
            json.id(line.id)
            json.member("status", "ok")
            json.change(report.change)
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

  extension JSONWriter {
    fileprivate mutating func change(_ change: BulkReport.Change) {
      switch change {
      case .sequence(let number):
        name("sequence")
        if let number { integer(number) } else { null() }
      case .position(let position):
        name("position")
        if let position { string(position) } else { null() }
      }
    }
  }
#endif
