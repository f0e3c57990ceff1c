import Testing

@testable import RiffleList

/// How much is loaded unasked since the last scroll.
@Suite struct LoadPacesTests {
  private static func sight(_ feed: Range<Int>) -> FeedSight {
    FeedSight(
      viewport: 0..<4, count: feed.upperBound, feed: feed, firstRow: nil, scrollCount: 1, position: { _ in nil })
  }

  /// What one end lets go to make room for what the other one loads is not loaded again and again.
  @Test func twoEndsDoNotFeedEachOther() {
    var paces = LoadPaces(PagingOptions(pageSize: 2, prefetchDistance: 6, maxRows: 4))
    var (loadCount, count, isLoading) = (0, 2, true)
    while isLoading, loadCount < 1000 {
      isLoading = false
      // Two rows come at the end, and none leaves; two come at the start, and four leave.
      for (direction, change) in [(LoadDirection.append, 2), (.prepend, -2)] {
        guard paces.pagesLeft(direction, Self.sight(4..<4 + count)) != nil else { continue }
        count += change
        paces.follow(change)
        paces.count(direction, shown: 2, ofPages: 1)
        (loadCount, isLoading) = (loadCount + 1, true)
      }
    }
    // Each end fills the viewport and the prefetch distance.
    #expect(loadCount == 10)
  }

  /// Rows that a filter has taken away make room for others.
  @Test func whatHasGoneOtherwiseMakesRoom() {
    var paces = LoadPaces(PagingOptions(pageSize: 8, prefetchDistance: 4))
    #expect(paces.pagesLeft(.append, Self.sight(0..<1)) != nil)
    paces.follow(7)
    paces.count(.append, shown: 8, ofPages: 1)
    #expect(paces.pagesLeft(.append, Self.sight(0..<8)) == nil)
    #expect(paces.pagesLeft(.append, Self.sight(0..<1)) != nil)
  }
}
