import ArgumentParser
import Foundation
import Riffle
import Testing

@testable import RiffleBench

@Suite struct ListCatalogueTests {
  private func catalogue(_ text: String) throws -> ListCatalogue {
    try ListCatalogue(bytes: Array(text.utf8), path: "lists.tsv")
  }

  @Test func eachListHasItsOptions() throws {
    let catalogue = try catalogue("a\t\nb\t--paths --build-threads 1\n")
    #expect(
      catalogue.entries == [
        ListCatalogue.Entry(name: "a", options: []),
        ListCatalogue.Entry(name: "b", options: ["--paths", "--build-threads", "1"]),
      ])
  }

  @Test func namesChooseInTheOrderOfTheCatalogue() throws {
    let catalogue = try catalogue("a\t\nb\t\nc\t\n")
    #expect(try catalogue.entries(named: ["c", "a"]).map(\.name) == ["a", "c"])
    #expect(try catalogue.entries(named: []).map(\.name) == ["a", "b", "c"])
    #expect(throws: BenchError.noSuchList(name: "d", path: "lists.tsv", known: ["a", "b", "c"])) {
      try catalogue.entries(named: ["a", "d"])
    }
  }

  @Test(arguments: ["a\n", "\t--paths\n", "a\tb\tc\n"]) func aBadEntryIsRefused(text: String) {
    #expect(throws: BenchError.self) { try catalogue(text) }
  }

  @Test func everyListOfTheCorporaHasAnEntryWithOptionsOfRun() throws {
    let corpora = URL(filePath: #filePath).appending(path: "../../../Corpora").standardized
    let catalogue = try ListCatalogue(path: corpora.appending(path: "lists.tsv").path)
    let readme = try String(contentsOf: corpora.appending(path: "README.md"), encoding: .utf8)
    let section = try #require(readme.split(separator: "\n## ").first { $0.hasPrefix("Lists\n") })
    let table = section.split(separator: "\n").drop { !$0.hasPrefix("| list | source |") }.dropFirst(2)
    let names = table.prefix { $0.hasPrefix("| `") }.map { $0.split(separator: "`")[1] }
    #expect(names.filter { !$0.hasSuffix(".queries") }.map(String.init) == catalogue.entries.map(\.name))
    for entry in catalogue.entries {
      #expect(throws: Never.self) { try RunCommand.parse(["--items", "l", "--queries", "q"] + entry.options) }
    }
  }
}

@Suite struct MeasureReportTests {
  /// What `run --json` prints of a list.
  private func printed(queries: [BenchQuery]) throws -> String {
    let items = try list("0\tOslo\tthe capital\n1\tBergen\n2\tTrondheim\n")
    let build = try Build(items, path: "list", titlesArePaths: false)
    let snapshot = build.snapshot
    let latency = try Latency.measure(queries, isFinalOnly: false, passes: 2, threads: 1) {
      StatelessDriver(snapshot: snapshot, request: SearchRequest(.blank(), limit: 10))
    }
    let quality = try Quality(
      queries, items: items, snapshot: snapshot, request: SearchRequest(.blank(), limit: 10), threads: 1)
    let report = RunReport(
      settings: .init(
        titlesArePaths: true, request: SearchRequest(.blank(), limit: 10), threads: 1, repeats: 1, isFinalOnly: false),
      listName: "towns.tsv", itemCount: items.count, textBytes: items.textBytes, build: build, residentPeak: 1,
      stateless: latency, session: latency, quality: [("all", quality.tally())])
    return "\(report.json)\n"
  }

  private let queries = [
    BenchQuery(id: "1", kind: "prefix", text: "tron", targets: [2]),
    BenchQuery(id: "2", kind: "prefix", text: "xyzzy", targets: [0]),
  ]

  @Test func whatRunPrintsIsRead() throws {
    let measured = try MeasuredList(json: printed(queries: queries))
    #expect(measured.items == 3 && measured.textBytes == 30)
    #expect(measured.latencyUs.stateless.cold.keystrokes == 9)
    #expect(measured.quality == ["all": Tally(queries: 2, top1: 1, top10: 1)])
    #expect(throws: BenchError.self) { try MeasuredList(json: "{}") }
  }

  @Test func runSaysWhichListAndHow() throws {
    let printed = try printed(queries: [])
    #expect(printed.hasPrefix(#"{"list": "towns.tsv", "items": 3, "text_bytes": 30, "build_seconds": "#))
    #expect(printed.contains(#""settings": {"paths": true, "mode": "smart", "#))
  }

  @Test func theTableHasALineForEachList() throws {
    var report = MeasureReport(seed: 4, queryCount: 2)
    report.add(try MeasuredList(json: printed(queries: queries)), name: "towns")
    report.add(try MeasuredList(json: printed(queries: [])), name: "words")
    #expect(!report.hasFailures)
    report.addFailure(name: "huge")
    #expect(report.hasFailures)
    let lines = report.text.split(separator: "\n").map { line in
      line.split(separator: "|").map { $0.filter { $0 != " " } }
    }
    #expect(lines.map { $0[0] } == ["list", "-----", "towns", "words", "huge"])
    #expect(lines[2][1...2] == ["3", "30"] && lines[2].suffix(3) == ["1", "1", "2"])
    // No time can be told where nothing was typed.
    #expect(lines[3][5...10].allSatisfy { $0 == "–" } && lines[3].suffix(3) == ["0", "0", "0"])
    #expect(lines[4][1] == "failed")
  }

  @Test func theJSONIsWhatEachRunPrinted() throws {
    let line = try printed(queries: queries)
    var report = MeasureReport(seed: 4, queryCount: 2)
    report.add(try MeasuredList(json: line), name: "a")
    report.add(try MeasuredList(json: line), name: "b")
    report.addFailure(name: "c")
    let object = String(line.dropLast())
    let lists = "\"lists\": {\n\"a\": \(object),\n\"b\": \(object)\n}}\n"
    #expect(report.json == "{\"seed\": 4, \"queries\": 2, " + lists)
  }
}

@Suite struct MeasureOptionTests {
  @Test func namesAndOptionsOfRun() throws {
    let command = try MeasureCommand.parse(["--only", "a", "b", "--seed", "4", "--", "--reach", "unlimited"])
    #expect(command.only == ["a", "b"])
    #expect(command.runOptions == ["--reach", "unlimited"])
    #expect(command.seed == 4)
    #expect(throws: (any Error).self) { try MeasureCommand.parse(["--count", "-1"]) }
  }
}
