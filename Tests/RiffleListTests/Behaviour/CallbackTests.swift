import Testing

@testable import Riffle
@testable import RiffleList

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What callbacks may do, and what may be let go with them.
@Suite struct CallbackTests {
  /// Whoever owns an observation and is owned by a closure.
  private final class Owner: Sendable {
    let observation: Observation
    init(_ observation: Observation) { self.observation = observation }
    var isKept: Bool { true }
  }

  private static func list() throws -> ListModel {
    try ListModel(
      ListContents(sections: [
        Section(id: "s", title: "S", rows: (0..<5).map { AnyRow(Row(id: "\($0)", title: "York \($0)", payload: $0)) })
      ]))
  }

  /// Runs `body` on a thread of its own, so that one that hangs fails this test and not the run.
  private func expectEnd(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable () throws -> Void
  ) {
    let isOver = Lock(false)
    let problem = Lock<String?>(nil)
    let isStarted = WorkerThread.startDetached {
      do { try body() } catch { problem.withLock { $0 = "\(error)" } }
      isOver.withLock { $0 = true }
    }
    #expect(isStarted)
    // What never ends is told from what other tests leave no time for: the whole suite runs beside it.
    for _ in 0..<30_000 where !isOver.withLock({ $0 }) { usleep(10_000) }
    #expect(isOver.withLock { $0 }, "does not end", sourceLocation: sourceLocation)
    #expect(problem.withLock { $0 } == nil, sourceLocation: sourceLocation)
  }

  enum Holder: CaseIterable {
    case observer, actionObserver, responder, replacedResponder, configuration, hook, predicate
  }

  @Test(arguments: Holder.allCases)
  func whatAClosureOwnsMayUseTheListWhenItIsLetGo(_ holder: Holder) {
    expectEnd {
      let list = try CallbackTests.list()
      func owner() -> Owner { Owner(list.observe { _ in }) }
      switch holder {
      case .observer: list.observe { [owner = owner()] _ in _ = owner }.cancel()
      case .actionObserver: list.onAction(.key("x")) { [owner = owner()] _ in _ = owner }.cancel()
      case .responder: list.respond(to: .key("x"), CallbackTests.responder(owner())).cancel()
      case .replacedResponder:
        let first = list.respond(to: .key("x"), CallbackTests.responder(owner()))
        let second = list.respond(to: .key("x")) { _ in .null }
        withExtendedLifetime((first, second)) {}
      case .configuration: list.configure(.list) { [owner = owner()] _ in _ = owner }.cancel()
      case .hook:
        list.hooks.willMove = { [owner = owner()] _, _ in owner.isKept ? .allow : .deny(reason: nil) }
        list.hooks.willMove = nil
      case .predicate:
        var filter = ListFilter()
        filter.predicate = .and { [owner = owner()] _, _ in owner.isKept }
        try list.setFilter(filter)
        filter.predicate = nil
        try list.setFilter(filter)
      }
    }
  }

  private static func responder(_ owner: Owner) -> @Sendable (ActionRequest) -> JSONValue {
    { _ in owner.isKept ? .null : .bool(false) }
  }

  @Test func aPredicateMayAskForTheView() {
    expectEnd {
      let list = try CallbackTests.list()
      var filter = ListFilter()
      filter.text = "york"
      filter.predicate = .and { [weak list] row, _ in list?.view.count == 5 && row.id != "3" }
      try list.setFilter(filter)
      #expect(list.view.count == 4)
      // It may wait for somebody else who asks.
      let count = Lock(0)
      filter.predicate = .and { [weak list] _, _ in
        if count.withLock({ $0 }) > 0 { return true }
        let other = WorkerThread { [weak list] in _ = list?.rowCount }
        other?.join()
        count.withLock { $0 += 1 }
        return true
      }
      try list.setFilter(filter)
      #expect(list.view.count == 5 && count.withLock { $0 } > 0)
    }
  }

  /// Calls something when it is let go.
  private final class Probe: Sendable {
    private let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    deinit { body() }
  }

  @Test func aPayloadThatASearchLetsGoMayEditAndLook() {
    expectEnd {
      let list = try CallbackTests.list()
      let count = Lock<Int?>(nil)
      try list.transaction {
        let probe = Probe { [weak list] in
          _ = try? list?.transaction { try $0.update("2") { $0.subtitle = "x" } }
          let shown = list?.view.count
          count.withLock { $0 = shown }
        }
        try $0.replace(Row(id: "1", title: "york 1", payload: probe))
      }
      try list.search(for: "york 1")
      #expect(list.view.count == 1)
      try list.transaction { try $0.replace(Row(id: "1", title: "york 1", payload: 2)) }
      #expect(list.view.count == 1)
      // The views that had the row may go later than the search.
      list.endSearch()
      #expect(list.view.count == 5)
      try list.search(for: "york")
      #expect(list.view.count == 5)
      #expect(count.withLock { $0 } != nil)
    }
  }

  @Test func aPredicateIsNotAskedWhileOthersWaitToEdit() {
    expectEnd {
      let list = try CallbackTests.list()
      let observation = list.observe { _ in }
      defer { observation.cancel() }
      let edits = Lock(0)
      var filter = ListFilter()
      filter.text = "york"
      filter.predicate = .and { [weak list] _, _ in
        if edits.withLock({ $0 }) > 2 { return true }
        edits.withLock { $0 += 1 }
        let other = WorkerThread { [weak list] in
          _ = try? list?.transaction { try $0.update("2") { $0.subtitle = "other" } }
        }
        other?.join()
        return true
      }
      try list.setFilter(filter)
      try list.transaction { try $0.update("0") { $0.abilities.moves = .anywhere } }
      try list.move("0", to: .end(of: "s"))
      try list.transaction { edit in
        try edit.update("1") { $0.subtitle = "u" }
        try edit.reconfigure(["1"])
      }
      #expect(edits.withLock { $0 } > 0)
    }
  }

  /// A condition sees the list as it was before the transaction, and cannot edit it.
  @Test func aConditionMayLookAtTheListInTheMiddleOfAnEdit() {
    expectEnd {
      let asked = Lock<[Int?]>([])
      let errors = Lock<[ListError?]>([])
      let known = Lock<ListModel?>(nil)
      var settings = ListSettings()
      settings.scopes["asked"] = { _ in
        guard let list = known.withLock({ $0 }) else { return true }
        asked.withLock { $0.append(list.rowCount) }
        do { try list.transaction { try $0.remove("0") } } catch { errors.withLock { $0.append(error as? ListError) } }
        return true
      }
      let list = try ListModel(ListContents { Section(id: "s", rows: rows("0 1 2")) }, settings: settings)
      known.withLock { $0 = list }
      try list.transaction { try $0.insert(Row(id: "p", title: "p"), at: .end(of: "s")) }
      #expect(list.rowCount == 4 && asked.withLock { !$0.isEmpty && $0.allSatisfy { $0 == 3 } })
      #expect(errors.withLock { $0.count == asked.withLock { $0.count } && $0.allSatisfy { $0 == .isBeingEdited } })
      known.withLock { $0 = nil }
    }
  }

  /// How a row goes that only one transaction has.
  enum WayOut: CaseIterable {
    case bodyThrows, editThrows, sectionIsRefused, contentsAreUndone, partIsUndone, isRemoved, isReplaced,
      contentsAreSet
  }

  private struct Stop: Error {}

  /// Makes edits of a list when payloads are let go, and says what has come of them.
  private final class Edits: Sendable {
    private let list = Lock<ListModel?>(nil)
    private let errors = Lock<[String]>([])
    let count = Lock(0)

    init(_ list: ListModel) { self.list.withLock { $0 = list } }

    var refused: [String] { errors.withLock { $0 } }

    func row(_ id: RowID) -> AnyRow {
      AnyRow(Row(id: id, title: "\(id)", payload: Probe { [self] in make() }))
    }

    private func make() {
      guard let list = list.withLock({ $0 }) else { return }
      do {
        try list.transaction { edit in
          let number = edit.row("0").map { $0.weight + 1 } ?? 0
          try edit.update("0") { $0.weight = number }
        }
        count.withLock { $0 += 1 }
      } catch { errors.withLock { $0.append("\(error)") } }
    }

    func end() { list.withLock { $0 = nil } }
  }

  @Test(arguments: WayOut.allCases) func aPayloadThatATransactionLetsGoMayEditTheList(_ way: WayOut) {
    expectEnd {
      let list = try CallbackTests.list()
      let edits = Edits(list)
      defer { edits.end() }
      _ = try? list.transaction { edit in
        switch way {
        case .bodyThrows:
          try edit.append([edits.row("p")], to: "s")
          throw Stop()
        case .editThrows:
          try edit.append([edits.row("p")], to: "s")
          try edit.remove("nowhere")
        case .sectionIsRefused:
          try edit.insert(Section(id: "t", rows: [edits.row("p")]))
          try edit.insert(Section(id: "t", rows: []))
        case .contentsAreUndone:
          try edit.setContents(ListContents { Section(id: "t", rows: [edits.row("p")]) })
          throw Stop()
        case .partIsUndone:
          _ = try? edit.transaction { edit in
            try edit.append([edits.row("p")], to: "s")
            throw Stop()
          }
          #expect(edits.count.withLock { $0 } == 0 && edits.refused == [])
        case .isRemoved:
          try edit.append([edits.row("p")], to: "s")
          try edit.remove("p")
        case .isReplaced:
          try edit.append([edits.row("p")], to: "s")
          try edit.replace(Row(id: "p", title: "p"))
        case .contentsAreSet:
          try edit.append([edits.row("p")], to: "s")
          try edit.setContents(ListContents { Section(id: "s", rows: rows("0")) })
        }
      }
      #expect(edits.refused == [])
      #expect(Int(list.row("0")?.weight ?? 0) == edits.count.withLock { $0 })
      if ![.isRemoved, .isReplaced].contains(way) { #expect(edits.count.withLock { $0 } == 1) }
    }
  }

  /// Rows that have gone stay in the index until it is merged, by whoever edits.
  @Test func aPayloadThatAMergeLetsGoMayEditTheList() {
    expectEnd {
      var settings = ListSettings()
      settings.index.upkeep.mostTailItems = 2
      settings.index.upkeep.mostOrderedItems = 4
      settings.index.upkeep.lowestTier = 4
      settings.index.upkeep.mostSegments = 3
      let list = try ListModel(ListContents { Section(id: "s", rows: rows("0 1 2 3")) }, settings: settings)
      let edits = Edits(list)
      defer { edits.end() }
      for number in 0..<600 {
        let id = RowID("\(1 + number % 3)")
        _ = try? list.transaction { edit in
          try edit.replace(edits.row(id))
          if number.isMultiple(of: 7) { throw Stop() }
          if number.isMultiple(of: 5) { try edit.move(id, to: .start(of: "s")) }
        }
      }
      #expect(edits.refused == [] && edits.count.withLock { $0 } > 500)
    }
  }

  @Test func anObserversTransactionOutlivesTheOneThatThrows() throws {
    let list = try CallbackTests.list()
    let isDone = Lock(false)
    let observation = list.observe { [weak list] event in
      guard case .searchWillBegin = event, !isDone.withLock({ $0 }) else { return }
      isDone.withLock { $0 = true }
      _ = try? list?.transaction { try $0.insert(Row(id: "new", title: "New"), at: .end(of: "s")) }
    }
    #expect(throws: Stop.self) {
      try list.transaction { edit in
        try edit.remove("0")
        list.beginSearch()
        #expect(!isDone.withLock { $0 })
        throw Stop()
      }
    }
    #expect(isDone.withLock { $0 })
    #expect(list.row("new") != nil && list.row("0") != nil)
    observation.cancel()
  }
}
