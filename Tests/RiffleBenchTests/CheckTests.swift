import Testing

@testable import RiffleBench

/// Forty queries of five keystrokes, in which a keystroke takes what `times` says, asked in three rounds.
private func pairedTimes(_ times: (_ query: Int, _ keystroke: Int) -> (base: UInt64, change: UInt64)) -> PairedTimes {
  var paired = PairedTimes(
    queries: (0..<40).map { query in (0..<5).map { PairedTimes.Keystroke(text: "\(query) \($0)") } })
  for _ in 0..<3 {
    for query in 0..<40 {
      for keystroke in 0..<5 {
        let (base, change) = times(query, keystroke)
        paired.add(base: base, change: change, query: query, keystroke: keystroke)
        paired.add(base: base + 20, change: change + 20, query: query, keystroke: keystroke)
      }
    }
  }
  return paired
}

@Suite struct PairedTimesTests {
  @Test(arguments: PairedTimes.Measure.allCases) func equalTimesHaveTheRatioOne(measure: PairedTimes.Measure) {
    let times = pairedTimes { query, keystroke in
      (UInt64(1000 * (query + keystroke + 1)), UInt64(1000 * (query + keystroke + 1)))
    }
    let ratio = times.ratio(measure, resamples: 50)
    #expect(ratio.ratio == 1 && ratio.low == 1 && ratio.high == 1)
    #expect(times.keystrokeCount == 200)
  }

  @Test func theIntervalHoldsTheRatioAndIsTheSameEachTime() {
    let times = pairedTimes { query, keystroke in
      (UInt64(1000 * (query + keystroke + 1)), UInt64((1000 + 100 * (query % 5)) * (query + keystroke + 1)))
    }
    for measure in PairedTimes.Measure.allCases {
      let ratio = times.ratio(measure, resamples: 100)
      #expect(ratio.low < ratio.ratio && ratio.ratio < ratio.high, "\(measure)")
      #expect(ratio == times.ratio(measure, resamples: 100))
    }
  }

  @Test func aBaseAgainstItselfIsNoSlowerForBeingAskedFirst() {
    var times = PairedTimes(queries: (0..<40).map { _ in [PairedTimes.Keystroke(text: "a")] })
    for query in 0..<40 {
      times.add(base: 2000, change: 1, query: query, keystroke: 0)
      times.add(base: 1000, change: 1, query: query, keystroke: 0)
    }
    let noise = times.noise(.mean)
    #expect(noise.ratio == 1)
    #expect(noise.low < 1 && noise.high > 1)
  }

  @Test func keystrokesThatWereNeverTypedAreLeftOut() {
    var times = PairedTimes(queries: [[.init(text: "a"), .init(text: "ab")], [.init(text: "b")]])
    times.add(base: 1000, change: 3000, query: 0, keystroke: 0)
    #expect(times.keystrokeCount == 1)
    #expect(times.ratio(.p50).ratio == 3)
    #expect(PairedTimes(queries: []).ratio(.p99) == PairedRatio(base: 0, change: 0, low: 1, high: 1))
  }
}

@Suite struct CheckReportTests {
  private func report(_ factor: Double) -> CheckReport {
    let times = pairedTimes { query, keystroke in
      (UInt64(1000 * (query + keystroke + 1)), UInt64(Double(1000 * (query + keystroke + 1)) * factor))
    }
    let greeting = AnsweringProgram.Greeting(items: 10, buildSeconds: 2, residentBefore: 100, residentAfter: 600)
    return CheckReport(
      title: "main", runs: [("single", times)], differences: [.init(text: "got", base: [1], change: [2])],
      builds: ([greeting], [greeting]), tolerancePercent: 3, resamples: 50)
  }

  @Test func aChangeThatTakesLongerFails() {
    let slower = report(1.2)
    #expect(!slower.isPassed)
    #expect(slower.text.contains("slower"))
  }

  @Test(arguments: [1.01, 0.99, 1.0]) func aChangeWithinTheTolerancePasses(factor: Double) {
    let same = report(factor)
    #expect(same.isPassed)
    #expect(!same.text.contains("slower") && !same.text.contains("faster"))
  }

  @Test func aFasterChangePassesAndIsCalledSo() {
    let faster = report(0.5)
    #expect(faster.isPassed)
    #expect(faster.text.contains("faster"))
  }

  @Test func differentAnswersAreShown() {
    let text = report(1).text
    #expect(text.contains("1 of 200 answers differ"))
    #expect(text.contains("'got': [1] – [2]"))
    #expect(text.contains("memory, bytes an item   50.0    50.0  1.000"))
  }
}

@Suite struct AnsweringProgramTests {
  private func withScript<Result: Sendable>(
    _ script: String, _ body: (AnsweringProgram) async throws -> Result
  ) async throws -> Result {
    let folder = try makeTemporaryFolder()
    let path = "\(folder)/answerer"
    defer {
      removeFile(path)
      removeFolder(folder)
    }
    try writeFile(path, "#!/bin/sh\n\(script)")
    #expect(try await runProgram("chmod", ["+x", path]).status == 0)
    return try await AnsweringProgram.with(path, [], body)
  }

  private let greeting =
    #"echo '{"items": 2, "build_seconds": 0.5, "resident_before": 1, "resident_after": 9, "version": "x"}'"#

  @Test func linesGoToAndFro() async throws {
    let script = greeting + "\nwhile read line; do echo '{\"rows\": [1, 0], \"total\": 2, \"nanoseconds\": 7}'; done\n"
    let answers = try await withScript(script) { program in
      #expect(program.greeting.items == 2)
      return [
        try await program.ask("a", limit: 10, begins: true), try await program.ask("a\"\n", limit: 10, begins: false),
      ]
    }
    #expect(answers == Array(repeating: AnsweringProgram.Answer(rows: [1, 0], nanoseconds: 7), count: 2))
  }

  @Test(arguments: ["exit 3", "echo '{\"problem\": \"no\"}'"]) func aProgramThatCannotAnswerIsNamed(script: String)
    async
  {
    let error = await #expect(throws: BenchError.self) { try await withScript(script) { _ in } }
    #expect(error?.description.contains("answerer: it ") == true)
  }

  @Test func aProgramThatEndsMidwayIsNamedWithTheQuery() async {
    let error = await #expect(throws: BenchError.self) {
      try await withScript(greeting + "\nread line\n") { program in
        _ = try await program.ask("gothen", limit: 10, begins: true)
      }
    }
    #expect(error?.description.contains("'gothen'") == true)
  }
}

@Suite struct BaseProgramTests {
  @Test func aPathIsTakenAsItIs() async throws {
    #expect(try await BaseProgram.find("/bin/sh").path == "/bin/sh")
  }

  @Test(arguments: ["no-such-revision", "/no/such/program", "--help", ""]) func anythingElseIsRefused(
    base: String
  ) async {
    await #expect(throws: BenchError.noBase(base)) { try await BaseProgram.find(base) }
  }
}
