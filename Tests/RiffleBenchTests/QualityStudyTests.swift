import ArgumentParser
import Testing

@testable import RiffleBench

/// What `compare.py` writes of a study: peer `a` is asked three of four queries, `b` is missing.
private let studied = #"""
  {
    "machine": {"processor": "Abacus", "cores": 2, "memory_bytes": 1048576, "system": "Linux"},
    "search_texts": false, "paths": false, "limit": 10, "passes": 3, "typed_every": 1, "growth_typed_every": 5, "peers": [], "growth": [],
    "quality": [
      {
        "list": "lists/l.tsv", "query_set": "sets/q.tsv", "asked": 3,
        "peers": [
          {
            "name": "a", "title": "A", "measured": "in process", "judged_as": null, "version": "1.0",
            "settings": [{"name": "accents", "value": "off", "reason": "it folds them"}],
            "claims": [
              {"kind": "unaccented", "rule": "at least", "percent": 90, "reason": "it folds accents"},
              {"kind": "codespell", "rule": "at least", "percent": 10, "reason": "nobody asked"}
            ],
            "problem": null, "build_seconds": null, "resident_before": null, "resident_after": null,
            "resident_peak": null,
            "runs": [{"threads": 1, "passes": [], "found": {"1": [1], "2": [0, 1], "3": []}}]
          },
          {
            "name": "b", "title": "B", "measured": "in process", "judged_as": null, "version": null, "settings": [],
            "claims": [], "problem": "3 rows are too many", "build_seconds": null, "resident_before": null,
            "resident_after": null, "resident_peak": null, "runs": [{"threads": 1, "passes": [], "found": {}}]
          }
        ]
      }
    ]
  }
  """#

@Suite struct QualityStudyTests {
  private func input() throws -> StudyInput {
    let items = try list("0\tÉze\n1\tŁódź\n2\tΑθήνα\n")
    let lines = [
      "1\tunaccented\tlodz\t1\tŁódź", "2\tunaccented\teze\t0\tÉze", "3\tromanized\tathina\t2\tΑθήνα",
      "4\tromanized\tathena\t2\tΑθήνα",
    ]
    let queries = try QuerySet(
      bytes: Array((lines.joined(separator: "\n") + "\n").utf8), path: "sets/q.tsv", items: items)
    return StudyInput(items: items, itemsPath: "lists/l.tsv", queries: queries)
  }

  private func comparison(_ json: String = studied) throws -> Comparison {
    try Comparison(PeerMeasurements(json: Array(json.utf8)), typed: nil, studies: [input()])
  }

  @Test func rowsAreJudgedByKind() throws {
    let peer = try #require(try comparison().studies.first?.judged.peers.first)
    #expect(peer.quality.map(\.kind) == ["all", "unaccented", "romanized"])
    #expect(
      peer.quality.map(\.tally) == [
        Tally(queries: 3, top1: 2, top10: 2), Tally(queries: 2, top1: 2, top10: 2),
        Tally(queries: 1, top1: 0, top10: 0),
      ])
  }

  @Test func onlyClaimsOfKindsThatWereAskedAreShown() throws {
    let peer = try #require(try comparison().studies.first?.judged.peers.first)
    #expect(peer.claims.map(\.claim.kind) == ["unaccented"])
    #expect(try comparison().markdown.contains("  - unaccented, 2 of 2: it folds accents.\n"))
  }

  @Test func theReportSaysHowManyQueriesWereAskedAndWhoIsMissing() throws {
    let markdown = try comparison().markdown
    #expect(markdown.hasPrefix("## Quality by kind of query\n"))
    #expect(markdown.contains("### `q.tsv` on `l.tsv`\n\n3 rows, 3 of 4 queries, evenly spaced over the set.\n"))
    #expect(markdown.contains("| A    | 2 / 2 of 3 | 2 / 2 of 2 | 0 / 0 of 1 |\n"))
    #expect(markdown.contains(" |\n\n- **B** was not asked to the end: 3 rows are too many\n\n- **A** finds 2 of 3.\n"))
    #expect(markdown.contains("| A    | accents | off   | it folds them |\n"))
  }

  @Test func figuresOfAStudy() throws {
    let json = try comparison().json.description
    #expect(json.contains(#""list": "l.tsv", "items": 3, "query_set": "q.tsv", "queries": 4, "asked": 3"#))
    #expect(json.contains(#""unaccented": {"queries": 2, "top1": 2, "top10": 2}"#))
    #expect(json.contains(#""missing": [{"title": "B", "problem": "3 rows are too many"}]"#))
  }

  @Test func rowsBeyondTheStudysListAreRefused() {
    #expect(throws: BenchError.badMeasurements(reason: "a found row 3, but the list has 3 rows")) {
      try comparison(studied.replacing(#""1": [1]"#, with: #""1": [3]"#))
    }
  }

  @Test func anotherNumberOfStudiesIsRefused() throws {
    let measurements = try PeerMeasurements(json: Array(studied.utf8))
    #expect(throws: BenchError.badMeasurements(reason: "1 studies were made, 0 were wanted")) {
      try Comparison(measurements, typed: nil, studies: [])
    }
  }
}

@Suite struct CompareOptionTests {
  private func refusal(_ arguments: [String]) -> String? {
    do {
      _ = try CompareCommand.parse(arguments)
      return nil
    } catch {
      return CompareCommand.message(for: error)
    }
  }

  @Test(arguments: ["list.tsv", "=queries.tsv", "list.tsv=", ""])
  func aStudyWithoutBothPathsIsRefused(argument: String) throws {
    let reason = try #require(refusal(["--quality", argument]))
    #expect(reason.contains("give LIST=QUERIES"))
  }

  @Test func aStudyIsAListAndAQuerySet() throws {
    let command = try CompareCommand.parse(["--quality", "a.tsv=b=c.tsv", "--quality", "d=e"])
    #expect(command.quality == [StudyFiles(items: "a.tsv", queries: "b=c.tsv"), StudyFiles(items: "d", queries: "e")])
    #expect(command.quality.map(\.argument) == ["a.tsv=b=c.tsv", "d=e"])
  }

  @Test func whatIsGivenIsPassedOn() throws {
    #expect(try CompareCommand.parse(["--quality", "d=e"]).given.arguments == [])
    #expect(
      try CompareCommand.parse(["--quality", "d=e", "--paths", "--search-texts"]).given.arguments
        == ["--search-texts", "--paths"])
    // What one command passes on, the other takes.
    let given = try AnswerCommand.parse(["--items", "l", "--search-texts", "--paths"]).given
    #expect(given.searchTexts && given.paths)
  }

  @Test(arguments: [
    ([], "there is nothing to do"),
    (["--items", "l"], "--items is given without --queries"),
    (["--queries", "q"], "--queries is given without --items"),
    (["--quality", "a=b", "--growth", "10"], "--growth needs what is typed"),
    (["--quality", "a=b", "--quality-queries", "0"], "--quality-queries is 0: give 1 or more"),
  ])
  func whatCannotBeDoneIsRefused(arguments: [String], reason: String) throws {
    #expect(try #require(refusal(arguments)).contains(reason))
  }

  @Test func aStudyWithoutAQueryIsRefused() {
    #expect(throws: BenchError.noQueries(path: "/dev/null")) {
      try StudyInput(StudyFiles(items: "/dev/null", queries: "/dev/null"))
    }
  }
}
