/// A value of a validated JSON text, decoded on demand.
package struct JSONValue: Sendable {
  private let text: [UInt8]
  private let value: JSONScanner.Value

  package enum Kind: Sendable, Hashable { case string, number, boolean, null, array, object }

  /// The reason why a text is not JSON.
  package struct Failure: Error, CustomStringConvertible {
    /// In bytes, from 0.
    package let offset: Int
    let isTooDeep: Bool

    package var description: String {
      isTooDeep
        ? "it is nested deeper than \(JSONScanner.deepest) levels at byte \(offset)" : "it is no JSON at byte \(offset)"
    }
  }

  /// - Throws: ``Failure``.
  package init(_ text: [UInt8]) throws(Failure) {
    do throws(JSONScanner.Failure) {
      let found = try text.withUnsafeBufferPointer { bytes throws(JSONScanner.Failure) in
        try JSONScanner.find([.record], in: bytes, range: 0..<bytes.count)
      }
      guard let value = found.first ?? nil else { throw JSONScanner.Failure(offset: 0) }
      (self.text, self.value) = (text, value)
    } catch {
      throw Failure(offset: error.offset, isTooDeep: error.isTooDeep)
    }
  }

  private init(_ text: [UInt8], _ value: JSONScanner.Value) { (self.text, self.value) = (text, value) }

  package var kind: Kind {
    switch value.kind {
    case .string: .string
    case .number: .number
    case .boolean: .boolean
    case .null: .null
    case .array: .array
    case .object: .object
    }
  }

  /// The written form; a string without its quotes.
  package var source: String { String(decoding: text[value.range], as: UTF8.self) }

  /// The text of a string; `nil` for other values.
  package var string: String? {
    guard case .string(let isEscaped) = value.kind else { return nil }
    if !isEscaped { return source }
    return text.withUnsafeBufferPointer { JSONString.decode(UnsafeBufferPointer(rebasing: $0[value.range])) }
  }

  /// An integer; `nil` for other values, and if it is too large.
  package var integer: Int64? {
    guard value.kind == .number else { return nil }
    return Int64(source) ?? Double(source).flatMap { Int64(exactly: $0) }
  }

  /// A number; `nil` for other values.
  package var number: Double? { value.kind == .number ? Double(source) : nil }

  /// A boolean; `nil` for other values.
  package var boolean: Bool? { value.kind == .boolean ? text[value.range.lowerBound] == UInt8(ascii: "t") : nil }

  package var isNull: Bool { value.kind == .null }

  /// The value as JSON.
  package var json: String {
    if case .string = value.kind { return "\"" + source + "\"" }
    return source
  }

  /// The elements of an array; `nil` for other values.
  package var elements: [JSONValue]? {
    guard value.kind == .array else { return nil }
    let found = text.withUnsafeBufferPointer { try? JSONScanner.elements(of: value, in: $0) }
    return found?.map { JSONValue(text, $0) }
  }

  /// The members of an object in the order in which they are written; `nil` for other values.
  package var members: [(name: String, value: JSONValue)]? {
    guard value.kind == .object else { return nil }
    let found = text.withUnsafeBufferPointer { try? JSONScanner.members(of: value, in: $0) }
    return found?.map { ($0.name, JSONValue(text, $0.value)) }
  }
}
