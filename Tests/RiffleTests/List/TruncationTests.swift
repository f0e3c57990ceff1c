import Riffle
import RiffleTestSupport
import Testing

/// A field is indexed up to 64 KiB; the rest is reported, and matches nothing.
@Suite struct TruncationTests {
  private static let limit = 65_536

  /// `words` as often as they fit, then what lies around the limit.
  private static func text(_ filler: String, upTo length: Int, then end: String) -> String {
    let count = length / filler.utf8.count
    let padding = String(repeating: "-", count: length - count * filler.utf8.count)
    return padding + String(repeating: filler, count: count) + end
  }

  @Test func fieldsBeyondTheLimitAreReported() throws {
    let fits = String(repeating: "a", count: TruncationTests.limit)
    let items = [
      Item(id: "fits", title: fits, searchText: fits, reading: fits),
      Item(id: "title", title: fits + "b"), Item(id: "text", title: "", searchText: fits + "é"),
      Item(id: "reading", title: "", reading: fits + fits),
    ]
    let truncated = try SearchIndex(items).snapshot().truncatedFields
    #expect(truncated.map(\.id) == ["title", "text", "reading"])
    #expect(truncated.map(\.field) == [.title, .searchText, .reading])
    #expect(truncated.map(\.utf8Count) == [65_537, 65_538, 131_072])
  }

  @Test(arguments: QueryMode.allCases)
  func onlyTheIndexedPartIsFound(mode: QueryMode) throws {
    let title = TruncationTests.text("filler ", upTo: TruncationTests.limit - 5, then: "inner outer")
    let items = [
      Item(id: 0, title: title), Item(id: 1, title: "", searchText: title), Item(id: 2, title: "", reading: title),
    ]
    let snapshot = try SearchIndex(items).snapshot()
    let fields: [Int] =
      switch mode {
      case .smart, .words, .substring: [0, 1, 2]
      case .lowercasedSubstring: [0, 1]
      case .subsequence: [0]
      }
    #expect(snapshot.search(SearchRequest(try Query("inner", mode: mode))).map(\.id).sorted() == fields)
    #expect(snapshot.search(SearchRequest(try Query("outer", mode: mode))).isEmpty)
    #expect(
      snapshot.search(SearchRequest(try Query("'inner", mode: mode, syntax: .extended))).isEmpty
        == (mode == .lowercasedSubstring))
    #expect(snapshot.search(SearchRequest(try Query("'outer", mode: mode, syntax: .extended))).isEmpty)
    // What is shown is the whole text.
    let hit = try #require(snapshot.search(SearchRequest(try Query("inner", mode: mode))).first)
    #expect(hit.text(of: .title).utf8.count == title.utf8.count)
    #expect(hit.utf8Highlights(in: .title) == [TruncationTests.limit - 5..<TruncationTests.limit])
  }

  @Test(arguments: [1, 2, 3])
  func scalarsAreNotCut(bytesBefore: Int) throws {
    let title = TruncationTests.text("filler ", upTo: TruncationTests.limit - bytesBefore, then: "👍 end")
    let snapshot = try SearchIndex([Item(id: 0, title: title), Item(id: 1, title: "end 👍")]).snapshot()
    #expect(try snapshot.search("👍").map(\.id) == [1])
    #expect(snapshot.truncatedFields.map(\.id) == [0])
  }

  /// Titles that agree in all that is indexed are as good as each other, whichever way they are asked.
  @Test(arguments: [QueryMode.smart, .words, .substring], [Query.Syntax.plain, .extended])
  func whatIsNotIndexedDecidesNothing(mode: QueryMode, syntax: Query.Syntax) throws {
    let title = TruncationTests.text("filler-text ", upTo: TruncationTests.limit, then: "")
    let items = [Item(id: 0, title: title + " longer"), Item(id: 1, title: title + "!"), Item(id: 2, title: title)]
    let snapshot = try SearchIndex(items).snapshot()
    let oracle = Oracle(items)
    let query = try Query(syntax == .plain ? "filler" : "'filler", mode: mode, syntax: syntax)
    #expect(snapshot.search(SearchRequest(query)).map(\.id) == [0, 1, 2])
    #expect(oracle.search(SearchRequest(query)).ids == [0, 1, 2])
  }
}
