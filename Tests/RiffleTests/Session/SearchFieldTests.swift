import RiffleTestSupport
import Testing

@testable import Riffle

/// What a session tells of its search field.
@Suite(.timeLimit(.minutes(15))) struct SearchFieldTests {
  private typealias Session = SearchSession<Item<Int>, Int>

  private static let items = (0..<20).map { Item(id: $0, title: "York \($0)") }

  /// A session, and what it has told.
  private func session(
    _ events: Lock<[String]>, _ hook: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> Session {
    let note: @Sendable (String) -> Void = { event in
      events.withLock { $0.append(event) }
      hook(event)
    }
    return try SearchIndex(SearchFieldTests.items).session(
      onWillBegin: { note("begin") }, onWillEnd: { note("end") })
  }

  @Test func enteringAndLeavingAreToldOnce() throws {
    let events = Lock<[String]>([])
    let session = try session(events)
    #expect(session.phase == .inactive && !session.isSearching)
    session.end()
    #expect(events.withLock { $0 } == [])
    session.begin()
    #expect(session.phase == .empty && session.isSearching && session.originalSearchString == "")
    session.begin()
    session.type("y")
    session.type("")
    session.begin()
    #expect(events.withLock { $0 } == ["begin"])
    session.end()
    session.end()
    #expect(events.withLock { $0 } == ["begin", "end"] && session.originalSearchString == nil)
    session.request = SearchRequest(limit: 3)
    session.type("york")
    session.begin()
    #expect(session.originalSearchString == "york")
    #expect(events.withLock { $0 } == ["begin", "end", "begin"])
  }

  @Test func itIsToldBeforeAnythingShowsIt() throws {
    let seen = Lock<[String]>([])
    let holder = Lock<Session?>(nil)
    let session = try session(Lock([])) { event in
      let session = holder.withLock { $0 }
      seen.withLock { $0.append("\(event) \(session?.originalSearchString ?? "nobody")") }
    }
    holder.withLock { $0 = session }
    session.type("york")
    session.end()
    #expect(seen.withLock { $0 } == ["begin nobody", "end york"])
    holder.withLock { $0 = nil }
  }

  /// Who is told may type or set something itself.
  @Test func whoIsToldMayUseTheSession() throws {
    let events = Lock<[String]>([])
    let holder = Lock<Session?>(nil)
    let session = try session(events) { event in
      guard let session = holder.withLock({ $0 }), events.withLock({ $0.count }) < 9 else { return }
      session.request.limit = 4
      session.request.offset = 1
      if event == "begin" { session.type("early") }
    }
    holder.withLock { $0 = session }
    session.begin()
    #expect(events.withLock { $0 } == ["begin"] && session.originalSearchString == "early")
    #expect(session.request.limit == 4 && session.request.offset == 1)
    session.end()
    #expect(events.withLock { $0 } == ["begin", "end"] && !session.isSearching)
    holder.withLock { $0 = nil }
  }

  @Test func whoLeavesWhileTheBeginningIsToldHasLeft() throws {
    let events = Lock<[String]>([])
    let holder = Lock<Session?>(nil)
    let session = try session(events) { event in
      let session = holder.withLock { $0 }
      if event == "begin" { WorkerThread { session?.end() }?.join() }
    }
    holder.withLock { $0 = session }
    for round in 1...3 {
      session.type("york")
      #expect(events.withLock { $0.count } == round * 2 && !session.isSearching)
      session.end()
      #expect(events.withLock { $0.count } == round * 2)
    }
    holder.withLock { $0 = nil }
  }

  @Test func manyThreadsThatTypeBeginOneSearch() throws {
    for _ in 0..<30 {
      let events = Lock<[String]>([])
      let holder = Lock<Session?>(nil)
      let session = try session(events) { event in
        // Others type before the beginning is wholly told.
        let session = holder.withLock { $0 }
        if event == "begin" { WorkerThread { session?.type("other") }?.join() }
      }
      holder.withLock { $0 = session }
      let threads = (0..<3).map { number in WorkerThread { session.type("york \(number)") } }
      for thread in threads { thread?.join() }
      #expect(events.withLock { $0 } == ["begin"] && session.isSearching)
      session.end()
      #expect(events.withLock { $0 } == ["begin", "end"])
      holder.withLock { $0 = nil }
    }
  }

  @Test func blanksOfAnyLengthAreNoFilter() throws {
    let session = try SearchIndex(SearchFieldTests.items).session()
    for blank in ["", " ", "\n\t ", "\u{3000}", "\u{A0}\u{2003}", String(repeating: " ", count: 5000)] {
      session.type(blank)
      #expect(session.phase == .empty, "\(Array(blank.unicodeScalars.prefix(3)))")
      #expect(session.searchString == "" && session.originalSearchString == blank)
    }
    session.type(" a")
    #expect(session.phase == .filtering)
  }

  @Test func theSearchStringIsFoldedAsTheListIs() throws {
    let session = try SearchIndex(SearchFieldTests.items).session()
    #expect(session.searchString == nil)
    for (typed, searched) in [
      ("  Göteborg\t", "goteborg"), ("NEW  York", "new  york"), ("\u{3000}東京 ", "东京"), ("ＡＢＣ", "abc"),
      ("Straße", "strasse"),
    ] {
      session.type(typed)
      #expect(session.searchString == searched && session.originalSearchString == typed)
    }
    session.end()
    #expect(session.searchString == nil && session.originalSearchString == nil)
  }
}
