#if Service
  package import RiffleInput

  extension JSONValue {
    /// Parses JSON whose texts all survive reading: UTF-8, without escapes of half a character.
    /// - Throws: ``Problem`` that names the first byte at fault.
    package init(whole bytes: [UInt8]) throws(Problem) {
      do throws(UTF8.ValidationError) {
        _ = try UTF8Span(validating: bytes.span)
      } catch {
        throw Problem(.invalidBody, "it is no UTF-8 at byte \(error.byteOffsets.lowerBound): send JSON as UTF-8")
      }
      do throws(JSONValue.Failure) {
        self = try JSONValue(bytes)
      } catch {
        throw Problem(.invalidBody, "\(error)")
      }
      if let offset = JSONValue.loneSurrogate(in: bytes) {
        throw Problem(
          .invalidBody, "the escape at byte \(offset) is half of a surrogate pair: send both, or the character itself")
      }
    }

    /// Returns the place of an escape that represents half of a character; `nil` if there is none.
    /// - Parameter bytes: valid JSON, where a backslash always begins an escape of a string.
    private static func loneSurrogate(in bytes: [UInt8]) -> Int? {
      /// Returns the code unit of an escape at a place; `nil` if there is no such escape.
      func unit(_ place: Int) -> UInt16? {
        guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u")
        else { return nil }
        return UInt16(String(decoding: bytes[place + 2..<place + 6], as: UTF8.self), radix: 16)
      }
      var place = 0
      while let next = bytes[place...].firstIndex(of: UInt8(ascii: "\\")) {
        guard let first = unit(next) else {
          place = min(next + 2, bytes.count)
          continue
        }
        place = next + 6
        if UTF16.isTrailSurrogate(first) { return next }
        if UTF16.isLeadSurrogate(first) {
          guard let second = unit(place), UTF16.isTrailSurrogate(second) else { return next }
          place += 6
        }
      }
      return nil
    }
  }
#endif
