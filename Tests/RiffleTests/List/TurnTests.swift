import RiffleTestSupport
import Testing

@testable import Riffle

/// The order in which threads change a list.
@Suite(.timeLimit(.minutes(15))) struct TurnTests {
  /// Six threads block one after the other while a seventh has the turn.
  @Test func turnsAreGivenInTheOrderInWhichTheyAreAskedFor() throws {
    let index = try SearchIndex((0..<40).map { Item(id: $0, title: "york \($0)") })
    let core = index.core
    let order = Lock<[Int]>([])
    let turn = try core.beginTurn()
    var threads: [WorkerThread?] = []
    for number in 0..<6 {
      threads.append(
        WorkerThread {
          guard let turn = try? core.beginTurn() else { return }
          core.change(turn) { _, _ in order.withLock { $0.append(number) } }
        })
      while core.waiterCount <= number { WorkerThread.yield() }
    }
    core.change(turn) { _, _ in }
    for thread in threads { thread?.join() }
    #expect(order.withLock { $0 } == Array(0..<6))
    #expect(core.waiterCount == 0)
  }

  @Test func severalMergeAllBesideSteadyWrites() throws {
    var options = IndexOptions()
    options.upkeep.mostTailItems = 16
    let index = try SearchIndex((0..<40).map { Item(id: $0, title: "york \($0)") }, options: options)
    let isOver = Lock(false)
    let writers = (0..<2).map { writer in
      WorkerThread {
        var step = 0
        while !isOver.withLock({ $0 }) {
          _ = try? index.upsert(Item(id: 100 + writer * 1000 + step % 500, title: "york \(step)"))
          step += 1
        }
      }
    }
    let mergers = (0..<2).map { _ in
      WorkerThread { for _ in 0..<2 { try? index.optimize() } }
    }
    for merger in mergers { merger?.join() }
    isOver.withLock { $0 = true }
    for writer in writers { writer?.join() }
    try index.optimize()
    let statistics = index.statistics()
    #expect(statistics.segments.count == 1 && statistics.tailCount == 0 && statistics.deadCount == 0)
    let request = SearchRequest(try Query("york"), limit: 1, totalLimit: .exact)
    #expect(index.snapshot().search(request).total == statistics.count)
  }
}
