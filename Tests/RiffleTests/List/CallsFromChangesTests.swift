import RiffleTestSupport
import Testing

@testable import Riffle

/// What a change of an index calls, elements, closures and deinitialisers, may use the index.
@Suite struct CallsFromChangesTests {
  private static func index() throws -> SearchIndex<Item<Int>, Int> {
    try SearchIndex((0..<500).map { Item(id: $0, title: "item \($0)") })
  }

  @Test func whatWouldWaitForTheChangeThrows() throws {
    let index = try Self.index()
    try index.update { batch in
      batch.update(id: 7) { item in
        #expect(index.snapshot().count == 500 && index.statistics().count == 500)
        #expect(throws: IndexError.isBeingChanged) { try index.waitForMerges() }
        #expect(throws: IndexError.isBeingChanged) { try index.optimize() }
        #expect(throws: IndexError.isBeingChanged) { try index.delete(id: 8) }
        item.title = "changed"
      }
    }
    #expect(index.snapshot().count == 500 && index.snapshot().element(withID: 7)?.title == "changed")
    try index.delete(id: 8)
    try index.optimize()
    try index.waitForMerges()
    #expect(index.snapshot().count == 499)
  }

  @Test func aChangeThatThrowsLetsOthersHaveTheirTurn() throws {
    let index = try Self.index()
    #expect(throws: IndexError.unknownID(id: "9999", offset: 0)) { try index.update(id: 9999) { _ in } }
    let other = WorkerThread { _ = try? index.delete(id: 1) }
    other?.join()
    #expect(index.snapshot().count == 499)
  }

  @Test func anElementThatGoesMayChangeTheIndexItWasIn() throws {
    final class Token: Sendable {
      let onDeinit: @Sendable () -> Void
      init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
      deinit { onDeinit() }
    }
    struct Element: Sendable {
      let id: Int
      var token: Token?
    }
    let index = try SearchIndex((0..<40).map { Element(id: $0, token: nil) }, id: \.id) { "element \($0.id)" }
    let changes = Lock(0)
    try index.upsert(
      Element(
        id: 5,
        token: Token { [weak index] in
          if (try? index?.delete(id: 6)) != nil { changes.withLock { $0 += 1 } }
        }))
    try index.delete(id: 5)
    for id in 10..<20 { try index.delete(id: id) }
    try index.optimize()
    #expect(changes.withLock { $0 } == 1 && index.snapshot().element(withID: 6) == nil)
  }

  @Test func writersOfManyThreadsWaitForOneAnother() throws {
    let index = try Self.index()
    let threads = (0..<4).map { thread in
      WorkerThread {
        for step in 0..<100 { _ = try? index.update(id: step) { $0.title += " \(thread)" } }
      }
    }
    for thread in threads { thread?.join() }
    let titles = (0..<100).compactMap { index.snapshot().element(withID: $0)?.title.split(separator: " ").count }
    #expect(titles == Array(repeating: 6, count: 100))
  }
}
