import Testing

@testable import RiffleInput

struct TitlePlacesTests {
  /// What stands in the first record where the title says `part`.
  private func place(
    of part: String, in bytes: [UInt8], _ format: InputFormat, columns: [Role: String] = [:]
  ) throws -> [String] {
    var places: [String]?
    try forEachRecord(of: bytes, format, columns: columns) { record in
      let title = record.text(.title)
      guard let range = title.firstRange(of: part), places == nil else { return }
      let start = title.utf8.distance(from: title.startIndex, to: range.lowerBound)
      places = record.places(ofTitleRanges: [start..<start + part.utf8.count])
        .map { String(decoding: record.source[$0], as: UTF8.self) }
    }
    return try #require(places)
  }

  private func place(
    of part: String, in text: String, _ format: InputFormat, columns: [Role: String] = [:]
  ) throws -> [String] {
    try place(of: part, in: Array(text.utf8), format, columns: columns)
  }

  @Test func inLines() throws {
    #expect(try place(of: "björk", in: "ä björk\n", .lines) == ["björk"])
  }

  @Test func inTables() throws {
    #expect(try place(of: "b", in: "b\tab\n", .tsv, columns: [.title: "2"]) == ["b"])
    #expect(
      try place(of: "x \"y\" z", in: "1,\"w x \"\"y\"\" z\"\n", .csv, columns: [.title: "2"]) == ["x \"\"y\"\" z"])
    #expect(try place(of: "y", in: "1,\"é \"\"y\"\"\"\n", .csv, columns: [.title: "2"]) == ["y"])
  }

  @Test func inJSON() throws {
    #expect(try place(of: "b", in: #"{"x":"b","title":"a b"}"#, .jsonl) == ["b"])
    #expect(try place(of: "öt", in: #"{"title":"\"g\u00f6teborg"}"#, .jsonl) == [#"\u00f6t"#])
    #expect(try place(of: "a b", in: #"{"title":["a","b"]}"#, .jsonl) == [])
  }

  @Test func inIllFormedText() throws {
    let bytes: [UInt8] = [0xFF, 0x61, 0xE2, 0x82, 0x62, 0xF0, 0x9F, 0x98, 0x63, 0x0A]
    for letter in ["a", "b", "c"] { #expect(try place(of: letter, in: bytes, .lines) == [letter]) }
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
