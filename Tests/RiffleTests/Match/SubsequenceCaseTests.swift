import Riffle
import Testing

struct SubsequenceCaseTests {
  @Test(arguments: [
    ("gFB", "getFooBar", true), ("gfb", "getFooBar", false), ("É", "École", true), ("é", "École", false),
    ("fb", "GetfooBar", false), ("oB", "über fooBar", true), ("ob", "über fooBar", false),
  ])
  func capitalsCountWhereTheIndexSaysSo(query: String, title: String, isFound: Bool) throws {
    let folding = FoldingOptions(isCaseSensitive: true, keepsAccents: true)
    let index = try SearchIndex([Item(id: 0, title: title)], options: IndexOptions(folding: folding))
    #expect(try index.search(SearchRequest(Query(query, mode: .subsequence))).count == (isFound ? 1 : 0))
    let anyCase = try SearchIndex([Item(id: 0, title: title)])
    #expect(try anyCase.search(SearchRequest(Query(query, mode: .subsequence))).count == 1)
  }
}
