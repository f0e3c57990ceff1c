import Riffle
import RiffleCommandLine
import RiffleInput
import RiffleTestSupport
import Testing

@testable import RiffleCommand

/// Searching the records of chunks on several threads.
struct SearchTests {
  @Test(arguments: [1, 7, 64, 1 << 18], [1, 2, 5])
  func anyChunksAndThreadsGiveOneAnswer(chunkSize: Int, threadCount: Int) throws {
    let titles = (0..<500).map { "title \($0 % 37) new yor\($0 % 3 == 0 ? "k" : "") \($0)" }
    let request = SearchRequest(try Query("new york"), limit: 100, totalLimit: .exact)
    let expected = try SearchIndex(Array((titles + ["york new"]).enumerated()), id: \.offset, title: \.element)
      .search(request)
    for format in [InputFormat.lines, .tsv, .jsonl] {
      func written(_ title: String) -> String {
        switch format {
        case .lines, .csv, .json: title
        // Blank lines and carriage returns are no part of a table.
        case .tsv: "x\t\(title)\r\n\n\r"
        case .jsonl: "{\"title\": \"\(title)\"}\n "
        }
      }
      let texts = [titles.map(written).joined(separator: "\n"), written("york new") + "\n"]
      try withTemporaryFiles(texts) { files in
        var description = InputDescription(files: files, format: format)
        if format == .tsv { description.columns[.title] = "2" }
        let output = Collector()
        var search = Search(
          lines: LineSearch(request), description: description, explains: false, countsIllFormed: false)
        search.chunkSize = chunkSize
        search.threadCount = threadCount
        let record = Record(in: GrowingBuffer(), description.columns)
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
    try withTemporaryFiles(["a\t1\n\n", rows.joined(separator: "\n")]) { files in
      var description = InputDescription(files: files, format: .tsv)
      description.columns[.title] = "2"
      description.isStrict = true
      var search = Search(
        lines: LineSearch(SearchRequest(try Query("a"))), description: description, explains: false,
        countsIllFormed: false)
      search.chunkSize = 64
      search.threadCount = threadCount
      let record = Record(in: GrowingBuffer(), description.columns)
      let error = #expect(throws: CommandError.self) {
        try search.run(into: record, output: nil, writer: ByteWriter())
      }
      #expect(error?.description.contains("\(description.files[1]):400: the record has 1 column") == true)
    }
  }

  /// Keeps the positions instead of printing.
  private final class Collector: HitOutput {
    private(set) var positions: [Int] = []
    let copiesRecords = false

    func write(_ hit: some PrintedHit, explanation: Explanation?, to writer: ByteWriter) throws(CommandError) {
      positions.append(hit.position)
    }
  }
}
