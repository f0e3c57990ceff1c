#if Store
  import ArgumentParser
  import Foundation
  import Riffle
  import RiffleStore

  struct AnswerStoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "answer-store",
      abstract: "Makes, opens, searches and changes a store, one request a line, with its own time.",
      discussion: """
        For a driver that compares engines that keep lists in files. Line by line,

          {"make": "list.tsv", "rows": 1000, "search_texts": true} is answered by {"seconds": 1.5, "version": "this build"}
          {"open": true}                     by {"nanoseconds": 812500}
          {"query": "gothnb", "limit": 10}   by {"rows": [17, 4], "nanoseconds": 81250}
          {"write": 17, "title": "Borås"}    by {"nanoseconds": 250000}
          {"resident": true}                 by {"resident": 23068672}

        Rows count from 0. A write is over when it is durable and a search would find it.
        """)

    @Argument(help: "The folder of the store.")
    var folder: String

    func run() throws {
      var answerer = StoreAnswerer(path: folder + "/riffle.db")
      while let line = readLine() {
        let answer: JSONValue
        do { answer = try answerer.answer(line) } catch { answer = ["problem": .string("\(error)")] }
        try writeToStandardOutput("\(answer)\n")
      }
      try answerer.close()
    }
  }

  /// The answers to a driver's lines from one store.
  private struct StoreAnswerer {
    let path: String
    private var store: ListStore?

    init(path: String) { self.path = path }

    private struct Request: Decodable {
      let make: String?
      let rows: Int?
      let searchTexts: Bool?
      let open: Bool?
      let query: String?
      let limit: Int?
      let write: Int?
      let title: String?
      let resident: Bool?
    }

    private static let batchLength = 20_000

    mutating func answer(_ line: String) throws -> JSONValue {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      guard let request = try? decoder.decode(Request.self, from: Data(line.utf8)) else {
        throw BenchError.badRequest(reason: "not a request: \(line)")
      }
      if let items = request.make {
        return try make(ItemList(path: items, rowLimit: request.rows), request.searchTexts ?? false)
      }
      if request.resident == true { return ["resident": .integer(ResidentBytes.now)] }
      let start = nanosecondsNow()
      var rows: [JSONValue]?
      if request.open == true {
        store = try ListStore(path)
      } else if let query = request.query {
        rows = try opened().search(query, limit: request.limit ?? 10).map { hit in
          guard case .integer(let row) = hit.element.id else { return nil }
          return .integer(Int(row))
        }
      } else if let row = request.write, let title = request.title {
        try opened().write { $0.upsert(StoreItem(id: .integer(Int64(row)), title: title)) }
      } else {
        throw BenchError.badRequest(reason: "not a request: \(line)")
      }
      let nanoseconds = JSONValue.integer(Int(clamping: nanosecondsNow() - start))
      return .object((rows.map { [("rows", .array($0))] } ?? []) + [("nanoseconds", nanoseconds)])
    }

    private func opened() throws(BenchError) -> ListStore {
      guard let store else { throw .badRequest(reason: "the store is not open") }
      return store
    }

    private func make(_ list: ItemList, _ hasTexts: Bool) throws -> JSONValue {
      let start = nanosecondsNow()
      let store = try ListStore(path)
      try store.writeMany { write in
        for first in stride(from: 0, to: list.count, by: StoreAnswerer.batchLength) {
          var batch = StoreBatch()
          for row in first..<min(first + StoreAnswerer.batchLength, list.count) {
            batch.upsert(
              StoreItem(
                id: .integer(Int64(row)), title: list.title(row), searchText: hasTexts ? list.searchText(row) : ""))
          }
          _ = try write(batch)
        }
      }
      try store.close()
      return ["seconds": .number(Double(nanosecondsNow() - start) / 1e9), "version": .string("this build")]
    }

    mutating func close() throws {
      try store?.close()
      store = nil
    }
  }
#endif
