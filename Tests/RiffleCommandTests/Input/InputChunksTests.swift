import Glibc
import Riffle
import RiffleTestSupport
import Testing

@testable import RiffleCommand

/// Reading records in chunks, and searching them on several threads.
struct InputChunksTests {
  /// Writes texts to files, and returns what describes them.
  private func withInputs<Result>(
    _ texts: [String], _ format: InputFormat, _ body: (inout InputDescription) throws -> Result
  ) throws -> Result {
    var paths: [String] = []
    defer { for path in paths { unlink(path) } }
    for text in texts {
      var template = Array("/tmp/riffle-XXXXXX".utf8CString)
      let descriptor = try template.withUnsafeMutableBufferPointer { mkstemp(try #require($0.baseAddress)) }
      defer { close(descriptor) }
      paths.append(String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
      let bytes = Array(text.utf8)
      try #require(write(descriptor, bytes, bytes.count) == bytes.count)
    }
    var description = InputDescription(files: paths, format: format)
    return try body(&description)
  }

  @Test(arguments: 1...12)
  func chunksAreWholeLines(_ chunkSize: Int) throws {
    let texts = ["ab\n\ncde\nf", "", "\n\n", "ghijklmnop\nq\n"]
    try withInputs(texts, .lines) { description in
      let search = LineSearch(SearchRequest(try Query("a")))
      let chunks = try InputChunks(description, for: search, chunkSize: chunkSize)
      let record = Record(in: ByteBuffer(), ColumnChoice())
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
      try withInputs([text], .csv) { description in
        description.hasHeader = true
        description.columns[.title] = "t\"\n"
        description.columns[.searchText] = "s"
        let search = LineSearch(SearchRequest(try Query("a")))
        let chunks = try InputChunks(description, for: search, chunkSize: 1 + random.number(below: 40))
        let record = Record(in: ByteBuffer(), description.columns)
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

  @Test(arguments: [1, 7, 64, 1 << 18], [1, 2, 5])
  func anyChunksAndThreadsGiveOneAnswer(chunkSize: Int, threadCount: Int) throws {
    let titles = (0..<500).map { "title \($0 % 37) new yor\($0 % 3 == 0 ? "k" : "") \($0)" }
    let request = SearchRequest(try Query("new york"), limit: 100, totalLimit: .exact)
    let expected = try SearchIndex(Array((titles + ["york new"]).enumerated()), id: \.offset, title: \.element)
      .search(request)
    for format in [InputFormat.lines, .tsv, .jsonl] {
      func written(_ title: String) -> String {
        switch format {
        case .lines, .csv: title
        // Blank lines and carriage returns are no part of a table.
        case .tsv: "x\t\(title)\r\n\n\r"
        case .jsonl: "{\"title\": \"\(title)\"}\n "
        }
      }
      try withInputs([titles.map(written).joined(separator: "\n"), written("york new") + "\n"], format) { description in
        if format == .tsv { description.columns[.title] = "2" }
        let output = Collector()
        var search = Search(
          lines: LineSearch(request), description: description, explains: false, countsIllFormed: false)
        search.chunkSize = chunkSize
        search.threadCount = threadCount
        let record = Record(in: ByteBuffer(), description.columns)
        let summary = try search.run(into: record, output: output, writer: ByteWriter())
        #expect(output.positions == expected.map(\.position), "\(format)")
        #expect(summary.total == expected.total)
        #expect(summary.recordCount == 501)
      }
    }
  }

  /// Of several wrong records the first is named, whoever reads it.
  @Test(arguments: 1...5)
  func theFirstWrongRecordIsNamed(threadCount: Int) throws {
    let rows = (0..<2000).map { $0 % 400 == 399 ? "title" : "title\t\($0)" }
    try withInputs(["a\t1\n\n", rows.joined(separator: "\n")], .tsv) { description in
      description.columns[.title] = "2"
      var search = Search(
        lines: LineSearch(SearchRequest(try Query("a"))), description: description, explains: false,
        countsIllFormed: false)
      search.chunkSize = 64
      search.threadCount = threadCount
      let record = Record(in: ByteBuffer(), description.columns)
      let error = #expect(throws: CommandError.self) {
        try search.run(into: record, output: nil, writer: ByteWriter())
      }
      #expect(error?.description.contains("\(description.files[1]):400: the record has 1 column") == true)
    }
  }

  /// Keeps the positions instead of printing.
  private final class Collector: RecordOutput {
    private(set) var positions: [Int] = []

    func write(_ hit: LineHit, explanation: Explanation?, to writer: ByteWriter) throws(CommandError) {
      positions.append(hit.position)
    }
  }
}
