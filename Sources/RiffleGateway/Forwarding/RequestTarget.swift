#if Service && Cluster
  import RiffleServer

  /// The encoding of request targets as valid URLs (RFC 3986).
  enum RequestTarget {
    /// Percent-encodes bytes that are not allowed in a URL. The decoded text stays the same.
    /// - Throws: `Problem` if a `%` is not followed by two hexadecimal digits.
    static func wellFormed(_ target: String) throws(Problem) -> String {
      let bytes = Array(target.utf8)
      if bytes.allSatisfy({ isPlain[Int($0)] }) { return target }
      var text = ""
      text.reserveCapacity(bytes.count)
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: "%") {
          guard index + 2 < bytes.count, isHexadecimal(bytes[index + 1]), isHexadecimal(bytes[index + 2]) else {
            throw Problem(
              .invalidRequest, "“\(target.prefix(100))” is not well-formed: write “%” as “%25”, and text as UTF-8",
              parameter: "target")
          }
          text.unicodeScalars.append(Unicode.Scalar(byte))
        } else if isPlain[Int(byte)] {
          text.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
          text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        index += 1
      }
      return text
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte
        || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
    }

    /// For each byte, whether it may stand in a path or a query unencoded.
    private static let isPlain: [Bool] = {
      var plain = Array(repeating: false, count: 256)
      let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
      for byte in (letters + "-._~!$&'()*+,;=:@/?").utf8 { plain[Int(byte)] = true }
      return plain
    }()
  }
#endif
