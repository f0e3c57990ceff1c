import RiffleInput

/// A JSON text with its keys in the order in which they were given.
enum JSONValue: Sendable, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  init(integerLiteral value: Int) { self = .integer(value) }
  init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { (key: $0.0, value: $0.1) })
  }
}

extension JSONValue: CustomStringConvertible {
  /// On one line.
  var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    // Three digits after the point: nanoseconds for values in microseconds.
    case .number(let value): value.isFinite ? "\((value * 1000).rounded() / 1000)" : "null"
    case .string(let value): JSONValue.quoted(value)
    case .array(let values): "[" + values.map(\.description).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(JSONValue.quoted($0.key)): \($0.value)" }.joined(separator: ", ") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.string(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
