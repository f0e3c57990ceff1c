import Testing

@testable import RiffleCommand

/// Reads a text as one input.
func table(
  _ text: String, _ format: InputFormat, header: Bool = false, terminator: UInt8 = 10, columns: [Role: String] = [:]
) throws -> RecordTable {
  let table = RecordTable()
  Array(text.utf8).withUnsafeBytes { _ = table.source.append($0) }
  table.beginInput(name: "input", at: 0)
  var choice = ColumnChoice()
  for (role, name) in columns { choice[role] = name }
  let range = 0..<table.source.count
  switch format {
  case .lines:
    LineReader(terminator: terminator).read(range, into: table)
  case .csv, .tsv:
    let reader = DelimitedReader(
      delimiter: UInt8(ascii: format == .csv ? "," : "\t"), hasQuotes: format == .csv, terminator: terminator,
      hasHeader: header, choice: choice)
    try reader.read(range, name: "input", into: table)
  case .jsonl:
    try JSONLinesReader(terminator: terminator, choice: choice).read(range, into: table)
  }
  return table
}

extension RecordTable {
  func texts(_ role: Role) -> [String] { (0..<count).map { text(role, $0) } }
  var records: [String] { (0..<count).map { String(decoding: source[record($0)], as: UTF8.self) } }
}

struct LineReaderTests {
  @Test func titlesAreLinesWithoutTheirEnds() throws {
    #expect(try table("a\r\n\n b \r\r\nc", .lines).texts(.title) == ["a", "", " b \r", "c"])
    #expect(try table("a\n\0b\r\0", .lines, terminator: 0).texts(.title) == ["a\n", "b"])
    #expect(try table("", .lines).count == 0)
  }
}

struct DelimitedReaderTests {
  @Test func csv() throws {
    let text = "id,\"the \"\"title\"\"\",x\r\n1,\"a,b\r\nc\",\r\n\r\n2, \"d\",y\r\n\"3\",\"\",\"\"\"\""
    let table = try table(text, .csv, header: true, columns: [.title: "the \"title\"", .id: "id", .searchText: "3"])
    #expect(table.texts(.title) == ["a,b\r\nc", " \"d\"", ""])
    #expect(table.texts(.id) == ["1", "2", "3"])
    #expect(table.texts(.searchText) == ["", "y", "\""])
    #expect(table.records == ["1,\"a,b\r\nc\",\r", "2, \"d\",y\r", "\"3\",\"\",\"\"\"\""])
    #expect(table.location(1).line == 5)
  }

  @Test func tsvHasNoQuotes() throws {
    let table = try table("\"a\t\"b\"\"\r\nc\td", .tsv, columns: [.title: "1", .searchText: "2"])
    #expect(table.texts(.title) == ["\"a", "c"])
    #expect(table.texts(.searchText) == ["\"b\"\"", "d"])
  }

  @Test func theHeaderHidesItsByteOrderMark() throws {
    #expect(try table("\u{FEFF}title\na", .csv, header: true).texts(.title) == ["a"])
    #expect(try table("\u{FEFF}\"title\"\na", .csv, header: true).texts(.title) == ["a"])
  }

  @Test func aNameGoesBeforeANumber() throws {
    #expect(try table("2,1\na,b", .csv, header: true, columns: [.title: "1"]).texts(.title) == ["b"])
  }

  @Test func withoutTitleTheRecordIsTheTitle() throws {
    #expect(try table("a,b\r\n\"c\",d\n", .csv).texts(.title) == ["a,b", "\"c\",d"])
    #expect(try table("a,b\n", .csv, columns: [.id: "2"]).texts(.id) == ["b"])
  }

  @Test func columnsThatARecordCanDoWithout() throws {
    let table = try table("a\nb,x\nc\n", .csv, columns: [.title: "1", .searchText: "2"])
    #expect(table.texts(.searchText) == ["", "x", ""])
  }

  @Test func aHeaderAlone() throws {
    #expect(try table("title\n", .csv, header: true).count == 0)
    #expect(try table("", .csv, header: true).count == 0)
  }

  @Test func recordsThatEndWithNUL() throws {
    let table = try table("a\nb,\"c\0d\"\0e,f\0", .csv, terminator: 0, columns: [.title: "1", .id: "2"])
    #expect(table.texts(.title) == ["a\nb", "e"])
    #expect(table.texts(.id) == ["c\0d", "f"])
  }

  /// Whatever values are written as CSV come back.
  @Test func whatIsWrittenIsRead() throws {
    var random = SystemRandomNumberGenerator()
    let letters = Array("ab,\"\n\r é")
    for _ in 0..<500 {
      let values = (0..<6).map { _ in
        String((0..<Int.random(in: 0...5)).map { _ in letters.randomElement(using: &random) ?? "a" })
      }
      let written = values.map { "\"\($0.replacing("\"", with: "\"\""))\"" }
      let text = "\(written[0]),\(written[1]),\(written[2])\r\n\(written[3]),\(written[4]),\(written[5])"
      let table = try table(text, .csv, columns: [.title: "1", .id: "2", .searchText: "3"])
      #expect(
        table.texts(.title) + table.texts(.id) + table.texts(.searchText) == [0, 3, 1, 4, 2, 5].map { values[$0] })
    }
  }
}

struct JSONLinesReaderTests {
  @Test func textsOfValues() throws {
    let text = """
      {"t":"a\\u00e9","id":12345678901234567890,"s":["x","\\"",null,1.50,true],"w":7}\r

        {"t":2.0,"id":"k","s":null,"extra":{}}
      {"s":[],"id":false,"t":["p","q"]}
      """
    let table = try table(text, .jsonl, columns: [.title: "t", .id: "id", .searchText: "s", .weight: "w"])
    #expect(table.texts(.title) == ["aé", "2.0", "p q"])
    #expect(table.texts(.id) == ["12345678901234567890", "k", "false"])
    #expect(table.texts(.searchText) == ["x \" 1.50 true", "", ""])
    #expect(table.texts(.weight) == ["7", "", ""])
    #expect(table.records[1] == #"  {"t":2.0,"id":"k","s":null,"extra":{}}"#)
    #expect(table.location(1).line == 3)
  }

  @Test func aRecordCanBeAText() throws {
    #expect(try table("\"a\"\n\"b\"", .jsonl, columns: [.title: "."]).texts(.title) == ["a", "b"])
  }

  @Test func illFormedTextIsReplaced() throws {
    let bytes = Array("{\"title\":\"a".utf8) + [0xFF] + Array("b\"}".utf8)
    let table = RecordTable()
    bytes.withUnsafeBytes { _ = table.source.append($0) }
    table.beginInput(name: "input", at: 0)
    try JSONLinesReader(terminator: 10, choice: ColumnChoice()).read(0..<bytes.count, into: table)
    #expect(table.texts(.title) == ["a\u{FFFD}b"])
  }
}

struct RecordTableTests {
  @Test func inputsOfDifferentFormats() throws {
    let table = try table("x\r\ny", .lines)
    let start = table.source.count
    Array("\n{\"title\":\"z\"}".utf8).withUnsafeBytes { _ = table.source.append($0) }
    table.beginInput(name: "second", at: start)
    try JSONLinesReader(terminator: 10, choice: ColumnChoice()).read(start..<table.source.count, into: table)
    LineReader(terminator: 10).read(0..<2, into: table)
    #expect(table.texts(.title) == ["x", "y", "z", "x"])
    #expect(table.location(2) == Location(name: "second", line: 2))
    #expect(table.location(1) == Location(name: "input", line: 2))
  }
}

struct InputFormatTests {
  @Test(arguments: [
    ("a.csv", InputFormat.csv), ("/b.c/a.TSV", .tsv), ("a.b.jsonl", .jsonl), ("csv", .lines), ("a.csv/b", .lines),
    ("", .lines), ("-", .lines), ("a.lines", .lines), ("a.txt", .lines), (".", .lines),
  ])
  func guesses(_ path: String, _ format: InputFormat) {
    #expect(InputFormat(guessedFrom: path) == format)
  }
}
