#if Service
  /// Percent-encoding of text in URLs (RFC 3986).
  package enum PercentEncoding {
    /// Decodes a text.
    /// - Parameter isForm: whether `+` is a blank.
    /// - Returns: `nil` if a `%` is not followed by two hexadecimal digits, or if the result is not UTF-8.
    package static func decoded(_ text: Substring, isForm: Bool) -> String? {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.utf8.count)
      var rest = text.utf8[...]
      while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "+") where isForm: bytes.append(UInt8(ascii: " "))
        case UInt8(ascii: "%"):
          guard let high = rest.popFirst().flatMap({ digit($0) }), let low = rest.popFirst().flatMap({ digit($0) })
          else {
            return nil
          }
          bytes.append(high << 4 | low)
        default: bytes.append(byte)
        }
      }
      return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
      default: nil
      }
    }
  }
#endif
