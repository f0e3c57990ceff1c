import RiffleTestSupport
import Testing

@testable import RiffleInput

/// The records of a text, read as one input.
struct Table {
  var records: [Row] = []

  struct Row {
    let record: String
    let line: Int
    var texts: [Role: String] = [:]
  }

  var count: Int { records.count }
  func texts(_ role: Role) -> [String] { records.map { $0.texts[role] ?? "" } }
}

func table(
  _ text: String, _ format: InputFormat, header: Bool = false, terminator: UInt8 = 10, columns: [Role: String] = [:]
) throws -> Table {
  try table(Array(text.utf8), format, header: header, terminator: terminator, columns: columns)
}

func table(
  _ bytes: [UInt8], _ format: InputFormat, header: Bool = false, terminator: UInt8 = 10, columns: [Role: String] = [:]
) throws -> Table {
  var table = Table()
  try forEachRecord(of: bytes, format, header: header, terminator: terminator, columns: columns) { record in
    var texts: [Role: String] = [:]
    for role in Role.allCases { texts[role] = record.text(role) }
    let bytes = record.source[record.range]
    table.records.append(
      Table.Row(record: String(decoding: bytes, as: UTF8.self), line: record.line + 1, texts: texts))
  }
  return table
}

func forEachRecord(
  of bytes: [UInt8], _ format: InputFormat, header: Bool = false, terminator: UInt8 = 10, columns: [Role: String] = [:],
  _ body: (Record) throws -> Void
) throws {
  var choice = ColumnChoice()
  for (role, name) in columns { choice[role] = name }
  let record = Record(in: GrowingBuffer(), choice)
  bytes.withUnsafeBytes { _ = record.source.append($0) }
  let description = InputDescription(
    files: ["input"], format: format, header: header ? .present : .absent, columns: choice)
  var input = OpenInput(
    name: "input", firstLine: 0, terminator: terminator,
    format: description.recordFormat(of: try description.inputs()[0]))
  var place = RecordPlace(offset: 0, line: 0)
  if case .delimited(let delimited) = input.format {
    let names = header ? try delimited.readHeader(record, &place, of: input) : nil
    input.format = .delimited(delimited.with(try Column.find(choice, header: names, source: "input")))
  }
  while try input.read(record, &place) { try body(record) }
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
    #expect(table.records.map(\.record) == ["1,\"a,b\r\nc\",\r", "2, \"d\",y\r", "\"3\",\"\",\"\"\"\""])
    #expect(table.records[1].line == 5)
  }

  @Test func tsvHasNoQuotes() throws {
    let table = try table("\"a\t\"b\"\"\r\nc\td", .tsv, columns: [.title: "1", .searchText: "2"])
    #expect(table.texts(.title) == ["\"a", "c"])
    #expect(table.texts(.searchText) == ["\"b\"\"", "d"])
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
    #expect(table.records[1].record == #"  {"t":2.0,"id":"k","s":null,"extra":{}}"#)
    #expect(table.records[1].line == 3)
  }

  @Test func aRecordCanBeAText() throws {
    #expect(try table("\"a\"\n\"b\"", .jsonl, columns: [.title: "."]).texts(.title) == ["a", "b"])
  }

  @Test func illFormedTextIsReplaced() throws {
    let bytes = Array("{\"title\":\"a".utf8) + [0xFF] + Array("b\"}".utf8)
    #expect(try table(bytes, .jsonl).texts(.title) == ["a\u{FFFD}b"])
  }
}

struct InputFormatTests {
  @Test(arguments: [
    ("a.csv", InputFormat.csv), ("/b.c/a.TSV", .tsv), ("a.b.jsonl", .jsonl), ("csv", .lines), ("a.csv/b", .lines),
    ("", .lines), ("-", .lines), ("a.lines", .lines), ("a.txt", .lines), (".", .lines), ("a.json", .json),
  ])
  func guesses(_ path: String, _ format: InputFormat) {
    #expect(InputFormat(guessedFrom: path) == format)
  }

  /// A .json may be a list of records, or a text.
  @Test(arguments: [
    ("[{\"title\": \"a\"}]", nil, InputFormat.json), (" \n[\n  {\n \"title\": 1", nil, .lines),
    ("\u{FEFF}[\n{\n\"n\": [1, {}],\n\"title\"\n:\n\"a\"\n}\n]\n", nil, .json), ("[{\"name\": \"a\"}]", nil, .lines),
    ("[{\"name\": \"a\"}]", "name", .json), ("{\"title\": \"one\"}", nil, .lines),
    ("{\"title\": \"one\"}", "title", .json),
    ("{\n\"title\": \"one\"\n}\n{\n\"title\": \"two\"\n}\n", nil, .json), ("[\"a\", \"b\"]", nil, .lines),
    ("", nil, .lines),
    ("[]", nil, .lines), ("no JSON", nil, .lines), ("[{\"title\": x}]", nil, .lines),
  ]) func recognizesRecords(_ text: String, _ column: String?, _ format: InputFormat) throws {
    try withTemporaryFiles([text]) { files in
      var description = InputDescription(files: files)
      description.names[files[0]] = "list.json"
      description.columns[.title] = column
      #expect(description.recognizedFormat(of: files[0]) == format)
    }
  }
}
