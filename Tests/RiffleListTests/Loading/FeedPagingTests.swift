import Riffle
import Testing

@testable import RiffleList

/// J4: which pages of a list's feeds are loaded, and leave, without anybody asking.
@Suite(.timeLimit(.minutes(15))) struct FeedPagingTests {
  /// Two feeds between static rows.
  private static func list() throws -> ListModel {
    try ListModel(
      ListContents {
        Section(id: "top", rows: rows("x y z"))
        Section(id: "a", rows: [])
        Section(id: "b", rows: [])
        Section(id: "bottom", rows: rows("u v w"))
      })
  }

  private static func page(_ numbers: Range<Int>, next: Int? = nil, previous: Int? = nil) -> Page {
    Page(
      rows: numbers.map(evenOrOdd), next: next.map { .integer($0) }, previous: previous.map { .integer($0) })
  }

  @Test func scrollingIsHeardWithoutAskingTheLoader() async throws {
    let list = try Self.list()
    let feed = await Feed.loaded(list, "a", .rows(0..<10, next: 10))
    list.viewport(5..<11)
    #expect(await feed.source.next().request.cursor == 10)
  }

  @Test func distancesHaveNoLimits() {
    let ends = [Int.min, -1, 0, 1, .max]
    for (lower, upper) in ends.flatMap({ lower in ends.map { (lower, $0) } }) where lower <= upper {
      for count in ends {
        for feed in [lower..<upper, upper..<upper, nil] {
          let sight = FeedSight(
            viewport: lower..<upper, count: count, feed: feed, firstRow: nil, scrollCount: 0, position: { _ in nil })
          for position in ends {
            #expect(sight.distance(to: position) >= 0 && sight.room(ahead: position) > 0 && sight.shownCount >= 0)
          }
          #expect(LoadDirection.allCases.allSatisfy { sight.distance($0) ?? 0 >= 0 })
        }
      }
    }
  }

  @Test func distancesAreRowsOfTheView() async throws {
    let list = try Self.list()
    let feed = await Feed.loaded(list, "a", .rows(0..<10, next: 10))
    // The last row of the feed is at 12.
    list.viewport(3..<10)
    #expect(await !feed.isLoading(.append))
    list.viewport(4..<11)
    #expect(await feed.isLoading(.append))
    await feed.answer(.rows(10..<20, next: 20))
    // So it counts from below, where other rows show.
    list.viewport(25..<26)
    #expect(await !feed.isLoading(.append))
    list.viewport(24..<25)
    #expect(await feed.isLoading(.append))
  }

  @Test func aFilteredFeedPagesByWhatShowsOfIt() async throws {
    let list = try Self.list()
    let feed = await Feed.loaded(list, "a", Self.page(0..<10, next: 10))
    try list.show(only: "even")
    #expect(list.view.count == 5)
    list.viewport(0..<2)
    #expect(await !feed.isLoading(.append))
    list.viewport(0..<3)
    #expect(await feed.isLoading(.append))
    await feed.answer(Self.page(10..<20, next: 20))
    #expect(list.view.count == 10)
    #expect(await !feed.isLoading(.append))
    // To take away what is below is to come nearer to the end.
    try list.show(only: "8")
    #expect(await feed.isLoading(.append))
  }

  @Test func pagesOfWhichNothingShowsAreLoadedOnlySoFar() async throws {
    let list = try Self.list()
    var options = PagingOptions(pageSize: 10, initialSize: 10, prefetchDistance: 2)
    options.emptyPageLimit = 3
    let feed = await Feed.loaded(list, "a", Self.page(0..<10, next: 10), options)
    try list.show(only: "even 8")
    list.viewport(0..<8)
    var next = 10
    func answerAll() async {
      while await feed.isLoading(.append) {
        await feed.answer(Self.page(next..<next + 2, next: next + 2))
        next += 2
      }
    }
    await answerAll()
    #expect(await feed.requestCount == 4)
    // Nobody has scrolled.
    list.viewport(0..<8)
    try list.transaction { try $0.update("y") { $0.title = "why" } }
    #expect(await feed.requestCount == 4)
    list.viewport(0..<7)
    await answerAll()
    #expect(await feed.requestCount == 7)
    // Whoever asks gets a page.
    #expect(await feed.loadMore(Self.page(next..<next + 2, next: next + 2)).extended?.added == 2)
    #expect(await feed.requestCount == 8)
    // One of which something shows is no reason to stop.
    next = 79
    list.viewport(0..<6)
    await answerAll()
    #expect(list.view.ids == ["8", "80", "82", "84", "86", "88"])
    #expect(await feed.rowCount == 10 + 7 * 2 + (next - 79))
  }

  @Test func aFeedOfWhichNothingShowsCountsWhereItWould() async throws {
    let list = try ListModel(
      ListContents {
        Section(id: "top", rows: (100..<120).map(evenOrOdd))
        Section(id: "a", rows: [])
        Section(id: "bottom", rows: (200..<220).map(evenOrOdd))
      })
    var options = PagingOptions(pageSize: 10, initialSize: 10, prefetchDistance: 2)
    options.emptyPageLimit = 1
    let feed = await Feed.loaded(list, "a", Page(rows: rows("m n"), next: 2), options)
    try list.show(only: "even")
    list.viewport(0..<7)
    #expect(await feed.requestCount == 1)
    list.viewport(13..<20)
    #expect(await feed.requestCount == 1)
    list.viewport(2..<8)
    #expect(await feed.requestCount == 2)
    await feed.answer(Page(rows: rows("o p"), next: 4))
    list.viewport(12..<20)
    #expect(await feed.requestCount == 3)
    await feed.answer(Page(rows: rows("q r"), next: 6))
    // Nothing shows at all: whoever looks at nothing is near.
    try list.show(only: "nothing like it")
    list.viewport(0..<20)
    #expect(await feed.requestCount == 4)
  }

  @Test func aFeedThatCannotShowLoadsNothing() async throws {
    let list = try Self.list()
    let feed = await Feed.loaded(list, "a", .rows(0..<10, next: 10))
    try list.transaction { try $0.setHidden(true, group: "a") }
    list.viewport(0..<6)
    #expect(await feed.requestCount == 1)
    try list.transaction { edit in
      try edit.setHidden(false, group: "a")
      try edit.setHidden(true, section: "a")
    }
    #expect(await feed.requestCount == 1)
    try list.transaction { try $0.setHidden(false, section: "a") }
    var filter = ListFilter()
    filter.sections = ["top"]
    try list.setFilter(filter)
    list.viewport(0..<3)
    #expect(await feed.requestCount == 1)
    try list.setFilter(ListFilter())
    list.viewport(0..<13)
    #expect(await feed.requestCount == 2)
  }

  @Test func twoFeedsOfOneListPageEachByItsOwnRows() async throws {
    let list = try Self.list()
    let first = await Feed.loaded(list, "a", .rows(0..<10, next: 10))
    let second = await Feed.loaded(list, "b", .rows(100..<110, next: 110, previous: 100))
    // x y z, ten rows of each, u v w.
    list.viewport(3..<8)
    #expect(await first.requestCount == 1)
    #expect(await second.requestCount == 1)
    list.viewport(6..<11)
    #expect(await first.isLoading(.append))
    #expect(await second.requestCount == 1)
    list.viewport(6..<12)
    #expect(await second.isLoading(.prepend))
    #expect(await !second.isLoading(.append))
    await first.answer(.rows(10..<12))
    await second.answer(.rows(98..<100))
    #expect(await first.rowCount == 12)
    #expect(await second.rowCount == 12)
    list.viewport(25..<30)
    #expect(await second.isLoading(.append))
    #expect(await first.requestCount == 2)
    #expect(list.rowCount == 30)
  }

  @Test func rowsThatShowDoNotLeave() async throws {
    let list = try Self.list()
    let options = PagingOptions(pageSize: 10, initialSize: 10, prefetchDistance: 2, maxRows: 10)
    let feed = await Feed.loaded(list, "a", Self.page(0..<10, next: 10), options)
    // One row of the first page shows, and nothing else of the feed.
    try list.show(only: "even 8")
    list.viewport(0..<3)
    #expect(await feed.isLoading(.append))
    for start in stride(from: 10, to: 40, by: 10) { await feed.answer(Self.page(start..<start + 10, next: start + 10)) }
    #expect(await feed.rowCount == 40)
    #expect(list.view.ids == ["8"])
    // A row of the first page that somebody has moved to the end stays with what shows there.
    try list.show(only: nil)
    try list.transaction { try $0.move("2", to: .end(of: "a")) }
    list.viewport(40..<43)
    await feed.answer(Self.page(40..<50, next: 50))
    #expect(list.view.position(of: "2") != nil)
    try list.transaction { try $0.move("2", to: .start(of: "a")) }
    #expect(await feed.loadMore(Self.page(50..<60)).extended?.dropped == 30)
    #expect(list.row("2") == nil && list.rowCount == 36)
  }

  /// Otherwise they would leave at one end and be loaded again, again and again.
  @Test func rowsAroundAViewportThatShowsNoneDoNotLeave() async throws {
    let list = try ListModel(ListContents { Section(id: "a", rows: []) })
    let options = PagingOptions(pageSize: 4, initialSize: 8, prefetchDistance: 1, maxRows: 8)
    let feed = await Feed.loaded(list, "a", Self.page(20..<28, next: 28, previous: 20), options)
    // Below the last row, which then goes.
    list.viewport(10..<10)
    #expect(await feed.source.next().request.cursor == 28)
    await feed.refresh(Self.page(40..<48, previous: 40))
    async let more = feed.loader.loadPrevious()
    await feed.answer(Self.page(36..<40, next: 40, previous: 36))
    #expect(await more.extended?.added == 4)
    #expect(list.text == ["a: " + (36..<48).map { "\($0)" }.joined(separator: " ")])
    #expect(await feed.requestCount == 4)
  }

  /// Where the end of a feed stays near what shows, however many rows come.
  enum Layout: CaseIterable {
    case rowsBelow, secondFeedShows, headerAbove
  }

  @Test(arguments: Layout.allCases) func aFeedIsNotReadToItsEndWhileNobodyScrolls(_ layout: Layout) async throws {
    let list = try ListModel(
      ListContents {
        Section(id: "top", rows: layout == .headerAbove ? rows("x") : [])
        Section(id: "a", rows: [])
        Section(id: "b", rows: [])
        Section(id: "bottom", rows: layout == .rowsBelow ? rows("u v w") : [])
      })
    let other = await Feed.loaded(list, "b", .rows(900..<(layout == .secondFeedShows ? 903 : 900)))
    list.viewport(0..<3)
    let isBackward = layout == .headerAbove
    let feed = await Feed.loaded(
      list, "a", .rows(500..<510, next: isBackward ? nil : 510, previous: isBackward ? 500 : nil))
    let direction = isBackward ? LoadDirection.prepend : .append
    var answerCount = 0
    func answerAll() async {
      while await feed.isLoading(direction), answerCount < 20 {
        let start = 500 + (isBackward ? -10 : 10) * (answerCount + 1)
        await feed.answer(
          .rows(
            start..<start + 10, next: isBackward ? nil : .integer(start + 10),
            previous: isBackward ? .integer(start) : nil))
        answerCount += 1
      }
    }
    await answerAll()
    // Three rows show, and two more are to be there ahead.
    #expect(answerCount == 1)
    try list.transaction { try $0.insert(Row(id: "n", title: "new"), at: .end(of: "bottom")) }
    await answerAll()
    #expect(answerCount == 1)
    // Whoever scrolls gets more.
    list.viewport(isBackward ? 0..<4 : 18..<21)
    await answerAll()
    #expect(answerCount == 2)
    #expect(await other.rowCount == (layout == .secondFeedShows ? 3 : 0))
  }

  @Test func whatIsCancelledBeginsAgainWhenSomebodyScrolls() async throws {
    let list = try Self.list()
    let feed = await Feed.loaded(list, "a", .rows(0..<10, next: 10))
    list.viewport(5..<12)
    #expect(await feed.isLoading(.append))
    #expect(await feed.loader.cancel(.append))
    list.viewport(5..<12)
    #expect(await feed.requestCount == 1 + 1)
    list.viewport(5..<13)
    #expect(await feed.requestCount == 3)
  }

  @Test func aFeedOfSectionsIsTheWholeList() async throws {
    let list = try ListModel()
    func section(_ id: SectionID, _ numbers: Range<Int>) -> Section { Section(id: id, rows: numbers.map(evenOrOdd)) }
    let feed = await Feed.loaded(list, "pages", Page(sections: [section("s", 0..<6), section("t", 6..<10)], next: 10))
    try list.show(only: "even")
    list.viewport(0..<2)
    #expect(await !feed.isLoading(.append))
    list.viewport(0..<3)
    #expect(await feed.isLoading(.append))
    await feed.answer(Page(sections: [section("t", 10..<12), section("u", 12..<16)]))
    #expect(list.text == ["s: 0 2 4", "t: 6 8 10", "u: 12 14"])
    #expect(await feed.rowCount == 16)
    // Nothing new, which is no page of rows either.
    var page = Page(rows: [])
    page.isAddition = true
    #expect(await feed.refresh(page).refreshed?.anchor?.position == 0)
    #expect(await feed.rowCount == 16)
    try list.transaction { edit in for id in edit.sectionIDs { try edit.removeSection(id) } }
    #expect(await feed.phase == .empty)
  }

  @Test("W8 J4 pages of letters go among the letters that are there")
  func pagesOfLetters() async throws {
    var settings = ListSettings()
    let alphabet = try ListAlphabet(locales: ["en"])
    settings.arrangement = .alphabet(alphabet)
    settings.emptySections = .dropped
    let list = try ListModel(ListContents { Section(id: "me", rows: rows("me")) }, settings: settings)
    func page(_ names: String, next: Int? = nil, previous: Int? = nil) -> Page {
      let rows = names.split(separator: " ").map { AnyRow(Row(id: RowID(String($0)), title: String($0))) }
      // A source gives letters that it has rows for, or all.
      let letters = [Section].alphabetical(rows, alphabet).filter { next == nil || !$0.rows.isEmpty }
      return Page(sections: letters, next: next.map { .integer($0) }, previous: previous.map { .integer($0) })
    }
    var options = PagingOptions(pageSize: 3, initialSize: 3, prefetchDistance: 0, maxRows: 9)
    options.emptyPageLimit = 1
    let feed = await Feed.loaded(list, "pages", page("Cid Ann Bea", next: 3, previous: 0), options)
    #expect(await feed.loadMore(page("Zoe Abe Cem", next: 6)).extended?.added == 3)
    #expect(list.text == ["letter/1: Abe Ann", "letter/2: Bea", "letter/3: Cem Cid", "letter/26: Zoe"])
    async let previous = feed.loader.loadPrevious()
    await feed.answer(page("Dan Bob"))
    #expect(await previous.extended?.added == 2)
    #expect(
      list.text == ["letter/1: Abe Ann", "letter/2: Bea Bob", "letter/3: Cem Cid", "letter/4: Dan", "letter/26: Zoe"])
    // A row that is there gets what the page says of it.
    var again = page("Bea Eve", next: 9)
    again.content = .sections([Section(id: .letter(2), rows: [AnyRow(Row(id: "Bea", title: "Eva"))])])
    #expect(await feed.loadMore(again).extended?.duplicates == ["Bea"])
    #expect(await feed.rowCount == 8)
  }

  @Test func roomBelowTheLastRowIsFilled() async throws {
    let list = try ListModel(ListContents { Section(id: "top", rows: rows("x")) })
    let feed = await Feed.loaded(list, "a", .rows(0..<3, next: 3))
    list.viewport(0..<12)
    for start in [3, 6, 9] { await feed.answer(.rows(start..<start + 3, next: .integer(start + 3))) }
    #expect(list.view.count == 13)
    #expect(await feed.isLoading(.append))
    await feed.answer(.rows(12..<15, next: 15))
    #expect(await !feed.isLoading(.append))
  }
}
