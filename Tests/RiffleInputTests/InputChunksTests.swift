import RiffleTestSupport
import Testing

@testable import RiffleInput

/// Reading records in chunks.
struct InputChunksTests {
  @Test(arguments: 1...12)
  func chunksAreWholeLines(_ chunkSize: Int) throws {
    let texts = ["ab\n\ncde\nf", "", "\n\n", "ghijklmnop\nq\n"]
    try withTemporaryFiles(texts) { files in
      let chunks = try InputChunks(InputDescription(files: files, format: .lines), chunkSize: chunkSize)
      let record = Record(in: GrowingBuffer(), ColumnChoice())
      var lines: [String] = []
      while let chunk = try chunks.next(into: record.source) {
        #expect(chunk.lines.lowerBound == lines.count)
        var place = chunk.start
        while try chunk.input.read(record, &place) { lines.append(record.text(.title)) }
        #expect(chunk.lines.upperBound == lines.count)
      }
      #expect(lines == ["ab", "", "cde", "f", "", "", "ghijklmnop", "q"])
      #expect(chunks.counts == (8, texts.joined().utf8.count))
    }
  }

  /// Whatever is written as CSV comes back, wherever chunks end.
  @Test func chunksAreWholeRecords() throws {
    let seed = setting("RIFFLE_SEED").map(UInt64.init) ?? 1
    for seed in seed..<seed + 60 {
      var random = RandomText(seed: seed)
      let letters = Array("ab,\"\n\r é")
      let rows = (0..<1 + random.number(below: 30)).map { _ in
        (0..<2).map { _ in
          String((0..<random.number(below: 6)).map { _ in letters[random.number(below: letters.count)] })
        }
      }
      func written(_ value: String) -> String {
        let isPlain = !value.contains { "\",\n\r\r\n".contains($0) } && random.oneIn(2)
        return isPlain ? value : "\"\(value.replacing("\"", with: "\"\""))\""
      }
      var text = random.oneIn(3) ? "\u{FEFF}\n\"t\"\"\n\",s\r\n" : "\"t\"\"\n\",s\n"
      for row in rows { text += "\(written(row[0])),\(written(row[1]))\(random.oneIn(2) ? "\r" : "")\n" }
      try withTemporaryFiles([text]) { files in
        var description = InputDescription(files: files, format: .csv, header: .present)
        description.columns[.title] = "t\"\n"
        description.columns[.searchText] = "s"
        let chunks = try InputChunks(description, chunkSize: 1 + random.number(below: 40))
        let record = Record(in: GrowingBuffer(), description.columns)
        var read: [[String]] = []
        var lines: [Int] = []
        while let chunk = try chunks.next(into: record.source) {
          var place = chunk.start
          while try chunk.input.read(record, &place) {
            read.append([record.text(.title), record.text(.searchText)])
            lines.append(record.line)
          }
          #expect(place.line == chunk.lines.upperBound, "seed \(seed)")
        }
        #expect(read == rows, "seed \(seed)")
        #expect(lines == lines.sorted() && Set(lines).count == lines.count, "seed \(seed)")
      }
    }
  }

  /// What a reader that goes on past bad records gives: titles and what is wrong with others, each with its line.
  private func readAll(_ description: InputDescription, chunkSize: Int) throws -> [String] {
    let chunks = try InputChunks(description, chunkSize: chunkSize)
    let record = Record(in: GrowingBuffer(), description.columns)
    var read: [String] = []
    while let chunk = try chunks.next(into: record.source) {
      var place = chunk.start
      while true {
        do {
          guard try chunk.input.read(record, &place) else { break }
          read.append("\(record.line + 1) \(record.text(.title))")
        } catch {
          read.append("\(record.line + 1) bad")
        }
      }
      #expect(place.line == chunk.lines.upperBound)
    }
    return read
  }

  @Test(arguments: 1...40)
  func aHeaderInQuotesBringsQuotesToTSV(_ chunkSize: Int) throws {
    let text = "\"title\"\t\"id\"\n\"a\tb\nc\"\t1\nd\t\"2\n\"\n\"e\"\"\"\t3\n"
    var columns = ColumnChoice()
    columns.standard = Set(Role.allCases)
    for header in [InputDescription.Header.present, .recognized] {
      try withTemporaryFiles([text]) { files in
        let description = InputDescription(files: files, format: .tsv, header: header, columns: columns)
        let read = try readAll(description, chunkSize: chunkSize)
        #expect(read == ["2 a\tb\nc", "4 d", "6 e\""])
      }
    }
    // Where they are no names of columns, they are a row as any other.
    try withTemporaryFiles(["\"title\"\t\"other\n\"a\tb\n"]) { files in
      var description = InputDescription(files: files, format: .tsv, header: .recognized, columns: columns)
      description.columns[.title] = "1"
      let read = try readAll(description, chunkSize: chunkSize)
      #expect(read == ["1 \"title\"", "2 \"a"])
    }
  }

  @Test(arguments: 1...40)
  func theReadingGoesOnBehindBadRecords(_ chunkSize: Int) throws {
    let csv = "a,1\n\"b\"x,\"c\nd,2\n\"e\nf\",3\n\"g\"h\ni,4\n,5\nj\n\"k,6\nl,7\n"
    let jsonl = "{\"title\": \"a\"}\n{\n\n{\"title\": []}\n{}\n{\"title\": {}}\n{\"title\": \"b\"}"
    let tsv = "a\t1\nb\n\nc\t2\n"
    for (text, format, expected) in [
      (csv, InputFormat.csv, ["1 a", "2 bad", "3 d", "4 e\nf", "6 bad", "7 i", "8 ", "9 bad", "10 bad", "11 l"]),
      (jsonl, .jsonl, ["1 a", "2 bad", "4 ", "5 bad", "6 bad", "7 b"]), (tsv, .tsv, ["1 a", "2 bad", "4 c"]),
    ] {
      try withTemporaryFiles([text]) { files in
        var description = InputDescription(files: files, format: format)
        if format != .jsonl { (description.columns[.title], description.columns[.id]) = ("1", "2") }
        let read = try readAll(description, chunkSize: chunkSize)
        #expect(read == expected, "\(format)")
      }
    }
  }

  @Test(arguments: [1, 10, 100, 10_000])
  func aQuoteThatIsNeverClosedTakesNoMoreThanItsLine(_ chunkSize: Int) throws {
    let rows = (0..<500).map { "title \($0),\($0)\n" }
    let text = rows[..<100].joined() + "\"open,7\n" + rows[100...].joined()
    try withTemporaryFiles([text]) { files in
      var description = InputDescription(files: files, format: .csv)
      (description.columns[.title], description.columns[.id]) = ("1", "2")
      description.longestRecord = 1_000
      let read = try readAll(description, chunkSize: chunkSize)
      #expect(read.count == 501)
      #expect(read[100] == "101 bad" && read[101] == "102 title 100" && read.last == "501 title 499")
    }
  }

  @Test(arguments: [InputFormat.lines, .csv, .jsonl])
  func aLineThatIsTooLongIsAnError(_ format: InputFormat) throws {
    try withTemporaryFiles(["{\"title\": 1}\n" + String(repeating: "x", count: 100_000) + "\n"]) { files in
      var description = InputDescription(files: files, format: format)
      description.longestRecord = 1_000
      let error = #expect(throws: InputError.self) { _ = try readAll(description, chunkSize: 64) }
      #expect(error?.description.contains(":2: the record is longer than 1000 bytes") == true)
    }
  }
}
