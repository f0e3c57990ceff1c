#if Service
  import RiffleInput

  extension JSONValue {
    /// JSON of which no text is changed by reading it: UTF-8, in which no escape stands for half of a character.
    /// - Throws: ``Problem`` that names the byte at which it is something else.
    init(whole bytes: [UInt8]) throws(Problem) {
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

    /// The place of an escape that stands for half of a character; `nil` if there is none.
    /// - Parameter bytes: valid JSON, in which a backslash only ever begins an escape of a string.
    private static func loneSurrogate(in bytes: [UInt8]) -> Int? {
      /// The unit that an escape at a place stands for; `nil` if no such one is there.
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
