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
      try withTemporaryFiles([text]) { files in
        var description = InputDescription(files: files, format: .csv, header: .present)
        description.columns[.title] = "t\"\n"
        description.columns[.searchText] = "s"
        let chunks = try InputChunks(description, chunkSize: 1 + random.number(below: 40))
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
}
