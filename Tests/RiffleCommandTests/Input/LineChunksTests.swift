import Glibc
import Riffle
import Testing

@testable import RiffleCommand

/// Reading lines in chunks, and searching them on several threads.
struct LineChunksTests {
  /// Writes texts to files, and returns what reads them.
  private func withSources<Result>(_ texts: [String], _ body: ([ByteSource]) throws -> Result) throws -> Result {
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
    return try body(paths.map(ByteSource.init))
  }

  @Test(arguments: 1...12)
  func chunksAreWholeLines(_ chunkSize: Int) throws {
    let texts = ["ab\n\ncde\nf", "", "\n\n", "ghijklmnop\nq\n"]
    try withSources(texts) { sources in
      let search = LineSearch(SearchRequest(try Query("a")))
      let chunks = LineChunks(sources, for: search, chunkSize: chunkSize)
      let buffer = ByteBuffer()
      var lines: [String] = []
      while let first = try chunks.next(into: buffer) {
        #expect(first == lines.count)
        let table = RecordTable()
        #expect(table.source.append(UnsafeRawBufferPointer(buffer.bytes)))
        LineReader(terminator: 10).read(0..<table.source.count, into: table)
        lines += table.texts(.title)
      }
      #expect(lines == ["ab", "", "cde", "f", "", "", "ghijklmnop", "q"])
      #expect(chunks.counts == (8, texts.joined().utf8.count))
    }
  }

  @Test(arguments: [1, 7, 64, 1 << 18], [1, 2, 5])
  func anyChunksAndThreadsGiveOneAnswer(chunkSize: Int, threadCount: Int) throws {
    let titles = (0..<500).map { "title \($0 % 37) new yor\($0 % 3 == 0 ? "k" : "") \($0)" }
    try withSources([titles.joined(separator: "\n"), "york new\n"]) { sources in
      let request = SearchRequest(try Query("new york"), limit: 100, totalLimit: .exact)
      let search = LineSearch(request)
      let expected = try SearchIndex(Array((titles + ["york new"]).enumerated()), id: \.offset, title: \.element)
        .search(request)
      let output = Collector()
      var filter = LineFilter(search: search, explains: false, countsIllFormed: false)
      filter.chunkSize = chunkSize
      filter.threadCount = threadCount
      let summary = try filter.run(sources, into: RecordTable(), output: output, writer: ByteWriter())
      #expect(output.positions == expected.map(\.position))
      #expect(summary.total == expected.total)
      #expect(summary.recordCount == 501)
    }
  }

  /// Keeps the positions instead of printing.
  private final class Collector: RecordOutput {
    private(set) var positions: [Int] = []

    func write(_ match: some Match, explanation: Explanation?, to writer: ByteWriter) throws(CommandError) {
      positions.append(match.position)
    }
  }
}
