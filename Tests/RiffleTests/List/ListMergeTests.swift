import RiffleTestSupport
import Testing

@testable import Riffle

/// Merges step by step: what they read, what then becomes of the list, and what they put into it.
@Suite struct ListMergeTests {
  private typealias State = ListState<Item<Int>, Int>

  @Test(arguments: 1...UInt64(40))
  func aMergeChangesNothingThatCanBeSeenWhateverHasHappenedMeanwhile(seed: UInt64) throws {
    var random = RandomText(seed: seed)
    var options = IndexOptions()
    options.upkeep.mostTailItems = random.number(below: 6)
    var state = try SearchIndex(random.items(count: 60), options: options).snapshot().state
    var items = TailItemReader(options)
    for _ in 0..<12 { try change(&state, &items, &random) }
    // Rows that stand close together, so that they have to make room later.
    let crowded = 1 + random.number(below: 8)
    try relabel(at: crowded, 1000..<1080, &state, &items)
    guard !state.contents.isEmpty else { return }
    var generator = SeededGenerator(seed: seed)
    let parts = state.contents.indices.filter { _ in !random.oneIn(3) }.shuffled(using: &generator)
    let merge = ListMerge(parts.isEmpty ? [0] : parts, of: state)
    let outcome = try #require(try merge.run { false })
    let relabellings = state.rows.relabellings
    for _ in 0..<random.number(below: 20) { try change(&state, &items, &random) }
    if !random.oneIn(3) { try relabel(at: crowded, 2000..<2080, &state, &items) }
    if random.oneIn(3) { try deleteAll(ofPart: 0, &state, &items) }
    let before = Snapshot(ListContent(state))
    merge.apply(outcome, to: &state)
    let after = Snapshot(ListContent(state))
    let origin = "seed \(seed), \(state.rows.relabellings - relabellings) relabellings"
    #expect(state.labelProblem == nil, "\(origin)")
    #expect(after.count == before.count && after.generation == before.generation, "\(origin)")
    #expect(after.search(SearchRequest()).map(\.element) == before.search(SearchRequest()).map(\.element), "\(origin)")
    for id in 0..<80 { #expect(after.position(of: id) == before.position(of: id), "\(origin), \(id)") }
    for text in ["a", "new", "bein"] {
      let (found, expected) = (try after.search(text, limit: 20), try before.search(text, limit: 20))
      #expect(found.map(\.id) == expected.map(\.id), "\(origin), \(text)")
    }
    // It goes on from there as well.
    for _ in 0..<8 { try change(&state, &items, &random) }
    try relabel(at: crowded, 3000..<3080, &state, &items)
    #expect(state.labelProblem == nil, "\(origin)")
  }

  @Test func aMergeThatIsCancelledGivesNothing() throws {
    let state = try SearchIndex((0..<100).map { Item(id: $0, title: "york \($0)") }).snapshot().state
    #expect(try ListMerge([0], of: state).run { true } == nil)
  }

  @Test func aMergeOfWhatHasGoneLeavesNothing() throws {
    var options = IndexOptions()
    options.upkeep.mostTailItems = 0
    var state = try SearchIndex((0..<30).map { Item(id: $0, title: "york \($0)") }, options: options).snapshot().state
    var items = TailItemReader(options)
    let merge = ListMerge([0], of: state)
    let outcome = try #require(try merge.run { false })
    var batch = UpdateBatch<Item<Int>, Int>()
    for id in 0..<30 { batch.delete(id: id) }
    batch.insert(Item(id: 50, title: "york"))
    _ = try state.apply(batch, &items)
    merge.apply(outcome, to: &state)
    #expect(state.contents.count == 1 && state.count == 1 && state.labelProblem == nil)
  }

  private func change(_ state: inout State, _ items: inout TailItemReader, _ random: inout RandomText) throws {
    var batch = UpdateBatch<Item<Int>, Int>()
    for id in Set((0..<1 + random.number(below: 8)).map { _ in random.number(below: 80) }) {
      let isThere = state.place(of: id) != nil
      switch random.number(below: 4) {
      case 0: batch.delete(id: id)
      case 1 where isThere: batch.move(id: id, to: random.oneIn(2) ? .start : .position(random.number(below: 3)))
      default: batch.upsert(Item(id: id, title: random.title()))
      }
    }
    // A position may be one too far.
    var changed = state
    if (try? changed.apply(batch, &items)) != nil { state = changed }
  }

  /// Puts items between two others until there has been no label left for some.
  private func relabel(
    at position: Int, _ ids: Range<Int>, _ state: inout State, _ items: inout TailItemReader
  ) throws {
    let relabellings = state.rows.relabellings
    for id in ids where position < state.count && state.rows.relabellings < relabellings + 2 {
      var batch = UpdateBatch<Item<Int>, Int>()
      batch.insert(Item(id: id, title: ""), at: .position(position))
      _ = try state.apply(batch, &items)
    }
  }

  private func deleteAll(ofPart part: Int, _ state: inout State, _ items: inout TailItemReader) throws {
    guard part < state.tailPart else { return }
    var batch = UpdateBatch<Item<Int>, Int>()
    let (content, rows) = (state.contents[part], state.rows.segments[part])
    for row in 0..<content.count where rows.live.contains(row) { batch.delete(id: content.ids[row]) }
    _ = try state.apply(batch, &items)
  }
}
