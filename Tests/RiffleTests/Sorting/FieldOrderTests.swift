import RiffleTestSupport
import Testing

@testable import Riffle

/// Orders as texts.
@Suite struct FieldOrderTests {
  @Test(arguments: [
    ([], FieldOrder()), (["a"], FieldOrder([.ascending("a")])), (["relevance"], FieldOrder(ties: .relevance)),
    (["-a", "b:asc", "relevance"], FieldOrder([.descending("a"), .ascending("b")], ties: .relevance)),
    (["relevance:asc", "a"], FieldOrder([.ascending("relevance"), .ascending("a")])),
    (["-relevance", "relevance"], FieldOrder([.descending("relevance")], ties: .relevance)),
    (["relevance:desc"], FieldOrder([.descending("relevance")])),
    (["Relevance"], FieldOrder([.ascending("Relevance")])),
  ]) func relevanceIsTheLastKeyAndAFieldWithADirection(texts: [String], order: FieldOrder) throws {
    #expect(try FieldOrder(texts) == order)
    // What keys are printed as is what they are read from.
    #expect(try FieldOrder(order.keys.map(\.description)).keys == order.keys)
  }

  @Test func relevanceBeforeAnotherKeyIsAnError() {
    let error = #expect(throws: FilterError.relevanceIsNotLast(key: 2)) { try FieldOrder(["a", "relevance", "b"]) }
    #expect(
      error?.description
        == "sort key 2 is “relevance”, which leaves nothing for later keys: put it last, or write “relevance:asc” for a field of this name"
    )
    #expect(throws: FilterError.relevanceIsNotLast(key: 1)) { try FieldOrder(["relevance", "relevance"]) }
  }

  @Test func relevanceIsNotAmongTheKeysThatAreCounted() throws {
    let most = (0..<SortKey.maximumCount).map { "f\($0)" }
    #expect(try FieldOrder(most + ["relevance"]).keys.count == most.count)
    #expect(throws: FilterError.tooLarge(what: "sort keys", limit: most.count)) {
      try FieldOrder(most + ["f", "relevance"])
    }
  }
}
