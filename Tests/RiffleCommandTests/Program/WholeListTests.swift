import RiffleTestSupport
import Testing

/// What a query without terms prints: every record, in order, as it came.
struct WholeListTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var input: String
    var arguments: [String] = []
    var output: String
    var status: Int32 = 0
  }

  static let cases = [
    Case(testDescription: "lines", input: "b\na\nb\n", output: "b\na\nb\n"),
    Case(testDescription: "no line end at the end", input: "a\nb", output: "a\nb\n"),
    Case(testDescription: "empty lines are records", input: "\na\n\n\n", output: "\na\n\n\n"),
    Case(testDescription: "only line ends", input: "\n\n\n", output: "\n\n\n"),
    Case(testDescription: "DOS line ends come back", input: "a\r\nb\r\n", output: "a\r\nb\r\n"),
    Case(testDescription: "nothing", input: "", output: "", status: 1),
    Case(testDescription: "one empty line", input: "\n", output: "\n"),
    Case(testDescription: "NUL within a line", input: "a\0b\nc\n", output: "a\0b\nc\n"),
    Case(testDescription: "NUL separated", input: "a\nb\0\0c", arguments: ["-z"], output: "a\nb\n\nc\n"),
    Case(testDescription: "NUL between", input: "a\nb\0c\0", arguments: ["--read0", "--print0"], output: "a\nb\0c\0"),
    Case(testDescription: "NUL after", input: "a\nb\n", arguments: ["-Z"], output: "a\0b\0"),
    Case(testDescription: "limit", input: "a\nb\nc\n", arguments: ["-n", "2"], output: "a\nb\n"),
    Case(testDescription: "limit, joined", input: "a\nb\nc\n", arguments: ["-n2"], output: "a\nb\n"),
    Case(testDescription: "limit 0", input: "a\nb\nc\n", arguments: ["--limit", "0"], output: ""),
    Case(testDescription: "offset", input: "a\nb\nc\n", arguments: ["--offset", "1", "--limit", "1"], output: "b\n"),
    Case(testDescription: "offset too far", input: "a\nb\n", arguments: ["--offset", "9"], output: ""),
    Case(testDescription: "count", input: "a\nb\n", arguments: ["-c"], output: "2\n"),
    Case(testDescription: "count nothing", input: "", arguments: ["--count"], output: "0\n", status: 1),
    Case(testDescription: "byte order mark", input: "\u{FEFF}a\n\u{FEFF}b\n", output: "a\n\u{FEFF}b\n"),
    Case(testDescription: "nothing but a byte order mark", input: "\u{FEFF}", output: "", status: 1),
    Case(
      testDescription: "escape sequences", input: "\u{1B}[31mred\n", arguments: ["--color", "always"],
      output: "\u{1B}[31mred\n"),
    Case(
      testDescription: "tab-separated, whole", input: "a\tb\n\nc\n", arguments: ["--input", "tsv"], output: "a\tb\nc\n"),
    Case(
      testDescription: "tab-separated, a column", input: "1\ta\r\n2\tb\r\n",
      arguments: ["--input", "tsv", "--title", "2"], output: "1\ta\r\n2\tb\r\n"),
    Case(
      testDescription: "a quoted line end", input: "\"a\nb\",1\nc,2\n", arguments: ["--input", "csv"],
      output: "\"a\nb\",1\nc,2\n"),
    Case(
      testDescription: "a header is no record", input: "title,n\na,1\n", arguments: ["--input", "csv", "--header"],
      output: "a,1\n"),
    Case(
      testDescription: "JSON", input: "{\"title\": \"a\"}\n\n {\"title\":\"b\"} \n", arguments: ["--input", "jsonl"],
      output: "{\"title\": \"a\"}\n {\"title\":\"b\"} \n"),
  ]

  @Test(arguments: cases) func prints(_ test: Case) throws {
    var program = Program("", input: test.input)
    program.arguments += test.arguments
    let outcome = try program.run()
    #expect(outcome.text == test.output)
    #expect(outcome.error == "")
    #expect(outcome.status == test.status)
  }

  @Test func blanksAreNoTerms() throws {
    #expect(try Program(" \t\u{3000}\n", input: "b\na\n").run().text == "b\na\n")
  }

  @Test func illFormedTextComesBackByteForByte() throws {
    var program = Program("")
    program.input = [0xFF, 0x61, 0xC3, 0x0A, 0xED, 0xA0, 0x80, 0x0A, 0xC3, 0x28, 0x0A]
    let outcome = try program.run()
    #expect(outcome.output == program.input)
    #expect(outcome.error == "")
  }

  @Test func illFormedTextIsCountedOnRequest() throws {
    var program = Program("", "--verbose")
    program.input = [0x61, 0xFF, 0x0A, 0xC3, 0x0A]
    let outcome = try program.run()
    #expect(outcome.error.contains("ill-formed UTF-8 in 2 places"))
  }

  @Test func oneLongLine() throws {
    var program = Program("")
    program.input = Array(repeating: UInt8(ascii: "x"), count: 5_000_000) + [0x0A]
    let outcome = try program.run()
    #expect(outcome.output == program.input)
  }

  @Test func severalFilesAreOneList() throws {
    let files = ["a": "1\n2", "b.csv": "\"3\",x\n4,y\n", "c": ""]
    let outcome = try Program("", "a", "-", "b.csv", "c", input: "in", files: files).run()
    #expect(outcome.text == "1\n2\nin\n\"3\",x\n4,y\n")
  }
}
