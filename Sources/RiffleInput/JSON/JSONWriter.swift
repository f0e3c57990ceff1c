package import Riffle

/// A writer of JSON.
///
/// An answer has a few hundred values. An encoder takes longer for them than the engine for the search, and does not keep the
/// members in a readable order.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Writes a comma, unless the value is the first.
  private mutating func separate() {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: "\n"): break
    default: bytes.append(UInt8(ascii: ","))
    }
  }

  /// - Parameter json: a value in JSON.
  package mutating func raw(_ json: String) {
    separate()
    bytes.append(contentsOf: json.utf8)
  }

  package mutating func newline() { bytes.append(UInt8(ascii: "\n")) }

  package mutating func object<Failure: Error>(
    _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    separate()
    bytes.append(UInt8(ascii: "{"))
    try body(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  package mutating func array<Element, Failure: Error>(
    _ elements: some Sequence<Element>, _ body: (Element, inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    separate()
    bytes.append(UInt8(ascii: "["))
    for element in elements { try body(element, &self) }
    bytes.append(UInt8(ascii: "]"))
  }

  package mutating func name(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
  }

  package mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.contains(where: JSONWriter.needsEscape) {
      for byte in text.utf8 { escape(byte) }
    } else {
      bytes.append(contentsOf: text.utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
    case UInt8(ascii: "\r"): bytes.append(contentsOf: "\\r".utf8)
    case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
    case 0..<0x20:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    default: bytes.append(byte)
    }
  }

  package mutating func integer(_ number: some BinaryInteger) {
    separate()
    bytes.append(contentsOf: number.description.utf8)
  }

  /// Writes a number in its shortest exact form; `null` for numbers that JSON does not have.
  package mutating func number(_ number: Double) {
    separate()
    if !number.isFinite {
      bytes.append(contentsOf: "null".utf8)
    } else if let whole = Int64(exactly: number) {
      bytes.append(contentsOf: whole.description.utf8)
    } else {
      bytes.append(contentsOf: number.description.utf8)
    }
  }

  package mutating func id(_ id: ItemID) {
    switch id {
    case .integer(let number): integer(number)
    case .text(let text): string(text)
    }
  }

  package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }
  package mutating func null() { raw("null") }

  package mutating func member(_ name: String, _ text: String) {
    self.name(name)
    string(text)
  }
  package mutating func member(_ name: String, _ number: some BinaryInteger) {
    self.name(name)
    integer(number)
  }
  package mutating func member(_ name: String, _ number: Double) {
    self.name(name)
    self.number(number)
  }
  package mutating func member(_ name: String, _ value: Bool) {
    self.name(name)
    bool(value)
  }
  package mutating func member(_ name: String, _ value: Bool?) {
    self.name(name)
    if let value { bool(value) } else { null() }
  }
  package mutating func member(_ name: String, _ texts: [String]) {
    self.name(name)
    array(texts) { $1.string($0) }
  }
}
