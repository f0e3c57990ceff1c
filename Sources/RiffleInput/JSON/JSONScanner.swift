/// A scanner that finds the values at given paths in a JSON text (RFC 8259), and validates all of it.
///
/// It returns the places of values without decoding them: most need no decoding and stay in the input. A library that creates
/// objects for all unused values takes longer than indexing the list. It takes one pass, and no memory except for the places
/// found.
package struct JSONScanner {
  enum Kind: Hashable {
    case string(isEscaped: Bool)
    case number, boolean, null, array, object
  }

  struct Value: Hashable {
    let kind: Kind
    /// Its place; for a string, without its quotes.
    let range: Range<Int>
  }

  /// The text is not JSON from `offset` on.
  struct Failure: Error {
    let offset: Int
    /// It may be JSON, but has more than ``deepest`` levels.
    var isTooDeep = false
  }

  static let deepest = 500

  private let bytes: UnsafeBufferPointer<UInt8>
  private let end: Int
  private let paths: [KeyPath]
  private var position: Int
  private var found: [Value?]

  /// The paths that lead through the present value, as bits.
  private typealias Active = UInt64

  private init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ paths: [KeyPath]) {
    self.bytes = bytes
    self.paths = paths
    position = range.lowerBound
    end = range.upperBound
    found = Array(repeating: nil, count: paths.count)
  }

  /// Finds one value for each of at most 64 paths; `nil` if there is none. Of equal keys the last counts.
  static func find(
    _ paths: [KeyPath], in bytes: UnsafeBufferPointer<UInt8>, range: Range<Int>
  ) throws(Failure) -> [Value?] {
    var scanner = JSONScanner(bytes, range, paths)
    try scanner.value(depth: 0, active: ~0)
    scanner.skipBlanks()
    if scanner.position < scanner.end { throw scanner.failure }
    return scanner.found
  }

  /// Returns whether a text is JSON.
  package static func isValid(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in (try? find([], in: bytes, range: 0..<bytes.count)) != nil }
  }

  /// Returns the elements of an array that was found before.
  static func elements(of array: Value, in bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> [Value] {
    var scanner = JSONScanner(bytes, array.range, [.record])
    scanner.position += 1
    scanner.skipBlanks()
    if scanner.skip("]") { return [] }
    var elements: [Value] = []
    repeat {
      try scanner.value(depth: 0, active: 1)
      elements.append(contentsOf: scanner.found.compactMap(\.self))
      scanner.skipBlanks()
    } while scanner.skip(",")
    return elements
  }

  /// Returns the members of an object that was found before, in their order.
  static func members(
    of object: Value, in bytes: UnsafeBufferPointer<UInt8>
  ) throws(Failure) -> [(name: String, value: Value)] {
    var scanner = JSONScanner(bytes, object.range, [.record])
    scanner.position += 1
    scanner.skipBlanks()
    if scanner.skip("}") { return [] }
    var members: [(name: String, value: Value)] = []
    repeat {
      scanner.skipBlanks()
      let start = scanner.position
      guard scanner.next == UInt8(ascii: "\"") else { throw scanner.failure }
      let isEscaped = try scanner.string()
      let name = UnsafeBufferPointer(rebasing: bytes[start + 1..<scanner.position - 1])
      scanner.skipBlanks()
      guard scanner.skip(":") else { throw scanner.failure }
      try scanner.value(depth: 0, active: 1)
      guard let value = scanner.found[0] else { throw scanner.failure }
      members.append((isEscaped ? JSONString.decode(name) : String(decoding: name, as: UTF8.self), value))
      scanner.skipBlanks()
    } while scanner.skip(",")
    return members
  }

  // MARK: Values

  private mutating func value(depth: Int, active: Active) throws(Failure) {
    skipBlanks()
    let start = position
    let kind: Kind
    var range: Range<Int>?
    switch next {
    case UInt8(ascii: "\""):
      let isEscaped = try string()
      kind = .string(isEscaped: isEscaped)
      range = start + 1..<position - 1
    case UInt8(ascii: "{"):
      kind = .object
      try object(depth: depth, active: active)
    case UInt8(ascii: "["):
      kind = .array
      try array(depth: depth, active: active)
    case UInt8(ascii: "t"):
      kind = .boolean
      try word("true")
    case UInt8(ascii: "f"):
      kind = .boolean
      try word("false")
    case UInt8(ascii: "n"):
      kind = .null
      try word("null")
    default:
      kind = .number
      try number()
    }
    guard active != 0 else { return }
    for index in paths.indices where active >> UInt64(index) & 1 == 1 && paths[index].keys.count == depth {
      found[index] = Value(kind: kind, range: range ?? start..<position)
    }
  }

  private mutating func object(depth: Int, active: Active) throws(Failure) {
    if depth == Self.deepest { throw Failure(offset: position, isTooDeep: true) }
    position += 1
    skipBlanks()
    if skip("}") { return }
    repeat {
      skipBlanks()
      let start = position
      guard next == UInt8(ascii: "\"") else { throw failure }
      let isEscaped = try string()
      let key = start + 1..<position - 1
      let deeper = narrow(active, depth) { matches($0, key, isEscaped: isEscaped) }
      skipBlanks()
      guard skip(":") else { throw failure }
      try value(depth: depth + 1, active: deeper)
      skipBlanks()
    } while skip(",")
    guard skip("}") else { throw failure }
  }

  private mutating func array(depth: Int, active: Active) throws(Failure) {
    if depth == Self.deepest { throw Failure(offset: position, isTooDeep: true) }
    position += 1
    skipBlanks()
    if skip("]") { return }
    var index = 0
    repeat {
      let deeper = narrow(active, depth) { $0.index == index }
      try value(depth: depth + 1, active: deeper)
      skipBlanks()
      index += 1
    } while skip(",")
    guard skip("]") else { throw failure }
  }

  private func narrow(_ active: Active, _ depth: Int, _ isNext: (KeyPath.Key) -> Bool) -> Active {
    guard active != 0 else { return 0 }
    var deeper: Active = 0
    for (index, path) in paths.enumerated() where active >> UInt64(index) & 1 == 1 {
      if depth < path.keys.count && isNext(path.keys[depth]) { deeper |= 1 << UInt64(index) }
    }
    return deeper
  }

  private func matches(_ key: KeyPath.Key, _ range: Range<Int>, isEscaped: Bool) -> Bool {
    let name = UnsafeBufferPointer(rebasing: bytes[range])
    return isEscaped ? Array(JSONString.decode(name).utf8) == key.name : name.elementsEqual(key.name)
  }

  // MARK: Characters

  private var failure: Failure { Failure(offset: position) }

  private var next: UInt8? { position < end ? bytes[position] : nil }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func word(_ word: StaticString) throws(Failure) {
    for offset in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[offset] else { throw failure }
      position += 1
    }
  }

  /// Skips a string; returns whether it has escapes.
  private mutating func string() throws(Failure) -> Bool {
    position += 1
    var isEscaped = false
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return isEscaped
      case UInt8(ascii: "\\"):
        isEscaped = true
        position += 1
        try escape()
      case 0..<0x20:
        throw failure
      default:
        position += 1
      }
    }
    throw failure
  }

  private mutating func escape() throws(Failure) {
    switch next {
    case UInt8(ascii: "u"):
      position += 1
      for _ in 0..<4 {
        guard let byte = next, JSONString.hexadecimalDigit(byte) != nil else { throw failure }
        position += 1
      }
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    default:
      throw failure
    }
  }

  private mutating func number() throws(Failure) {
    _ = skip("-")
    if !skip("0") { try digits() }
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try digits()
    }
  }

  private mutating func digits() throws(Failure) {
    let start = position
    while let byte = next, 0x30...0x39 ~= byte { position += 1 }
    if position == start { throw failure }
  }
}
