import FoundationEssentials
package import Riffle

/// JSON being written.
package struct JSONText {
  package private(set) var bytes: [UInt8] = []
  package init() {}

  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return encoder
  }()

  /// Adds a piece that is JSON already.
  package mutating func write(_ json: String) { bytes.append(contentsOf: json.utf8) }

  package mutating func write(id: ItemID) throws(CommandError) {
    switch id {
    case .integer(let number): write(number.description)
    case .text(let text): try write(string: text)
    }
  }

  /// Adds a text. The encoder is asked only where something needs an escape.
  package mutating func write(string text: String) throws(CommandError) {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    if isPlain {
      write("\"")
      write(text)
      write("\"")
      return
    }
    do {
      bytes.append(contentsOf: try Self.encoder.encode(text))
    } catch {
      throw .output(name: standardOutput, reason: "a text cannot be written as JSON: \(error)")
    }
  }
}
