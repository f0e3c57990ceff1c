#if Cluster
  /// A cursor over the bytes of one message. Every read checks that the bytes are there.
  struct MessageReader {
    private let bytes: [UInt8]
    private(set) var position: Int

    init(_ bytes: [UInt8], from position: Int = 0) { (self.bytes, self.position) = (bytes, position) }

    var remaining: Int { bytes.count - position }

    private mutating func take(_ count: Int, _ what: String) throws(ClusterError) -> Range<Int> {
      guard count >= 0, count <= remaining else {
        throw .malformed(reason: "\(what) at byte \(position) has \(count) bytes, and \(remaining) are left")
      }
      defer { position += count }
      return position..<position + count
    }

    /// Reads a whole number, the high byte first.
    mutating func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(ClusterError) -> Number {
      let range = try take(Number.bitWidth / 8, "a number")
      var number: Number = 0
      for byte in bytes[range] { number = number << 8 | Number(truncatingIfNeeded: byte) }
      return number
    }

    mutating func byte() throws(ClusterError) -> UInt8 { try integer() }

    mutating func logPosition() throws(ClusterError) -> LogPosition { LogPosition(try integer(UInt64.self)) }

    /// Reads a text that a zero byte ends.
    mutating func string() throws(ClusterError) -> String {
      guard let end = bytes[position...].firstIndex(of: 0) else {
        throw .malformed(reason: "the text at byte \(position) has no end")
      }
      defer { position = end + 1 }
      return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    /// Reads a text of a given length. Ill-formed UTF-8, which a database without an encoding may send, is repaired.
    mutating func text(_ count: Int) throws(ClusterError) -> String {
      let range = try take(count, "a value")
      return bytes.withUnsafeBufferPointer { String(decoding: $0[range], as: UTF8.self) }
    }

    mutating func rest() -> [UInt8] {
      defer { position = bytes.count }
      return Array(bytes[position...])
    }

    /// Reads the number of things that follow, each of which has at least `size` bytes, so that no number reserves more memory
    /// than the message has.
    mutating func count(_ number: Int, size: Int, _ what: String) throws(ClusterError) -> Int {
      guard number >= 0, number <= remaining / size else {
        throw .malformed(
          reason: "\(number) \(what) at byte \(position) do not fit the \(remaining) bytes that are left")
      }
      return number
    }

    /// - Throws: ``ClusterError/malformed(reason:)`` if bytes are left.
    func finish(_ what: String) throws(ClusterError) {
      if remaining > 0 { throw .malformed(reason: "\(remaining) bytes follow the end of \(what)") }
    }
  }
#endif
