import Riffle
import RiffleList
import Testing

@Suite struct LoadStatesTests {
  /// A list of ten rows with more at both ends.
  private static func filled() throws -> LoadStates {
    var states = LoadStates()
    let ticket = try states.beginInitial().get()
    states.finish(ticket, .loaded(LoadedRows(count: 10, hasMoreToAppend: true, hasMoreToPrepend: true)))
    return states
  }

  private static let error = LoadEnding.failed(SourceError(number: 1))

  /// A load does not begin; `nil` means the first load.
  private func expect(
    _ states: inout LoadStates, _ direction: LoadDirection?, _ refusal: LoadRefusal,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let before = states
    let begun = direction.map { states.begin($0) } ?? states.beginInitial()
    #expect(begun == .failure(refusal) && states == before, sourceLocation: location)
  }

  @Test func aListThatWasNeverLoadedIsIdleAndNotEmpty() {
    let states = LoadStates()
    #expect(states.phase == .idle && !states.isLoaded && states.lastUpdated == nil)
    #expect(LoadDirection.allCases.allSatisfy { states[$0] == .idle && !states.hasMore($0) && states.isAllowed($0) })
  }

  @Test func phasesFollowTheStatesOfTheDirections() throws {
    var states = LoadStates()
    var ticket = try states.beginInitial().get()
    #expect(states.phase == .initialLoading)
    states.finish(ticket, LoadStatesTests.error)
    #expect(states.phase == .error && (states.refresh.failure?.error as? SourceError)?.number == 1)
    ticket = try states.beginInitial().get()
    #expect(states.phase == .initialLoading && states.refresh.failure == nil)
    states.finish(ticket, .loaded(LoadedRows(count: 0)), at: Timestamp(secondsSince1970: 7))
    #expect(states.phase == .empty && states.lastUpdated == Timestamp(secondsSince1970: 7))
    ticket = try states.begin(.refresh).get()
    #expect(states.phase == .initialLoading)
    states.finish(ticket, .loaded(LoadedRows(count: 3, hasMoreToAppend: true, hasMoreToPrepend: true)))
    #expect(states.phase == .idle && states.lastUpdated == Timestamp(secondsSince1970: 7))
    let append = try states.begin(.append).get()
    let prepend = try states.begin(.prepend).get()
    #expect(states.phase == .nextPage)
    states.finish(append, LoadStatesTests.error)
    #expect(states.phase == .previousPage)
    ticket = try states.begin(.refresh).get()
    #expect(states.phase == .refreshing)
    states.finish(ticket, LoadStatesTests.error)
    #expect(states.phase == .previousPage)
    states.finish(prepend, .loaded(LoadedRows(count: 4)))
    #expect(states.phase == .idle && states.rowCount == 4)
  }

  @Test func aFirstLoadBeginsOnlyWhenThereIsSomethingToLoad() throws {
    var states = LoadStates()
    let ticket = try states.beginInitial().get()
    expect(&states, nil, .alreadyLoading(ticket))
    expect(&states, .refresh, .alreadyLoading(ticket))
    states.finish(ticket, .loaded(LoadedRows(count: 1)))
    expect(&states, nil, .hasRows)
    states.setRowCount(0)
    #expect(states.phase == .empty)
    let again = try states.beginInitial().get()
    states.finish(again, LoadStatesTests.error)
    _ = try states.beginInitial().get()
  }

  @Test func pagesAreRefusedForAReason() throws {
    var states = LoadStates()
    expect(&states, .append, .noRows)
    let first = try states.begin(.refresh).get()
    expect(&states, .append, .refreshing)
    states.finish(first, LoadStatesTests.error)
    #expect(states.phase == .error)
    expect(&states, .append, .noRows)
    states = try LoadStatesTests.filled()
    let append = try states.begin(.append).get()
    expect(&states, .append, .alreadyLoading(append))
    states.finish(append, .loaded(LoadedRows(count: 12, hasMoreToPrepend: true)))
    expect(&states, .append, .noMore(.append))
    states.setAllowed(false, .prepend)
    #expect(!states.canPrepend)
    expect(&states, .prepend, .notAllowed(.prepend))
    states.invalidate()
    states.setAllowed(true, .prepend)
    expect(&states, .prepend, .stale)
    for refusal: LoadRefusal in [
      .alreadyLoading(append), .notAllowed(.append), .hasRows, .noRows, .refreshing, .stale, .noMore(.prepend),
    ] {
      #expect(refusal.description.count > 20)
    }
  }

  @Test func aListWithoutRowsIsLoadedThoughItMayNotBeRefreshed() throws {
    var states = try LoadStatesTests.filled()
    states.canRefresh = false
    expect(&states, .refresh, .notAllowed(.refresh))
    states.setRowCount(0)
    let ticket = try states.begin(.refresh).get()
    let isCancelled = states.cancel(.refresh)
    #expect(isCancelled && !states.isCurrent(ticket))
    states.setRowCount(1)
    states.invalidate()
    _ = try states.beginInitial().get()
  }

  @Test func whatIsCancelledHasNeverBegun() throws {
    var states = LoadStates()
    var isCancelled = states.cancel(.refresh)
    #expect(!isCancelled)
    states.finish(try states.begin(.refresh).get(), LoadStatesTests.error)
    let failure = try #require(states.refresh.failure)
    let ticket = try states.begin(.refresh).get()
    isCancelled = states.cancel(.refresh)
    #expect(isCancelled && states.phase == .error && states.refresh.failure == failure)
    let before = states
    let isTaken = states.finish(ticket, .loaded(LoadedRows(count: 5)))
    #expect(!isTaken && states == before)
  }

  @Test func afterAnInvalidationOnlyARefreshHelps() throws {
    var states = try LoadStatesTests.filled()
    let append = try states.begin(.append).get()
    states.invalidate()
    #expect(states.isStale && states.append == .idle && states.phase == .idle && states.rowCount == 10)
    let before = states
    states.invalidate()
    #expect(states == before)
    let isTaken = states.finish(append, .loaded(LoadedRows(count: 20)))
    #expect(!isTaken && states == before)
    let refresh = try states.beginInitial().get()
    #expect(states.phase == .refreshing)
    states.finish(refresh, .loaded(LoadedRows(count: 8, hasMoreToAppend: true)))
    #expect(!states.isStale)
    _ = try states.begin(.append).get()
  }

  @Test func aNegativeCountIsNone() throws {
    var states = try LoadStatesTests.filled()
    states.setRowCount(.min)
    #expect(states.rowCount == 0 && states.phase == .empty)
    states.finish(try states.begin(.refresh).get(), .loaded(LoadedRows(count: -3)))
    #expect(states.rowCount == 0 && states.phase == .empty)
  }
}
