import Foundation
import RiffleTestSupport
import Testing

struct FormatTests {
  @Test func json() throws {
    let input = "name\t7\tmore\\words\n\"q\" /\u{1}\u{1F600}\t8\t\n"
    let outcome = try Program(
      "", "--input", "tsv", "--title", "1", "--search-text", "3", "--format", "json", input: input
    ).run()
    #expect(
      outcome.lines == [
        #"{"id":1,"title":"name","search_text":"more\\words","position":0,"cost":0,"fields":[],"highlights":{}}"#,
        #"{"id":2,"title":"\"q\" /\u0001😀","search_text":"","position":1,"cost":0,"fields":[],"highlights":{}}"#,
      ])
  }

  @Test func jsonOfChosenIDs() throws {
    let outcome = try Program(
      "", "--format", "json", "a.jsonl", "--id", "k", files: ["a.jsonl": #"{"title":"x","k":9007199254740993}"#]
    ).run()
    #expect(outcome.text.contains(#""id":"9007199254740993""#))
  }

  @Test func jsonOfIllFormedText() throws {
    var program = Program("", "--format", "json")
    program.input = [0x61, 0xFF, 0x62, 0x0A]
    let outcome = try program.run()
    #expect(outcome.text.contains("\"title\":\"a\u{FFFD}b\""))
  }

  @Test func tsv() throws {
    let outcome = try Program(
      "", "--input", "csv", "--title", "2", "--id", "1", "--format", "tsv", input: "k1,\"a\tb\r\nc\"\nk2,d\n"
    ).run()
    #expect(outcome.text == "k1\ta b  c\t0\t0\t\nk2\td\t0\t1\t\n")
  }

  /// A list has the same ids whatever its format is.
  @Test(arguments: ["lines", "tsv", "csv", "jsonl"]) func recordsHaveTheNumbersOfTheirLines(_ format: String) throws {
    let list = format == "jsonl" ? "{\"title\":\"a\"}\n\n{\"title\":\"b\"}\n" : "a\n\nb\n"
    let outcome = try Program(
      "b", "-", "second", "--input", format, "--format", "tsv", input: list, files: ["second": list]
    ).run()
    #expect(outcome.lines.map { $0.split(separator: "\t").first } == ["3", "6"])
    let json = try Program("b", "--input", format, "--format", "json", input: list).run()
    #expect(json.text.hasPrefix("{\"id\":3,"))
  }

  /// A byte order mark is no part of what an input says.
  @Test(arguments: ["lines", "tsv", "csv"]) func titlesBeginBehindAByteOrderMark(_ format: String) throws {
    let outcome = try Program("^a", "--extended", "--input", format, "--format", "json", input: "\u{FEFF}ab\n").run()
    #expect(outcome.text.contains(#""title":"ab","#) && outcome.text.contains(#""highlights":{"title":[[0,1]]}"#))
  }

  @Test func tsvNumbersRecordsFromOne() throws {
    let outcome = try Program("", "--format", "tsv", "--print0", input: "x\ny\n").run()
    #expect(outcome.text == "1\tx\t0\t0\t\02\ty\t0\t1\t\0")
  }

  /// All that match are counted, whatever the list is, and each has its place in it.
  @Test(arguments: ["lines", "tsv", "csv", "jsonl"], [[], ["--romanize"]])
  func countsAndPositionsGoBeyondAThousand(_ format: String, _ options: [String]) throws {
    let titles = (1...1500).map { "abc \($0)" }
    let list = titles.map { format == "jsonl" ? "{\"title\":\"\($0)\"}\n" : "\($0)\n" }.joined()
    let folder = try ProgramFolder()
    try folder.write(list, "list")
    let all = ["abc", "list", "--input", format] + options
    #expect(try folder.run("riffle", all + ["-c"]).text == "1500\n")
    #expect(
      try folder.run("riffle", all + ["--verbose", "-n", "1"]).error.contains(
        "1500 records, \(list.utf8.count) bytes, 1500 found"))
    let last = try folder.run(
      "riffle", ["abc 1499", "list", "--input", format, "--format", "json", "-n", "1"] + options)
    #expect(last.text.contains(#""title":"abc 1499","position":1498,"#))
  }
}
