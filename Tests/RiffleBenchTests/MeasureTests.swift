import Riffle
import Synchronization
import Testing

@testable import RiffleBench

private final class Log: Sendable {
  private let texts = Mutex<[String]>([])
  func add(_ text: String) { texts.withLock { $0.append(text) } }
  var all: [String] { texts.withLock { $0 } }
}

private struct FakeDriver: KeystrokeDriver {
  let log: Log

  func begin() { log.add("begin") }
  func type(_ text: String) throws(QueryError) -> Int {
    guard text != "bad" else { throw .tooLong(scalars: 3, limit: 2) }
    log.add(text)
    return text.count
  }
}

@Suite struct LatencyTests {
  private func query(_ text: String) -> BenchQuery { BenchQuery(id: text, kind: "prefix", text: text, targets: [0]) }

  @Test func typesLetterByLetter() throws {
    let log = Log()
    let latency = try Latency.measure(
      [query("mé 1"), query("x")], isFinalOnly: false, passes: 3, threads: 1, makeDriver: { FakeDriver(log: log) })
    let onePass = ["begin", "m", "mé", "mé ", "mé 1", "begin", "x"]
    #expect(log.all == onePass + onePass + onePass)
    #expect(latency.cold.keystrokes == 5)
    #expect(latency.warm.keystrokes == 10)
    #expect(latency.byLetters.map(\.letters) == [1, 2, 3, 4])
    #expect(latency.byLetters.map(\.distribution.keystrokes) == [6, 3, 3, 3])
  }

  @Test func lastKeystrokesOnly() throws {
    let log = Log()
    let latency = try Latency.measure(
      [query("mé 1"), query("x")], isFinalOnly: true, passes: 1, threads: 1, makeDriver: { FakeDriver(log: log) })
    #expect(log.all == ["begin", "mé 1", "begin", "x"])
    #expect(latency.warm.keystrokes == 0)
  }

  @Test func threadsShareTheQueries() throws {
    let log = Log()
    let queries = (0..<50).map { query("q\($0)") }
    let latency = try Latency.measure(
      queries, isFinalOnly: true, passes: 1, threads: 4, makeDriver: { FakeDriver(log: log) })
    #expect(latency.cold.keystrokes == 50)
    #expect(Set(log.all) == Set(queries.map(\.text) + ["begin"]))
  }

  @Test func aRefusedQueryIsNamed() {
    #expect(throws: BenchError.badQuery(id: "bad", error: .tooLong(scalars: 3, limit: 2))) {
      try Latency.measure(
        [query("bad")], isFinalOnly: false, passes: 1, threads: 2, makeDriver: { FakeDriver(log: Log()) })
    }
  }
}

@Suite struct QualityTests {
  @Test func aRowWithTheTitleOfATargetIsRight() throws {
    let items = try list("0\tOslo\n1\tBergen\n2\tOslo\n")
    let query = BenchQuery(id: "1", kind: "prefix", text: "oslo", targets: [2])
    #expect(query.isRight(0, in: items))
    #expect(query.isRight(2, in: items))
    #expect(!query.isRight(1, in: items))
  }

  @Test func tallies() {
    var tally = Tally()
    for rank in [0, 1, 9, 10, nil] { tally.count(rank: rank) }
    #expect(tally == Tally(queries: 5, top1: 1, top10: 3))
    #expect(tally + tally == Tally(queries: 10, top1: 2, top10: 6))
  }

  @Test func theEngineIsAsked() throws {
    let items = try list("0\tOslo\n1\tBergen\n2\tTrondheim\n3\tBerlin\n")
    let snapshot = try Build(items, path: "list", titlesArePaths: false).snapshot
    let queries = [
      BenchQuery(id: "1", kind: "prefix", text: "tron", targets: [2]),
      BenchQuery(id: "2", kind: "prefix", text: "berlin", targets: [3]),
      BenchQuery(id: "3", kind: "codespell", text: "xyzzy", targets: [0]),
    ]
    let quality = try Quality(queries, items: items, snapshot: snapshot, request: SearchRequest(limit: 10), threads: 2)
    #expect(quality.ranks == [0, 0, nil])
    #expect(quality.tally() == Tally(queries: 3, top1: 2, top10: 2))
    #expect(quality.tally(kind: "codespell") == Tally(queries: 1))
  }
}

@Suite struct PlatformTests {
  @Test func threadsAnswerInTheirOrder() throws {
    #expect(try onThreads(5) { $0 * $0 } == [0, 1, 4, 9, 16])
    #expect(try onThreads(1) { $0 } == [0])
  }

  @Test func peakIsReadFromTheStatusFile() {
    #expect(
      ResidentBytes.value(of: "VmHWM", inStatus: "Name:\tx\nVmHWM:\t    5120 kB\nVmRSS:\t 10 kB\n") == 5120 * 1024)
    #expect(ResidentBytes.value(of: "VmHWM", inStatus: "") == 0)
  }
}
