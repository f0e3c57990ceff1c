#if Service
  /// A text as HTML, with `mark` elements around parts of it.
  enum MarkedText {
    /// - Parameter ranges: ascending, in bytes.
    static func html(_ text: String, marking ranges: [Range<Int>]) -> String {
      var html: [UInt8] = []
      let bytes = Array(text.utf8)
      var position = 0
      func escape(upTo end: Int) {
        for byte in bytes[min(position, end)..<min(end, bytes.count)] {
          switch byte {
          case UInt8(ascii: "&"): html.append(contentsOf: "&amp;".utf8)
          case UInt8(ascii: "<"): html.append(contentsOf: "&lt;".utf8)
          case UInt8(ascii: ">"): html.append(contentsOf: "&gt;".utf8)
          case UInt8(ascii: "\""): html.append(contentsOf: "&quot;".utf8)
          case UInt8(ascii: "'"): html.append(contentsOf: "&#39;".utf8)
          default: html.append(byte)
          }
        }
        position = max(position, end)
      }
      for range in ranges {
        escape(upTo: range.lowerBound)
        html.append(contentsOf: "<mark>".utf8)
        escape(upTo: range.upperBound)
        html.append(contentsOf: "</mark>".utf8)
      }
      escape(upTo: bytes.count)
      return String(decoding: html, as: UTF8.self)
    }
  }
#endif
