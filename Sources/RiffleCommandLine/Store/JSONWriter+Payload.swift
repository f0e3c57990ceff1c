#if Store
  import FoundationEssentials
  package import Riffle
  package import RiffleInput
  package import RiffleStore

  extension JSONWriter {
    /// Adds a member `payload`, or `payload_base64` for bytes. A text that is JSON is written as a value, if it can be on one
    /// line and is neither a string nor `null`; all other texts are strings. So a reader gets back what was written.
    package mutating func member(_ payload: StorePayload) {
      switch payload {
      case .json(let text):
        name("payload")
        if JSONWriter.canStand(text) { raw(text) } else { string(text) }
      case .bytes(let bytes): member("payload_base64", Data(bytes).base64EncodedString())
      }
    }

    /// Adds a member with the values of an item's fields, unless it has none. Several keywords are an array.
    /// - Parameter definitions: the fields of the list, in whose order they are written.
    package mutating func member(
      _ name: String, _ fields: [String: [FieldValue]], of definitions: [FieldDefinition]
    ) {
      if fields.isEmpty { return }
      self.name(name)
      object { json in
        for field in definitions {
          guard let values = fields[field.name], let first = values.first else { continue }
          json.name(field.name)
          // JSON has no infinity; a number in a string is read as a number.
          if field.hasSeveralValues {
            json.array(values) { $1.write($0) }
          } else if case .real(let number) = first, !number.isFinite {
            json.string("\(number)")
          } else {
            json.write(first)
          }
        }
      }
    }

    private static func canStand(_ text: String) -> Bool {
      guard let first = text.utf8.first, let last = text.utf8.last, first > 0x20, last > 0x20 else { return false }
      guard first != UInt8(ascii: "\""), first != UInt8(ascii: "n") else { return false }
      return !text.utf8.contains { $0 == 0x0A || $0 == 0x0D } && JSONScanner.isValid(text)
    }
  }
#endif
