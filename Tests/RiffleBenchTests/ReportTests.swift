import Riffle
import Testing

@testable import RiffleBench

@Suite struct JSONValueTests {
  @Test func keepsItsOrderAndEscapes() {
    let value: JSONValue = ["b": 1, "a": ["x\"\\\u{1}é": .string("\n"), "n": nil], "c": .bool(true)]
    #expect(value.description == #"{"b": 1, "a": {"x\"\\\u0001é": "\n", "n": null}, "c": true}"#)
  }

  @Test func numbersAreAlwaysNumbers() {
    #expect(JSONValue.number(1.23456).description == "1.235")
    #expect(JSONValue.number(2).description == "2.0")
    #expect(JSONValue.number(.infinity).description == "null")
  }
}

@Suite struct TextTableTests {
  @Test func columnsAlign() {
    var table = TextTable(header: ["kind", "n"])
    table.add(["a", "100"])
    #expect(table.text == "kind    n\na     100\n")
  }

  @Test(arguments: [
    (3.14159, 2, "3.14"), (0.05, 1, "0.1"), (-0.04, 1, "0.0"), (-1.25, 1, "-1.3"), (12, 0, "12"), (0.005, 3, "0.005"),
  ])
  func rounding(value: Double, digits: Int, text: String) {
    #expect(value.rounded(digits: digits) == text)
  }
}

@Suite struct QualityReportTests {
  @Test func misspellingsAreSplitByTheBudget() throws {
    let items = try list("0\taccess\n1\tthe\n")
    let set = try QuerySet(
      bytes: Array("1\tcodespell\taaccess\t0\taccess\n2\tcodespell\tteh\t1\tthe\n".utf8), path: "a/codespell.tsv",
      items: items)
    let snapshot = try Build(items, path: "list", titlesArePaths: false).snapshot
    var report = QualityReport()
    report.add(
      set, try Quality(set.queries, items: items, snapshot: snapshot, request: SearchRequest(limit: 10), threads: 1),
      items: items)
    let header = try #require(report.text.split(separator: "\n").first)
    #expect(header.contains("within budget"))
    #expect(report.text.contains("codespell.tsv"))
    #expect(report.text.contains("1 / 1 of 1"))
  }
}
