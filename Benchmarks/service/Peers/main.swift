#if Service
  import Foundation
  import GRDB
  import Hummingbird
  import NIOCore

  // What a service costs beside what it does: two routes on the same HTTP server, to be measured with it.
  //
  //   riffle-service-peers PORT TITLES KEYSTROKES ANSWERS
  //
  // `/bare` gives the answers that the service gave, out of memory, and `/fts5` and `/fts5-ranked` are what people write
  // themselves: a prefix search of SQLite's full text index. TITLES has a title in the second column of each line, KEYSTROKES a
  // query a line, ANSWERS the answer to each, a line of JSON.

  struct Failure: Error, CustomStringConvertible { let description: String }

  struct Hit: ResponseEncodable {
    let id: Int64
    let title: String
  }

  /// The words of a text as prefixes, all of which are to be found.
  func match(_ text: String) -> String {
    text.split { !$0.isLetter && !$0.isNumber }.map { "\"\($0)\"*" }.joined(separator: " ")
  }

  func index(_ titles: String, _ path: String) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.maximumReaderCount = ProcessInfo.processInfo.activeProcessorCount
    let pool = try DatabasePool(path: path, configuration: configuration)
    try pool.write { db in
      // A prefix index, and accents folded: what the documentation of FTS5 has for search fields.
      let options = "prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'"
      try db.execute(sql: "CREATE VIRTUAL TABLE titles USING fts5(title, \(options))")
      let insert = try db.makeStatement(sql: "INSERT INTO titles (title) VALUES (?)")
      for line in titles.split(separator: "\n") {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        if fields.count > 1 { try insert.execute(arguments: [String(fields[1])]) }
      }
      try db.execute(sql: "INSERT INTO titles (titles) VALUES ('optimize')")
    }
    return pool
  }

  let arguments = CommandLine.arguments
  guard arguments.count == 5, let port = Int(arguments[1]) else {
    throw Failure(description: "usage: riffle-service-peers PORT TITLES KEYSTROKES ANSWERS")
  }
  func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
  let folder = FileManager.default.temporaryDirectory.appending(path: "riffle-peers-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let pool = try index(try text(arguments[2]), folder.appending(path: "titles.db").path)
  let keystrokes = try text(arguments[3]).split(separator: "\n").map { String($0) }
  let answers = try text(arguments[4]).split(separator: "\n").map { ByteBuffer(string: String($0)) }
  let bare = Dictionary(zip(keystrokes, answers), uniquingKeysWith: { first, _ in first })

  let router = Router()
  router.get("bare") { request, _ -> Response in
    guard let body = bare[request.uri.queryParameters.get("q") ?? ""] else { throw HTTPError(.notFound) }
    return Response(status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: body))
  }
  for (path, order) in [("fts5", ""), ("fts5-ranked", "ORDER BY rank")] {
    router.get(RouterPath(path)) { request, _ -> [Hit] in
      let words = match(request.uri.queryParameters.get("q") ?? "")
      if words.isEmpty { return [] }
      return try await pool.read { db in
        let statement = try db.cachedStatement(
          sql: "SELECT rowid, title FROM titles WHERE titles MATCH ? \(order) LIMIT 10")
        return try Row.fetchAll(statement, arguments: [words]).map { Hit(id: $0[0], title: $0[1]) }
      }
    }
  }
  let application = Application(
    router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
    onServerRunning: { _ in print("ready") })
  try await application.runService()
#else
  print("riffle-service-peers was built without its server: --enable-all-traits")
#endif
