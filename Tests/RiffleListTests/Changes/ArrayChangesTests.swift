import RiffleList
import Testing

import struct RiffleTestSupport.SeededGenerator
import func RiffleTestSupport.setting

/// The difference of plain arrays.
@Suite struct ArrayChangesTests {
  private static let firstSeed = setting("RIFFLE_SEED") ?? 1
  private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 200)

  private struct Item: Identifiable, Equatable {
    let id: Int
    var name: Int
  }

  /// The new array, made of the old one and of what comes.
  private func applied<Element>(_ changes: ArrayChanges, to before: [Element], _ after: [Element]) -> [Element] {
    let leaving = Set(changes.deletes + changes.moves.map(\.from))
    var result = before
    for update in changes.updates { result[update.from] = after[update.to] }
    let moved = changes.moves.map { (place: $0.to, element: result[$0.from]) }
    result = result.indices.filter { !leaving.contains($0) }.map { result[$0] }
    let arrivals = moved + changes.inserts.map { (place: $0, element: after[$0]) }
    for (place, element) in arrivals.sorted(by: { $0.place < $1.place }) { result.insert(element, at: place) }
    return result
  }

  @Test(arguments: seeds) func theyLeadFromOneArrayToTheOther(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func numbers() -> [Int] {
      (0..<Int.random(in: 0..<12, using: &random)).map { _ in Int.random(in: 0..<9, using: &random) }
    }
    let (before, after) = (numbers(), numbers())
    let changes = ArrayChanges(from: before, to: after)
    #expect(applied(changes, to: before, after) == after, "seed \(seed)")
    #expect(changes.updates.isEmpty && changes.isEmpty == (before == after), "seed \(seed)")
    var seen: Set<Int> = []
    let items = before.filter { seen.insert($0).inserted }.map { Item(id: $0, name: 0) }
    seen = []
    let others = after.filter { seen.insert($0).inserted }.map { Item(id: $0, name: $0 % 2) }
    let updates = ArrayChanges(from: items, to: others)
    #expect(applied(updates, to: items, others) == others, "seed \(seed)")
    let renamed = items.map(\.id).filter { $0 % 2 == 1 && after.contains($0) }
    #expect(Set(updates.updates.map { others[$0.to].id }) == Set(renamed), "seed \(seed)")
  }

  @Test func whatMovesIsNeitherDeletedNorInserted() {
    let changes = ArrayChanges(from: ["a", "b", "c", "d"], to: ["d", "a", "c", "x"])
    #expect(changes.deletes == [1] && changes.inserts == [3] && changes.count == 4)
    #expect(changes.moves.map(\.from) == [3] && changes.moves.map(\.to) == [0])
    #expect(ArrayChanges(from: ["a", "a"], to: ["a"]).deletes == [1])
  }
}
