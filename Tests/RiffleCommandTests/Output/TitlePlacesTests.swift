import Testing

@testable import RiffleCommand

struct TitlePlacesTests {
  /// What stands in the record where the title says `part`.
  private func place(of part: String, in table: RecordTable, row: Int = 0) -> [String] {
    let title = table.text(.title, row)
    guard let range = title.firstRange(of: part) else { return ["?"] }
    let start = title.utf8.distance(from: title.startIndex, to: range.lowerBound)
    return table.places(ofTitleRanges: [start..<start + part.utf8.count], in: row)
      .map { String(decoding: table.source[$0], as: UTF8.self) }
  }

  @Test func inLines() throws {
    #expect(place(of: "björk", in: try table("ä björk\n", .lines)) == ["björk"])
  }

  @Test func inTables() throws {
    #expect(place(of: "b", in: try table("b\tab\n", .tsv, columns: [.title: "2"])) == ["b"])
    #expect(
      place(of: "x \"y\" z", in: try table("1,\"w x \"\"y\"\" z\"\n", .csv, columns: [.title: "2"])) == [
        "x \"\"y\"\" z"
      ])
    #expect(place(of: "y", in: try table("1,\"é \"\"y\"\"\"\n", .csv, columns: [.title: "2"])) == ["y"])
  }

  @Test func inJSON() throws {
    #expect(place(of: "b", in: try table(#"{"x":"b","title":"a b"}"#, .jsonl)) == ["b"])
    #expect(place(of: "öt", in: try table(#"{"title":"\"g\u00f6teborg"}"#, .jsonl)) == [#"\u00f6t"#])
    #expect(place(of: "a b", in: try table(#"{"title":["a","b"]}"#, .jsonl)) == [])
  }

  @Test func inIllFormedText() {
    let table = RecordTable()
    let bytes: [UInt8] = [0xFF, 0x61, 0xE2, 0x82, 0x62, 0xF0, 0x9F, 0x98, 0x63, 0x0A]
    bytes.withUnsafeBytes { _ = table.source.append($0) }
    LineReader(terminator: 10).read(0..<bytes.count, into: table)
    for letter in ["a", "b", "c"] { #expect(place(of: letter, in: table) == [letter]) }
  }

  /// Repair as it is counted here is repair as `String` does it.
  @Test func repairIsThatOfString() {
    var random = SystemRandomNumberGenerator()
    let pool: [UInt8] = [
      0x61, 0x80, 0xBF, 0xC0, 0xC3, 0xA9, 0xE0, 0xE2, 0x82, 0xAC, 0xED, 0xA0, 0xF0, 0x9F, 0x98, 0x90, 0xF4, 0xFF,
    ]
    for _ in 0..<3_000 {
      let bytes = (0..<8).map { _ in pool.randomElement(using: &random) ?? 0 }
      let repaired = String(decoding: bytes, as: UTF8.self)
      bytes.withUnsafeBufferPointer { bytes in
        var index = 0
        var length = 0
        while index < bytes.count {
          let letter = UTF8Repair.letter(at: index, in: bytes)
          if UTF8Repair.originalOffsets([length], in: bytes) != [index] { Issue.record("\(Array(bytes)) at \(index)") }
          index += letter.width
          length += letter.repairedWidth
        }
        if index != bytes.count || length != repaired.utf8.count { Issue.record("\(Array(bytes))") }
      }
    }
  }
}
