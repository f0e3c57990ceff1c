#if Service
  import Foundation
  import NIOCore

  /// JSON being written.
  ///
  /// An answer is a few hundred values; an encoder takes longer for them than the engine for the search.
  struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    var buffer: ByteBuffer { ByteBuffer(bytes: bytes) }

    /// - Throws: ``Problem`` if there are more bytes than an answer may have.
    func check(_ byteLimit: Int) throws(Problem) {
      if bytes.count > byteLimit { throw .answerTooLarge(byteLimit) }
    }

    /// A comma, unless nothing stands before the value.
    private mutating func separate() {
      switch bytes.last {
      case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: "\n"): break
      default: bytes.append(UInt8(ascii: ","))
      }
    }

    mutating func raw(_ json: String) {
      separate()
      bytes.append(contentsOf: json.utf8)
    }

    mutating func newline() { bytes.append(UInt8(ascii: "\n")) }

    mutating func object<Failure: Error>(_ body: (inout JSONWriter) throws(Failure) -> Void) throws(Failure) {
      separate()
      bytes.append(UInt8(ascii: "{"))
      try body(&self)
      bytes.append(UInt8(ascii: "}"))
    }

    mutating func array<Element, Failure: Error>(
      _ elements: some Sequence<Element>, _ body: (Element, inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
      separate()
      bytes.append(UInt8(ascii: "["))
      for element in elements { try body(element, &self) }
      bytes.append(UInt8(ascii: "]"))
    }

    mutating func name(_ name: String) {
      string(name)
      bytes.append(UInt8(ascii: ":"))
    }

    mutating func string(_ text: String) {
      separate()
      bytes.append(UInt8(ascii: "\""))
      for byte in text.utf8 {
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
      bytes.append(UInt8(ascii: "\""))
    }

    mutating func integer(_ number: some BinaryInteger) {
      separate()
      bytes.append(contentsOf: number.description.utf8)
    }

    mutating func number(_ number: Double) {
      separate()
      if !number.isFinite {
        // JSON has no such numbers.
        bytes.append(contentsOf: "null".utf8)
      } else if let whole = Int64(exactly: number) {
        bytes.append(contentsOf: whole.description.utf8)
      } else {
        bytes.append(contentsOf: number.description.utf8)
      }
    }

    mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }
    mutating func null() { raw("null") }

    mutating func member(_ name: String, _ text: String) {
      self.name(name)
      string(text)
    }
    mutating func member(_ name: String, _ number: some BinaryInteger) {
      self.name(name)
      integer(number)
    }
    mutating func member(_ name: String, _ number: Double) {
      self.name(name)
      self.number(number)
    }
    mutating func member(_ name: String, _ value: Bool) {
      self.name(name)
      bool(value)
    }
    mutating func member(_ name: String, _ value: Bool?) {
      self.name(name)
      if let value { bool(value) } else { null() }
    }
  }
#endif
