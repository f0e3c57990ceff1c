#if Store
  import Riffle
  import RiffleStore
  import RiffleTestSupport
  import Testing

  /// Rows that cannot be read are left out, and said to be.
  @Suite struct BadRowTests {
    struct Case: CustomTestStringConvertible, Sendable {
      var testDescription: String
      var name: String
      var text: String
      var options: [String] = []
      /// What is said, with line numbers.
      var problems: [String]
      var titles: [String]
    }

    static let cases = [
      Case(
        testDescription: "a table", name: "t.tsv",
        text: "id\ttitle\tweight\n1\ta\t1\n2\t\t1\n3\tb\tmany\n4\n\tc\t1\n5\td\t70000\n6\te\n",
        problems: [
          "t.tsv:3: it has no title\n", "t.tsv:4: the weight many is no whole number from 0 to 65535\n",
          "t.tsv:5: the record has 1 column, but --title is column 2", "t.tsv:6: it has no id\n",
          "t.tsv:7: the weight 70000 is no",
        ], titles: ["a", "e"]),
      Case(
        testDescription: "values", name: "t.csv",
        text:
          "id,title,searchable,position,payload_base64\n1,a,maybe,,\n2,b,yes,1e,\n3,c,,nan,\n4,d,,1e3,!\n5,e,no,-1,AA==\n",
        problems: [
          "t.csv:2: maybe says neither", "t.csv:3: the position 1e is no number",
          "t.csv:4: the position nan is no number",
          "t.csv:5: the payload is not base64",
        ], titles: ["e"]),
      Case(
        testDescription: "quotes", name: "t.csv", text: "id,title\n1,\"a\"x\n2,b\n3,\"c\nd\"\"\n4\"x,e\n5,\"f\n6,g\n",
        problems: [
          "t.csv:2: text follows a closing quote", "t.csv:6: text follows a closing quote",
          "t.csv:7: the quote that opens here is never closed",
        ], titles: ["b", "g"]),
      Case(
        testDescription: "JSON", name: "t.jsonl",
        text: """
          {"id": 1, "title": "a"}
          {"id": 2, "title": "b"
          {"id": 3}
          {"title": "c"}
          {"id": 4, "title": {"x": "d"}}

          {"id": 5, "title": "e"}

          """,
        problems: [
          "t.jsonl:2: not JSON at byte 23", "t.jsonl:3: the record has no title: choose the key with --title",
          "t.jsonl:4: it has no id, as the records before have", "t.jsonl:5: title is no text",
        ], titles: ["a", "e"]),
      Case(
        testDescription: "ids where there were none", name: "t.jsonl",
        text: "{\"title\": \"a\"}\n{\"id\": 5, \"title\": \"b\"}\n",
        problems: ["t.jsonl:2: it has an id, and the records before have none"], titles: ["a"]),
    ]

    @Test(arguments: cases, ["--batch=1", "--batch=20000"]) func areReported(_ test: Case, batch: String) throws {
      let folder = try StoreFolder([test.name: test.text])
      let outcome = try folder.folder.run("riffle-store", ["import", "a.db", test.name, batch] + test.options)
      #expect(outcome.status == 1)
      let lines = outcome.error.split(separator: "\n").map { $0 + "\n" }
      #expect(lines.count == test.problems.count + 1, "\(outcome.error)")
      for (line, problem) in zip(lines, test.problems) { #expect(line.hasPrefix(problem), "\(line)") }
      #expect(lines.last?.hasSuffix("; \(test.problems.count) left out\n") == true)
      #expect(try folder.titles() == test.titles)
      #expect(try folder.run("verify", "a.db").status == 0)
    }

    @Test func manyGoToAReport() throws {
      let rows = (1...5_000).map { "\($0)\t\($0 % 2 == 0 ? "" : "title \($0)")\n" }.joined()
      let folder = try StoreFolder(["t.tsv": "id\ttitle\n" + rows])
      let printed = try folder.run("import", "a.db", "t.tsv")
      #expect(printed.status == 1)
      #expect(printed.error.split(separator: "\n").count == 22)
      #expect(printed.error.contains("--report FILE has them all") && printed.error.hasSuffix("; 2,500 left out\n"))
      #expect(try folder.items().count == 2_500)

      let reported = try folder.run("import", "a.db", "t.tsv", "--report", "bad.txt")
      #expect(reported.status == 1)
      #expect(reported.error.split(separator: "\n").count == 1)
      let lines = try folder.folder.text("bad.txt").split(separator: "\n")
      #expect(lines.count == 2_500)
      #expect(lines.first == "t.tsv:3: it has no title" && lines.last == "t.tsv:5001: it has no title")
    }

    @Test func strictStopsAtTheFirst() throws {
      let rows = (1...95).map { "\($0)\t\($0 == 57 ? "" : "title \($0)")\n" }.joined()
      let folder = try StoreFolder(["t.tsv": "id\ttitle\n" + rows])
      let outcome = try folder.run("import", "a.db", "t.tsv", "--strict", "--batch", "10")
      #expect(outcome.status == 2)
      #expect(
        outcome.error == """
          riffle-store: a.db: 50 rows, up to line 51 of t.tsv, are in the store
          riffle-store: t.tsv:58: it has no title

          """)
      // Of the batch that it is in nothing is kept.
      #expect(try folder.items().count == 50)
      #expect(try folder.run("search", "a.db", "title", "--count").text == "50\n")
    }

    @Test func ofABatchThatFailsNothingStays() throws {
      let folder = try StoreFolder(["t.csv": "id,title\n1,a\n2,b\n2,c\n"])
      let outcome = try folder.run("import", "a.db", "t.csv", "--strict", "--unique")
      #expect(outcome.status == 2 && outcome.error.contains("t.csv:4: the id 2 has come before, in t.csv:3"))
      #expect(try folder.items() == [])
    }

    @Test func illFormedTextIsReplacedAndCounted() throws {
      let folder = try StoreFolder()
      try folder.folder.write(Array("a".utf8) + [0xFF] + Array("b\nc\n".utf8), "t.txt")
      let outcome = try folder.done("import", "a.db", "t.txt")
      #expect(outcome.error.contains("ill-formed UTF-8 in 1 places"))
      #expect(try folder.titles() == ["a\u{FFFD}b", "c"])
    }
  }
#endif
