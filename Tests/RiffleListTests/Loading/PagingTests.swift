import Testing

@testable import RiffleList

/// Which pages are loaded and leave without anybody asking.
@Suite(.timeLimit(.minutes(15))) struct PagingTests {
  private static let options = PagingOptions(pageSize: 10, initialSize: 20, prefetchDistance: 5, maxRows: 30)

  /// Answers what is asked until nothing is.
  private func answer(_ setting: LoaderSetting, of total: Int, isTwoWay: Bool = false) async {
    while await setting.loader.answerCount < setting.loader.requestCount {
      let question = await setting.source.next()
      let answerCount = await setting.loader.answerCount
      question.answer(.of(total, for: question.request, isTwoWay: isTwoWay))
      while await setting.loader.answerCount == answerCount { await Task.yield() }
    }
  }

  @Test func pagesAreLoadedAheadOfWhatShows() async {
    let setting = await LoaderSetting.loaded(.of(100, for: PageRequest(.refresh, size: 20)), PagingTests.options)
    await setting.viewport(4..<14)
    #expect(await setting.loader.requestCount == 1)
    await setting.viewport(5..<15)
    await setting.viewport(5..<15)
    #expect(await setting.loader.requestCount == 2)
    await answer(setting, of: 100)
    #expect(setting.target.ids == ids(0..<30))
    // Rows that fill no screen are not enough.
    await setting.viewport(20..<60)
    await answer(setting, of: 100)
    #expect(setting.target.ids.last == "69")
  }

  @Test(arguments: [true, false]) func farPagesLeaveAndComeBack(isTwoWay: Bool) async {
    let request = PageRequest(.refresh, size: 20)
    let setting = await LoaderSetting.loaded(.of(100, for: request, isTwoWay: isTwoWay), PagingTests.options)
    await setting.viewport(10..<19)
    await answer(setting, of: 100, isTwoWay: isTwoWay)
    #expect(setting.target.ids == ids(0..<30))
    // The first page is within reach of what shows: it stays though there are more rows than wanted.
    await setting.viewport(20..<29)
    await answer(setting, of: 100, isTwoWay: isTwoWay)
    #expect(setting.target.ids == ids(0..<40))
    await setting.viewport(30..<39)
    await answer(setting, of: 100, isTwoWay: isTwoWay)
    #expect(setting.target.ids == ids(20..<50))
    #expect(await setting.loader.currentStates.hasMoreToPrepend)
    #expect(await setting.loader.extent.offset == 20)
    await setting.viewport(5..<14)
    await answer(setting, of: 100, isTwoWay: isTwoWay)
    #expect(setting.target.ids.first == (isTwoWay ? "10" : "0"))
    #expect(setting.target.ids == ids((isTwoWay ? 10 : 0)..<40))
    #expect(await setting.loader.currentStates.hasMoreToPrepend == isTwoWay)
    #expect(await setting.loader.currentStates.hasMoreToAppend)
    async let last = setting.loader.loadMore()
    let question = await setting.source.next()
    question.answer(.of(100, for: question.request, isTwoWay: isTwoWay))
    #expect(await last.extended?.added == 10)
    #expect(setting.target.ids.last == "49" && setting.target.problems == [])
  }

  @Test func pagesStayWhileTheOtherEndIsLoaded() async {
    let setting = await LoaderSetting.loaded(
      .rows(0..<20, next: 20, previous: "p"), PagingOptions(pageSize: 20, maxRows: 20))
    async let previous = setting.loader.loadPrevious()
    let question = await setting.source.next()
    async let more = setting.loader.loadMore()
    await setting.source.next().answer(.rows(20..<40))
    #expect(await more.extended == ExtensionOutcome(added: 20, dropped: 0, duplicates: []))
    question.answer(Page(rows: [-2, -1].map(row)))
    #expect(await previous.extended == ExtensionOutcome(added: 2, dropped: 40, duplicates: []))
    #expect(setting.target.ids == ["-2", "-1"])
    #expect(await setting.loader.currentStates.hasMoreToAppend)
  }

  @Test func placeholdersStandForRowsThatAreNotLoaded() async {
    let setting = await LoaderSetting.loaded(.rows(40..<50, next: 50, previous: 40, total: 200, offset: 40))
    var extent = await setting.loader.extent
    #expect(extent.placeholdersBefore == 40 && extent.placeholdersAfter == 150 && extent.count == 10)
    #expect(await setting.loader.position(of: "43") == 43)
    #expect(await setting.loader.position(of: "7") == nil)
    async let previous = setting.loader.loadPrevious()
    await setting.source.next().answer(.rows(35..<40, previous: 35, total: 190))
    _ = await previous
    extent = await setting.loader.extent
    #expect(extent.placeholdersBefore == 35 && extent.placeholdersAfter == 140)
    #expect(await setting.loader.position(of: "43") == 43)
    // A front end shows placeholders: rows are loaded until there are some where it is.
    await setting.viewport(-12 ..< -3)
    #expect(await setting.loader.currentStates.prepend == .loading)
  }

  @Test func whatIsUnknownHasNoPlaceholders() async {
    #expect(LoadedExtent(count: 3).placeholdersBefore == 0 && LoadedExtent(count: 3, offset: 4).placeholdersAfter == 0)
    #expect(LoadedExtent(count: 3, total: 9).placeholdersAfter == 0)
    let setting = await LoaderSetting.loaded(.rows(0..<3, previous: "p", total: -1, offset: .max))
    let extent = await setting.loader.extent
    #expect(extent.placeholdersBefore == 0 && extent.placeholdersAfter == 0)
    #expect(await setting.loader.position(of: "2") == .max)
    let wide = LoadedExtent(count: .max, offset: .max, total: .max)
    #expect(wide.placeholdersBefore == 0 && wide.placeholdersAfter == 0)
  }

  @Test func onlyWhatIsNewMayComeWithARefresh() async {
    let setting = await LoaderSetting.loaded(.rows(0..<10, next: 10, total: 50, offset: 0))
    await setting.viewport(2..<6)
    await setting.source.next().answer(.rows(10..<20, next: 20))
    await setting.settle()
    async let result = setting.loader.refresh()
    let question = await setting.source.next()
    #expect(question.request.firstRow == "0")
    var page = Page(rows: [-2, -1, 0].map(row))
    page.isAddition = true
    question.answer(page)
    let outcome = await result.refreshed
    #expect(outcome?.isAddition == true && outcome?.rowCount == 22 && outcome?.anchor?.position == 4)
    #expect(setting.target.ids == ["-2", "-1"] + ids(0..<20))
    #expect(await setting.loader.extent.total == 52)
    async let more = setting.loader.loadMore()
    let next = await setting.source.next()
    #expect(next.request.cursor == 20)
    next.answer(.rows(20..<25))
    #expect(await more.extended?.added == 5)
    // Nothing new.
    async let second = setting.loader.refresh()
    page.content = .rows([])
    await setting.source.next().answer(page)
    #expect(await second.refreshed?.rowCount == 27)
    #expect(await setting.phase() == .idle)
  }

  @Test func whatIsNewReplacesRowsThatDoNotBeginTheList() async {
    let setting = await LoaderSetting.loaded(.rows(10..<20, next: 20, previous: 10))
    async let result = setting.loader.refresh()
    let question = await setting.source.next()
    #expect(question.request.firstRow == nil)
    var page = Page.rows(0..<5)
    page.isAddition = true
    question.answer(page)
    #expect(await result.refreshed?.isAddition == false)
    #expect(setting.target.ids == ids(0..<5))
  }

  @Test func optionsOutOfRangeAreReadAsTheNearest() async {
    let wild = PagingOptions(pageSize: -4, initialSize: 0, prefetchDistance: -1, maxRows: .min).inRange
    #expect(wild.pageSize == 1 && wild.initialSize == 1 && wild.prefetchDistance == 0 && wild.maxRows == 1)
    let vast = PagingOptions(pageSize: .max, prefetchDistance: .max, maxRows: .max).inRange
    #expect(vast.pageSize == vast.initialSize && vast.pageSize == vast.maxRows)
    let usual = PagingOptions().inRange
    #expect(usual.initialSize == 150 && usual.prefetchDistance == 50 && usual.maxRows == nil)
    let setting = await LoaderSetting.loaded(.rows(0..<5, next: 5), PagingOptions(pageSize: .max))
    await setting.viewport(.min ..< .max)
    await setting.viewport(.min ..< .min)
    await setting.source.next().answer(.rows(5..<6))
    await setting.settle()
    #expect(setting.target.ids == ids(0..<6))
  }
}
