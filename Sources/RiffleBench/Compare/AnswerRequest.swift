import FoundationEssentials

/// One line sent by a driver.
enum AnswerRequest: Hashable {
  /// - Parameter begins: whether another query begins.
  case search(text: String, limit: Int, begins: Bool)
  /// There are no more lines.
  case end

  init(line: String) throws(BenchError) {
    let fields: Fields
    do {
      fields = try JSONDecoder().decode(Fields.self, from: Data(line.utf8))
    } catch {
      throw .badRequest(reason: "not a request: \(line)")
    }
    if fields.ends == true {
      self = .end
      return
    }
    guard let query = fields.query else { throw .badRequest(reason: "the request has no query: \(line)") }
    let limit = fields.limit ?? 10
    guard limit >= 0 else { throw .badRequest(reason: "the limit is \(limit): give 0 or more") }
    self = .search(text: query, limit: limit, begins: fields.begins ?? true)
  }

  private struct Fields: Decodable {
    let query: String?
    let limit: Int?
    let begins: Bool?
    let ends: Bool?
  }
}
