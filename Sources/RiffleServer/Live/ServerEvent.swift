#if Service
  package import NIOCore
  package import RiffleInput

  extension ByteBuffer {
    /// A server-sent event. Its data is JSON, and therefore has no newline.
    package init(event name: String, _ json: JSONWriter) {
      self.init(string: "event: \(name)\ndata: ")
      writeBytes(json.bytes)
      writeString("\n\n")
    }
  }

  /// The identifier of a live search.
  package enum LiveID {
    /// Returns a new identifier of 16 random bytes.
    package static func make() -> String { APIKey.hexadecimal((0..<16).map { _ in UInt8.random(in: .min ... .max) }) }
  }
#endif
