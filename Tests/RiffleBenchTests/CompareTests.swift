import Riffle
import Testing

@testable import RiffleBench

private let measured = #"""
  {
    "machine": {"processor": "Abacus", "cores": 2, "memory_bytes": 1048576, "system": "Linux",
     "commit": "abc123", "date": "2026-01-02"},
    "search_texts": false, "paths": false, "limit": 10, "passes": 3, "typed_every": 1, "growth_typed_every": 5,
    "peers": [
      {
        "name": "a", "title": "A|B", "measured": "in process", "judged_as": null, "version": "1.0",
        "settings": [{"name": "typos", "value": "1", "reason": "its default"}],
        "claims": [
          {"kind": "prefix", "rule": "at least", "percent": 90, "reason": "it looks at beginnings"},
          {"kind": "abbrev", "rule": "at most", "percent": 10, "reason": "it knows no initials"}
        ],
        "problem": null, "build_seconds": 0.25,
        "resident_before": 1048576, "resident_after": 3145728, "resident_peak": 5242880,
        "runs": [
          {"threads": 1,
           "passes": [[[1, 3000, 10], [2, 1000, 0]], [[1, 5000, 10], [2, 4000, 1]], [[1, 2000, 10], [2, 2000, 1]]],
           "found": {"1": [2, 0], "2": [1], "3": []}}
        ]
      },
      {
        "name": "b", "title": "B", "measured": "whole run", "judged_as": null, "version": null, "settings": [],
        "claims": [], "problem": "B is not installed", "build_seconds": null, "resident_before": null,
        "resident_after": null, "resident_peak": null, "runs": [{"threads": 1, "passes": [], "found": {}}]
      }
    ],
    "growth": [], "quality": []
  }
  """#

@Suite struct CompareReportTests {
  private func report(_ json: String = measured) throws -> CompareReport {
    let items = try list("0\tOslo\n1\tNew York\n2\tOslo\n")
    let queries = try QuerySet(
      bytes: Array("1\tprefix\tosl\t0\tOslo\n2\tabbrev\tny\t1\tNew York\n3\tprefix\tnew\t1\tNew York\n".utf8),
      path: "sets/q.tsv", items: items)
    return try CompareReport(
      PeerMeasurements(json: Array(json.utf8)), items: items, itemsPath: "lists/l.tsv", queries: queries)
  }

  @Test func rowsAreJudgedAsRunDoes() throws {
    let peer = try #require(try report().compared.first)
    // The first row of query 1 is not the target, but has its title.
    let judged = peer.judged
    #expect(judged.quality.map(\.kind) == ["all", "prefix", "abbrev"])
    #expect(judged.quality.map(\.tally.top1) == [2, 1, 1])
    #expect(judged.quality.map(\.tally.queries) == [3, 2, 1])
    #expect(judged.claims.map { $0.claim.holds(for: $0.tally) } == [false, false])
  }

  @Test func timesAndTheirSpread() throws {
    let peer = try #require(try report().compared.first)
    #expect(peer.latency.keystrokes == 6)
    #expect(peer.latency.p50 == 2)
    // Percentiles have three digits.
    #expect(peer.medians == [1, 2, 4.001])
    #expect(peer.byLetters.map(\.letters) == [1, 2])
    #expect(peer.byLetters.map(\.distribution.p50) == [3.001, 2])
    #expect(peer.emptyCount == 1)
    #expect(peer.quantiles.count == 101)
    #expect(peer.quantiles.last == 5)
  }

  @Test func aPeerThatIsMissingIsNamed() throws {
    let report = try report()
    #expect(report.compared.map(\.peer.name) == ["a"])
    #expect(report.markdown.contains("- **B** was not measured to the end: B is not installed\n"))
    let json = JSONValue.object(report.members).description
    #expect(json.contains(#""missing": [{"title": "B", "problem": "B is not installed"}]"#))
  }

  @Test func theReportSaysWhatDoesNotHold() throws {
    let markdown = try report().markdown
    #expect(markdown.contains("- **A|B** finds 2 of 3.\n"))
    #expect(
      markdown.contains(
        "  - prefix, 1 of 2: it looks at beginnings. *This does not hold here: at least 90 % were expected.*\n"))
    #expect(markdown.contains("| A\\|B | typos   | 1     | its default |\n"))
    #expect(markdown.contains("0.002 | 0.001–0.004 | 0.005"))
    #expect(markdown.contains("2 / 5"))
    #expect(!markdown.contains("### Growth"))
  }

  @Test func theReportSaysWhatWasGiven() throws {
    #expect(try report().markdown.contains("3 rows of `l.tsv`, 3 queries"))
    let given = try report(
      measured.replacing(#""search_texts": false, "paths": false"#, with: #""search_texts": true, "paths": true"#))
    #expect(given.markdown.contains("3 rows of `l.tsv` with their search texts, which are paths, 3 queries"))
    #expect(JSONValue.object(given.members).description.contains(#""search_texts": true, "paths": true"#))
  }

  @Test func rowsBeyondTheListAreRefused() throws {
    let json = measured.replacing(#""2": [1]"#, with: #""2": [3]"#)
    #expect(throws: BenchError.badMeasurements(reason: "a found row 3, but the list has 3 rows")) { try report(json) }
    #expect(throws: BenchError.badMeasurements(reason: "a found row -1, but the list has 3 rows")) {
      try report(measured.replacing(#""2": [1]"#, with: #""2": [-1]"#))
    }
  }

  @Test func brokenMeasurementsAreRefused() {
    #expect(throws: BenchError.self) { try report("{}") }
    #expect(throws: BenchError.self) { try report(measured.replacing("[1, 3000, 10]", with: "[1]")) }
  }
}

@Suite struct MarkdownTableTests {
  @Test func cellsAlignAndAreEscaped() {
    var table = MarkdownTable(header: ["peer", "n"], textColumns: 1)
    table.add(["a|b\nc", "10"])
    table.add(["d"])
    #expect(
      table.text == """
        | peer   |   n |
        | ------ | --: |
        | a\\|b c |  10 |
        | d      |     |

        """)
  }
}

@Suite struct PeerEnvironmentTests {
  @Test func packagesAreTheLinesThatAreNoComments() {
    #expect(PeerEnvironment.packages(in: "# why\n\na==1\n  \nb[c]==2\n") == ["a==1", "b[c]==2"])
  }

  @Test func aFolderWithoutDriversIsRefused() {
    #expect(throws: BenchError.noPeersFolder(path: "nowhere")) {
      try PeerEnvironment(peersFolder: "nowhere", folder: "never-made")
    }
  }
}
