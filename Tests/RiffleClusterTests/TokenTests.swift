#if Cluster
  import Testing

  @testable import RiffleCluster

  @Suite struct TokenTests {
    @Test func positionsAreWrittenAsPostgreSQLWritesThem() {
      #expect(LogPosition("16/B374D848") == LogPosition(0x16_B374_D848))
      #expect(LogPosition(0x16_B374_D848).description == "16/B374D848")
      #expect(LogPosition("0/0") == .start && LogPosition("FFFFFFFF/FFFFFFFF") == LogPosition(.max))
      for text in ["", "/", "1", "1/", "/1", "1/2/3", "1/100000000", "x/1", "+1/1", "-1/1", " 1/1"] {
        #expect(LogPosition(text) == nil, "\(text)")
      }
      #expect(LogPosition(5).distance(from: LogPosition(2)) == 3 && LogPosition(2).distance(from: LogPosition(5)) == 0)
    }

    @Test func aTokenIsReadAsItWasWritten() throws {
      let token = NodeToken(system: "7412345678901234567", timeline: 3, position: LogPosition(0x16B_3748))
      #expect(token.description == "7412345678901234567-3-16B3748")
      #expect(try NodeToken(token.description) == token)
      for text in ["", "1-1", "1-1-1-1", "01-1-1", "1-01-1", "1-1-01", "1-1-a", "-1-1-1", "1--1-1", "1-1-1 ", "x-1-1"] {
        #expect(throws: ClusterError.token(text: text)) { try NodeToken(text) }
      }
    }

    @Test func aGateAnswersByServerTimelineAndPosition() async {
      let gate = PositionGate()
      func token(_ position: UInt64, _ timeline: UInt32 = 2, _ system: String = "1") -> NodeToken {
        NodeToken(system: system, timeline: timeline, position: LogPosition(position))
      }
      #expect(gate.compare(token(1)) == .notYet)
      gate.advance(to: token(10))
      #expect(gate.compare(token(10)) == .reached && gate.compare(token(11)) == .notYet)
      #expect(gate.compare(token(1, 1)) == .gone && gate.compare(token(1, 3)) == .notYet)
      #expect(gate.compare(token(1, 2, "2")) == .gone)
      // A waiting task is resumed when the gate gets there, and no sooner.
      async let waiting: Void = gate.wait(for: token(12)) {}
      while !gate.isAwaited { await Task.yield() }
      gate.advance(to: token(11))
      #expect(gate.isAwaited)
      gate.advance(to: token(12))
      await waiting
      #expect(!gate.isAwaited)
      // And when it never will, or the task is cancelled.
      async let gone: Void = gate.wait(for: token(99)) {}
      while !gate.isAwaited { await Task.yield() }
      gate.advance(to: token(1, 3))
      await gone
      let cancelled = Task { await gate.wait(for: token(99, 3)) {} }
      while !gate.isAwaited { await Task.yield() }
      cancelled.cancel()
      await cancelled.value
      #expect(!gate.isAwaited)
    }

    @Test func lagIsThatOfTheLastAnswerOfThePrimary() {
      let start = ContinuousClock.now
      var lag = LagTracker(position: LogPosition(10), currentAt: nil)
      #expect(lag.age(at: start) == nil && lag.byteCount == nil)
      lag.sample(LogPosition(10), at: start)
      #expect(lag.age(at: start + .seconds(2)) == 2 && lag.byteCount == 0)
      lag.sample(LogPosition(30), at: start + .seconds(3))
      lag.sample(LogPosition(50), at: start + .seconds(4))
      #expect(lag.byteCount == 40 && lag.age(at: start + .seconds(5)) == 5)
      lag.advance(to: LogPosition(30))
      #expect(lag.byteCount == 20 && lag.age(at: start + .seconds(5)) == 2)
      lag.advance(to: LogPosition(60))
      #expect(lag.byteCount == 0 && lag.age(at: start + .seconds(5)) == 1)
      // However long it lasts.
      for number in 0..<10_000 { lag.sample(LogPosition(UInt64(100 + number)), at: start + .seconds(number)) }
      lag.advance(to: LogPosition(200_000))
      #expect(lag.age(at: start + .seconds(10_000)).map { $0 < 2_000 } == true)
    }

    // MARK: - Shards

    @Test func shardsDivideTheSlots() throws {
      for count in [1, 2, 3, 7, 255, 256] {
        let slots = try (0..<count).flatMap { try Array(Shard($0, of: count).slots) }
        #expect(slots == Array(0..<Shard.slotCount))
      }
      #expect(try Shard("2/7") == Shard(2, of: 7))
      for text in ["", "1", "1/", "/1", "4/4", "0/0", "0/257", "-1/4", "+0/4", "0/4/4", "a/b"] {
        #expect(throws: ClusterError.shard(text: text)) { try Shard(text) }
      }
    }

    @Test func slotsOfCopiesHaveNamesOfTheirOwn() throws {
      let list = String(repeating: "Ab-c", count: 20)
      let names = try (0..<100).map { _ in PostgresName.newSlot(list, try Shard(3, of: 256)) }
      #expect(Set(names).count == 100)
      let isRight = names.allSatisfy { name in
        name.utf8.count <= 63 && name.hasPrefix("riffle_")
          && name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") }
      }
      #expect(isRight)
    }

    @Test func aConnectionStringIsOneForEachHost() throws {
      let info = try ConnectionInfo("host=a,b port=1,2 dbname=lists password='p w'")
      let hosts = info.hosts(["connect_timeout": "3", "dbname": "other"])
      #expect(hosts.map { $0["host"] } == ["a", "b"] && hosts.map { $0["port"] } == ["1", "2"])
      #expect(hosts.allSatisfy { $0["dbname"] == "lists" && $0["connect_timeout"] == "3" && $0["password"] == "p w" })
      #expect(info.place == "host=a,b port=1,2 dbname=lists")
      #expect(throws: ClusterError.self) { try ConnectionInfo("hots=a") }
    }
  }
#endif
