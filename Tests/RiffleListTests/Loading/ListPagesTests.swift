import RiffleList
import Testing

/// Pages that go into a list which has more than them.
@Suite(.timeLimit(.minutes(15))) struct ListPagesTests {
  private let source = ControlledSource()

  private func list() throws -> ListModel {
    try ListModel(
      ListContents {
        Section(id: "top", rows: rows("a"))
        Section(id: "photos", title: "Photos") { RowGroup(id: "feed") {} }
        Section(id: "bottom", rows: rows("b"))
      })
  }

  private func answer(_ page: Page, _ load: @Sendable () async -> LoadResult) async -> LoadResult {
    async let result = load()
    await source.next().answer(page)
    return await result
  }

  @Test func pagesLeaveAloneWhatElseTheListHas() async throws {
    let list = try list()
    let loader = PagedLoader(source: source, target: list.pages(in: "feed"))
    _ = await answer(.rows(0..<2, next: 2, previous: "p")) { await loader.load() }
    _ = await answer(.rows(2..<4)) { await loader.loadMore() }
    _ = await answer(Page(rows: rows("x"))) { await loader.loadPrevious() }
    #expect(list.text == ["top: a", "photos: x 0 1 2 3", "bottom: b"])
    _ = await answer(.rows(0..<0)) { await loader.refresh() }
    #expect(list.text == ["top: a", "photos: ", "bottom: b"])
  }

  @Test func aGroupWhoseRowsAllLeaveStaysWhereItIs() async throws {
    let list = try list()
    let loader = PagedLoader(
      source: source, target: list.pages(in: "feed"), options: PagingOptions(pageSize: 2, initialSize: 2, maxRows: 2))
    _ = await answer(.rows(2..<4, next: 4, previous: 2)) { await loader.load() }
    _ = await answer(.rows(4..<6, previous: 4)) { await loader.loadMore() }
    #expect(list.text == ["top: a", "photos: 4 5", "bottom: b"])
    _ = await answer(.rows(2..<4, previous: 2)) { await loader.loadPrevious() }
    #expect(list.text == ["top: a", "photos: 2 3", "bottom: b"])
    #expect(list.section("photos")?.title == "Photos")
  }
}
