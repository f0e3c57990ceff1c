import MadeUpLists
import Testing

@testable import RiffleBench

@Suite struct InstructionToolTests {
  @Test func callgrindTells() {
    let output = """
      ==12== Callgrind, a call-graph generating cache profiler
      ==12== For interactive control, run 'callgrind_control -h'.
      the program says Collected : 5
      ==12==
      ==12== Events    : Ir
      ==12== Collected : 5640123
      ==12==
      ==12== I   refs:      5,640,123
      """
    #expect(InstructionTool.callgrind.count(inErrorOutput: output) == 5_640_123)
    #expect(InstructionTool.perf.count(inErrorOutput: output) == nil)
  }

  @Test func perfTells() {
    let output = "a, b, instructions of the program\n5640123,,instructions:u,1234567,100.00,,\n"
    #expect(InstructionTool.perf.count(inErrorOutput: output) == 5_640_123)
    #expect(InstructionTool.callgrind.count(inErrorOutput: output) == nil)
  }

  @Test(arguments: [
    "", "==1== Collected : ", "==1== Collected : many", "<not supported>,,instructions:u,0,100.00,,",
    ",,instructions:u",
    "99999999999999999999,,instructions:u,0,100.00,,",
  ])
  func noCountIsNone(output: String) {
    for tool in InstructionTool.allCases { #expect(tool.count(inErrorOutput: output) == nil) }
  }

  @Test func valgrindIsPreferred() throws {
    let both = try InstructionTool.find(inPath: "/a:/b") { ["/a/perf", "/b/valgrind"].contains($0) }
    #expect(both == (.callgrind, "/b/valgrind"))
    let one = try InstructionTool.find(inPath: "/a:/b") { $0 == "/b/perf" }
    #expect(one == (.perf, "/b/perf"))
    #expect(throws: BenchError.noInstructionTool) { try InstructionTool.find(inPath: "/a::/b") { _ in false } }
  }

  @Test func neitherHashesNorTheProcessorMatter() {
    let environment = InstructionCounter.environment(path: "/bin", libraries: "/lib")
    #expect(environment["SWIFT_DETERMINISTIC_HASHING"] == "1")
    #expect(environment["LD_LIBRARY_PATH"] == "/lib")
    #expect(environment["GLIBC_TUNABLES"]?.hasPrefix("glibc.cpu.hwcaps=-AVX,-AVX2,") == true)
  }
}

@Suite struct InstructionCountsTests {
  @Test func mediansAndSpreads() {
    var counts = InstructionCounts(tool: .callgrind)
    for count in [1010, 1000, 1005] { counts.add(count, of: "b") }
    counts.add(7, of: "a")
    #expect(counts.medians.map(\.name) == ["b", "a"])
    #expect(counts.medians.map(\.count) == [1005, 7])
    #expect(counts.spreads.map { $0.percent.rounded(digits: 3) } == ["1.000", "0.000"])
    #expect(counts.text.contains("1005"))
  }
}

private let basis = InstructionBasis(tool: "callgrind", architecture: "x86_64", llvm: "21", icu: "72.1", glibc: "2.36")

@Suite struct InstructionComparisonTests {
  private func compare(
    _ counts: [(name: String, count: Int)], _ scenarios: [String: Int]
  ) -> InstructionComparison {
    InstructionComparison(counts, limits: InstructionLimits(basis: basis, marginPercent: 1, scenarios: scenarios))
  }

  @Test(arguments: [
    (1000, "within", true), (1010, "within", true), (1011, "more", false), (990, "within", true), (989, "fewer", true),
    (5000, "more", false), (0, "fewer", true),
  ])
  func theMarginDecides(count: Int, verdict: String, isPassed: Bool) {
    let comparison = compare([("build", count)], ["build": 1000])
    #expect(comparison.rows.map(\.verdict.rawValue) == [verdict])
    #expect(comparison.isPassed == isPassed)
  }

  @Test func everyScenarioIsInBoth() {
    let comparison = compare([("build", 1), ("new", 2)], ["old": 3, "build": 1])
    #expect(comparison.rows.map(\.name) == ["build", "new", "old"])
    #expect(comparison.rows.map(\.verdict) == [.within, .notInFile, .onlyInFile])
    #expect(!comparison.isPassed)
  }

  @Test func otherCountsThanWerePublishedAreTold() {
    #expect(compare([("build", 1010), ("diff", 991)], ["build": 1000, "diff": 1000]).whyOutdated("a.json") == nil)
    #expect(
      compare([("build", 1500), ("diff", 900), ("new", 1)], ["build": 1000, "diff": 1000]).whyOutdated("a.json") == """
        the figures beside a.json are of an engine that takes another number of instructions (since then: build +50.0 %, \
        diff -10.0 %, new is not in the file): make them anew, and the file with --write
        """)
  }

  @Test func theTableTellsAll() {
    #expect(
      compare([("build", 1100)], ["build": 1000]).text == """
        scenario  instructions  in the file  change %  verdict
        build             1100         1000    10.000     more
        failed (the margin is 1.0 %): if this is meant, write the file anew with --write

        """)
  }
}

@Suite struct InstructionBasisTests {
  private let limits = InstructionLimits(basis: basis, marginPercent: 1, scenarios: ["build": 1000])

  @Test func thisProgramKnowsItsOwn() {
    let own = InstructionBasis(tool: .callgrind)
    #expect(own.tool == "callgrind")
    #expect(!own.llvm.isEmpty)
    #expect(own.icu.contains("."))
    #expect(own.differences(from: InstructionBasis(tool: .callgrind)).isEmpty)
    #expect(own.differences(from: InstructionBasis(tool: .perf)).map(\.part) == ["tool"])
  }

  @Test func theSameBasisCompares() {
    #expect(limits.whyNotComparable(here: basis, path: "limits.json") == nil)
  }

  @Test func whatDiffersIsTold() {
    var here = basis
    here.icu = "74.2"
    here.architecture = "arm64"
    #expect(
      limits.whyNotComparable(here: here, path: "limits.json") == """
        counts of this machine do not compare with those of limits.json:
                      in the file   here
        architecture       x86_64  arm64
        ICU                  72.1   74.2
        to have a file that does, take the source as it was before the change, and
          riffle-bench instructions --write limits.json
        """)
  }
}

@Suite struct InstructionLimitsTests {
  @Test func whatIsWrittenIsRead() throws {
    let limits = InstructionLimits(basis: basis, marginPercent: 0.25, scenarios: ["build": 12, "a \"b\"": 3])
    #expect(try InstructionLimits(json: Array(limits.json.utf8), path: "limits.json") == limits)
    let none = InstructionLimits(basis: basis, marginPercent: 0, scenarios: [:])
    #expect(try InstructionLimits(json: Array(none.json.utf8), path: "limits.json") == none)
  }

  @Test(arguments: [
    (#"{"a": "many"}"#, 1.0), (#"{"a": 1e99}"#, 1), (#"{"a": 0}"#, 1), (#"{"a": 1}"#, -1), (#"{"a": 1}"#, 100),
  ])
  func aBadNumberIsRefused(scenarios: String, margin: Double) {
    let good = InstructionLimits(basis: basis, marginPercent: margin, scenarios: ["a": 5]).json
    refuse(good.replacing("{\n    \"a\": 5\n  }", with: scenarios))
  }

  @Test(arguments: ["", "[]", "{}", #"{"tool": "perf", "marginPercent": 1, "scenarios": {"a": 1}}"#])
  func anotherFileIsRefused(json: String) { refuse(json) }

  private func refuse(_ json: String) {
    let error = #expect(throws: BenchError.self) { try InstructionLimits(json: Array(json.utf8), path: "limits.json") }
    #expect(error?.description.hasPrefix("limits.json: ") == true)
  }

  @Test func aMissingFileIsNamed() {
    #expect(throws: BenchError.cannotRead(path: "/no/such", reason: "No such file or directory")) {
      try InstructionLimits(path: "/no/such")
    }
  }
}

@Suite struct ScenarioTests {
  @Test(arguments: Scenario.allCases)
  func theSameIsDoneEachTime(scenario: Scenario) throws {
    let seen = try scenario.prepare(rowCount: 1000)()
    #expect(seen > 0)
    #expect(try scenario.prepare(rowCount: 1000)() == seen)
  }

  @Test(arguments: Scenario.allCases)
  func anEmptyListIsNoTrap(scenario: Scenario) throws {
    _ = try scenario.prepare(rowCount: 0)()
  }
}
