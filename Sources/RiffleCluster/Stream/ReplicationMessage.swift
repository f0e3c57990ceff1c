#if Cluster
  /// A message of the streaming replication protocol, which carries those of the plugin.
  enum ReplicationMessage: Sendable, Hashable {
    /// - `serverEnd`: up to where the server has its log.
    case data(serverEnd: LogPosition, [UInt8])
    /// - `serverEnd`: up to where the server has looked for changes.
    /// - `wantsReply`: whether the server ends the connection unless it is answered soon.
    case keepalive(serverEnd: LogPosition, wantsReply: Bool)

    /// - Throws: ``ClusterError/malformed(reason:)``.
    init(_ bytes: [UInt8]) throws(ClusterError) {
      var reader = MessageReader(bytes)
      switch try reader.byte() {
      case UInt8(ascii: "w"):
        _ = try reader.logPosition()
        let end = try reader.logPosition()
        _ = try reader.integer(Int64.self)
        self = .data(serverEnd: end, reader.rest())
      case UInt8(ascii: "k"):
        let end = try reader.logPosition()
        _ = try reader.integer(Int64.self)
        self = .keepalive(serverEnd: end, wantsReply: try reader.byte() != 0)
        try reader.finish("a keepalive")
      case let kind: throw .malformed(reason: "the kind of replication message \(kind) is unknown")
      }
    }

    /// Encodes a report of a follower's progress (standby status update).
    /// - Parameters:
    ///   - received: what has been applied.
    ///   - durable: what is on disk, so that the server may forget its log up to there.
    ///   - time: in microseconds since 2000.
    static func status(
      received: LogPosition, durable: LogPosition, time: Int64, wantsReply: Bool
    ) -> [UInt8] {
      var bytes: [UInt8] = [UInt8(ascii: "r")]
      for number in [received.bytes, durable.bytes, received.bytes, UInt64(bitPattern: time)] {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
      }
      bytes.append(wantsReply ? 1 : 0)
      return bytes
    }
  }
#endif
