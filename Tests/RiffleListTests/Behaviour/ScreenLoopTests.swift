import Testing

import func RiffleTestSupport.setting

@testable import RiffleList

/// What a screen has drawn that takes the updates of a list. Only the main actor may touch it, as a view.
@MainActor private final class MirrorScreen {
  private(set) var drawn = ListSnapshot()
  private(set) var updateCount = 0

  func draw(_ updates: AsyncStream<ListUpdate>) async throws {
    for await update in updates {
      drawn = try update.changes().apply(to: drawn)
      #expect(drawn == update.after.snapshot())
      updateCount += 1
    }
  }
}

/// The loop of a screen: see ``ListModel/updates``.
@Suite(.timeLimit(.minutes(15))) struct ScreenLoopTests {
  private static let firstSeed = setting("RIFFLE_SEED") ?? 1
  private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 40)

  /// Edits and filters a list at random, off the main actor.
  private nonisolated func edit(
    _ list: ListModel, _ contents: ListContents, by lists: RandomLists
  ) async throws {
    var lists = lists
    var plain = PlainList(contents)
    for _ in 0..<20 {
      try list.transaction { editor in
        for _ in 0...lists.random.number(below: 3) { try lists.edit(editor, &plain) }
      }
      plain.forgetLostSelections()
      if lists.random.oneIn(4) { try list.setFilter(lists.filter(for: plain)) }
      if lists.random.oneIn(3) { await Task.yield() }
    }
  }

  @Test(arguments: seeds) @MainActor func theUpdatesOfAScreenLeadFromNothingToTheLastView(seed: Int) async throws {
    var lists = RandomLists(seed: UInt64(seed))
    let contents = lists.contents()
    var settings = lists.settings()
    settings.removesEmptiedSections = false
    var list: ListModel? = try ListModel(contents, settings: settings)
    let screen = MirrorScreen()
    let updates = try #require(list?.updates)
    let drawing = Task { try await screen.draw(updates) }
    if let list { try await edit(list, contents, by: lists) }
    let last = list?.view.snapshot()
    // Ends the stream, and with it the loop.
    list = nil
    try await drawing.value
    #expect(screen.drawn == last && screen.updateCount > 0, "seed \(seed)")
  }

  @Test func theFirstUpdateInsertsAllThatShowsAndSelectsWhatIsSelected() async throws {
    let list = try ListModel(ListContents { Section(id: "s", rows: rows("a b c")) })
    try list.transaction { try $0.select("b") }
    try list.transaction { try $0.setHidden(true, row: "c") }
    var updates = list.updates.makeAsyncIterator()
    let first = try #require(await updates.next())
    let changes = try first.changes()
    #expect(first.before.isEmpty && first.before.sectionCount == 0)
    #expect(changes.sections.inserts.map(\.id) == ["s"] && changes.rows.inserts.map(\.id) == ["a", "b"])
    #expect(changes.selected == ["b"] && changes.rows.count == 2)
  }

  @Test func aSlowReaderGetsOneUpdateForSeveralChanges() async throws {
    let list = try ListModel(ListContents { Section(id: "s", rows: rows("a b c")) })
    var updates = list.updates.makeAsyncIterator()
    _ = await updates.next()
    for id in ["a", "b"] as [RowID] { try list.transaction { try $0.remove(id) } }
    let update = try #require(await updates.next())
    #expect(try update.changes().rows.deletes.map(\.id) == ["a", "b"] && update.after.ids == ["c"])
  }

  @Test func eventsAreASequenceThatLosesNone() async throws {
    let list = try ListModel(ListContents { Section(id: "s", rows: rows("a b c")) })
    var events = list.events.makeAsyncIterator()
    for id in ["a", "b", "c"] as [RowID] { list.reconfigure([id]) }
    var told: [RowID] = []
    for _ in 0..<3 { if case .reconfigured(let rows)? = await events.next() { told += rows } }
    #expect(told == ["a", "b", "c"])
  }
}
