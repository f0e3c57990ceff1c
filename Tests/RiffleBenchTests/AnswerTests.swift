import Riffle
import Testing

@testable import RiffleBench

@Suite struct AnswerRequestTests {
  @Test func requests() throws {
    #expect(
      try AnswerRequest(line: #"{"query": "gö\t\"", "limit": 3, "threads": 2, "begins": false}"#)
        == .search(text: "gö\t\"", limit: 3, begins: false))
    #expect(try AnswerRequest(line: #"{"query": "x"}"#) == .search(text: "x", limit: 10, begins: true))
    #expect(try AnswerRequest(line: #"{"ends": true}"#) == .end)
  }

  @Test(arguments: ["", "gothnb", "[]", "{}", #"{"query": 1}"#, #"{"query": "x", "limit": -1}"#])
  func whatIsNoRequestIsRefused(line: String) {
    #expect(throws: BenchError.self) { try AnswerRequest(line: line) }
  }
}

@Suite struct AnswererTests {
  private func answers(_ lines: [String], usesSession: Bool) throws -> [String] {
    let items = try list("7\tGothenburg\n8\tGotha\tGothenburg\n9\tOslo\n")
    let build = try Build(items, path: "list", titlesArePaths: false, titlesOnly: true)
    var answerer = Answerer(snapshot: build.snapshot, request: SearchRequest(), usesSession: usesSession)
    return lines.map { "\(answerer.answer($0))" }
  }

  @Test(arguments: [false, true])
  func answersRowsAndTime(usesSession: Bool) throws {
    let lines = [
      #"{"query": "gothenburg", "limit": 2}"#, #"{"query": "oslo", "begins": true}"#,
      #"{"query": "osl", "begins": false}"#,
    ]
    let answers = try answers(lines, usesSession: usesSession)
    // Row 1 has the word in its search text only, which is left out.
    #expect(answers[0].hasPrefix(#"{"rows": [0], "total": 1, "nanoseconds": "#))
    #expect(answers[1].hasPrefix(#"{"rows": [2], "total": 1, "#))
    #expect(answers[2].hasPrefix(#"{"rows": [2], "total": 1, "#))
  }

  @Test func aProblemIsAnAnswer() throws {
    let long = String(repeating: "x", count: 100_000)
    let answers = try answers(["?", #"{"query": "\#(long)"}"#, #"{"ends": true}"#], usesSession: false)
    #expect(answers[0] == #"{"problem": "not a request: ?"}"#)
    #expect(answers[1].hasPrefix(#"{"problem": "#))
    #expect(answers[2].hasPrefix(#"{"resident_peak": "#))
  }
}
