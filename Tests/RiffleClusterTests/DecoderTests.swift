#if Cluster
  import RiffleClusterTestSupport
  import RiffleTestSupport
  import Testing

  @testable import RiffleCluster

  /// RIFFLE_CASES sets how many damaged messages are tried of each, RIFFLE_SEED where they begin.
  @Suite struct DecoderTests {
    private static let firstSeed = setting("RIFFLE_SEED") ?? 1
    private static let caseCount = setting("RIFFLE_CASES") ?? 200

    /// Captured from PostgreSQL 15 by `RIFFLE_WRITE_FIXTURES=1 swift test --filter writeStreamFixtures`.
    @Test func aCapturedStreamSaysWhatTheOtherPluginSays() throws {
      let fixture = try StreamFixture("stream-15")
      let messages = try fixture.messages.map { try ChangeMessage($0) }
      #expect(try StreamText.lines(messages) == StreamText.lines(ofJSON: fixture.json))
      let kinds = Set(fixture.messages.compactMap(\.first))
      #expect(kinds.isSuperset(of: "BCRIUDTM".utf8))
    }

    @Test(.enabled(if: setting("RIFFLE_WRITE_FIXTURES") != nil && PostgresServer.isAvailable))
    func writeStreamFixtures()
      throws
    {
      try StreamFixture(StreamFixture.statements, try TestDatabase()).write("stream-15")
    }

    @Test func aMessageThatIsCutOffIsMalformed() throws {
      for bytes in try StreamFixture("stream-15").messages {
        for count in 0..<bytes.count {
          #expect(throws: ClusterError.self) { try ChangeMessage(Array(bytes.prefix(count))) }
        }
        #expect(throws: ClusterError.self) { try ChangeMessage(bytes + [0]) }
      }
    }

    /// Any bytes are decoded or refused, in memory proportional to their number.
    @Test func damagedMessagesDoNoHarm() throws {
      var random = RandomText(seed: UInt64(Self.firstSeed))
      var refused = 0
      for bytes in try StreamFixture("stream-15").messages {
        for _ in 0..<Self.caseCount {
          var damaged = bytes
          for _ in 0...random.number(below: 3) {
            let place = random.number(below: damaged.count)
            switch random.number(below: 4) {
            case 0: damaged[place] = UInt8(random.number(below: 256))
            case 1: damaged.removeSubrange(place..<min(damaged.count, place + 1 + random.number(below: 8)))
            case 2: damaged.insert(UInt8(random.number(below: 256)), at: place)
            default: damaged[place] = random.oneIn(2) ? 0xff : 0x7f
            }
            if damaged.isEmpty { damaged = [0] }
          }
          do throws(ClusterError) {
            _ = try ChangeMessage(damaged)
          } catch {
            guard case .malformed = error else {
              Issue.record("seed \(Self.firstSeed): \(error)")
              continue
            }
            refused += 1
          }
        }
      }
      #expect(refused > 0)
    }

    @Test(arguments: [
      // Counts and lengths that no message has room for, or that are negative.
      [UInt8(ascii: "I"), 0, 0, 0, 1, UInt8(ascii: "N"), 0x7f, 0xff],
      [UInt8(ascii: "I"), 0, 0, 0, 1, UInt8(ascii: "N"), 0xff, 0xff],
      [UInt8(ascii: "I"), 0, 0, 0, 1, UInt8(ascii: "N"), 0, 1, UInt8(ascii: "t"), 0xff, 0xff, 0xff, 0xff],
      [UInt8(ascii: "I"), 0, 0, 0, 1, UInt8(ascii: "N"), 0, 1, UInt8(ascii: "t"), 0x7f, 0xff, 0xff, 0xff, 1],
      [UInt8(ascii: "T"), 0x7f, 0xff, 0xff, 0xff, 0], [UInt8(ascii: "S"), 0, 0, 0, 1, 1], [],
    ])
    func aLengthThatCannotBeIsMalformed(bytes: [UInt8]) {
      #expect(throws: ClusterError.self) { try ChangeMessage(bytes) }
    }

    @Test func messagesOfTheProtocolAreDecoded() throws {
      let time = [UInt8](repeating: 0, count: 8)
      let keepalive = [UInt8(ascii: "k"), 0, 0, 0, 1, 0, 0, 0, 2] + time + [1]
      #expect(
        try ReplicationMessage(keepalive) == .keepalive(serverEnd: LogPosition(0x1_0000_0002), wantsReply: true))
      let data = [UInt8(ascii: "w")] + time + [0, 0, 0, 0, 0, 0, 0, 9] + time + [7, 8]
      #expect(try ReplicationMessage(data) == .data(serverEnd: LogPosition(9), [7, 8]))
      for count in 0..<keepalive.count {
        #expect(throws: ClusterError.self) { try ReplicationMessage(Array(keepalive.prefix(count))) }
      }
      let status = ReplicationMessage.status(
        received: LogPosition(3), durable: LogPosition(2), time: 1, wantsReply: true)
      #expect(
        status.count == 34 && status[0] == UInt8(ascii: "r") && status[8] == 3 && status[16] == 2 && status[33] == 1)
    }

    // MARK: - COPY

    @Test func aCopiedLineIsDecoded() throws {
      let line = Array("1\t\\N\t\t\\\\N\ta\\tb\\nc\\\\d\n".utf8)
      #expect(
        try CopyText.row(line, count: 5)
          == [.text("1"), .null, .text(""), .text("\\N"), .text("a\tb\nc\\d")])
      #expect(throws: ClusterError.self) { try CopyText.row(line, count: 4) }
      #expect(throws: ClusterError.self) { try CopyText.row(Array("a\\\n".utf8), count: 1) }
    }

    @Test func whatIsEncodedForCopyIsDecoded() throws {
      var random = RandomText(seed: UInt64(Self.firstSeed), mixesScripts: true)
      let parts = ["\t", "\n", "\\", "\r", "N", "", "\u{8}", "é", "\\N"]
      for _ in 0..<Self.caseCount {
        let row = (0..<1 + random.number(below: 4)).map { _ -> String? in
          if random.oneIn(4) { return nil }
          return (0..<random.number(below: 5)).map { _ in
            random.oneIn(2) ? random.title() : parts[random.number(below: parts.count)]
          }.joined()
        }
        let values = row.map { $0.map { ColumnValue.text($0) } ?? .null }
        #expect(try CopyText.row(CopyText.line(row), count: row.count) == values)
      }
    }
  }
#endif
