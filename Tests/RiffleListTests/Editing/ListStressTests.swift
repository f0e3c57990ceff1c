import Testing

@testable import Riffle
@testable import RiffleList

/// A list that many threads use at once; to be run under the thread sanitizer, too.
@Suite struct ListStressTests {
  private static func list() throws -> ListModel {
    try ListModel(
      ListContents(
        sections: (0..<4).map { section in
          Section(
            id: "s\(section)", title: "Section \(section)",
            rows: (0..<25).map { AnyRow(Row(id: "\(section)-\($0)", title: "York \(section) \($0)", payload: $0)) })
        }))
  }

  /// Rows come, go, move and change, but there are always 100.
  private static func edit(_ list: ListModel, _ thread: Int, _ step: Int) throws {
    let (from, to) = ((step * 7 + thread) % 4, (step * 3 + thread) % 4)
    try list.transaction { editor in
      let ids = try editor.rowIDs(of: "s\(from)")
      guard let id = ids.dropFirst(step % 5).first else { return }
      switch step % 4 {
      case 0: try editor.move(id, to: .start(of: "s\(to)"))
      case 1: try editor.update(id) { $0.title = "York \(thread) \(step)" }
      case 2:
        try editor.remove(id)
        try editor.insert(Row(id: "\(thread)/\(step)", title: "York", payload: step), at: .end(of: "s\(to)"))
      default: try editor.setHidden(step % 8 == 3, section: "s\(from)")
      }
    }
  }

  @Test func everyViewIsOneGeneration() throws {
    let list = try ListStressTests.list()
    let problems = Lock<[String]>([])
    let isOver = Lock(false)
    let readers = (0..<2).map { reader in
      WorkerThread {
        var latest: UInt64 = 0
        while !isOver.withLock({ $0 }) {
          let view = list.view
          if view.generation < latest { problems.withLock { $0.append("a view of before") } }
          latest = view.generation
          let rows = view.snapshot().sections.flatMap(\.rows)
          if rows.count != view.count || Set(rows.map(\.id)).count != rows.count {
            problems.withLock { $0.append("\(rows.count) rows of \(view.count)") }
          }
          if view.base.snapshot.count != 100 { problems.withLock { $0.append("\(view.base.snapshot.count) in all") } }
          if reader == 0 {
            try? list.search(for: latest % 3 == 0 ? "" : "york \(latest % 4)")
          } else {
            list.viewport(0..<10)
          }
        }
      }
    }
    let writers = (0..<3).map { writer in
      WorkerThread {
        for step in 0..<150 {
          do { try ListStressTests.edit(list, writer, step) } catch { problems.withLock { $0.append("\(error)") } }
        }
      }
    }
    for writer in writers { writer?.join() }
    isOver.withLock { $0 = true }
    for reader in readers { reader?.join() }
    #expect(problems.withLock { $0 } == [])
  }

  @Test func updatesAreToldInTheirOrderWhoeverMakesThem() throws {
    let list = try ListStressTests.list()
    let shown = Lock(list.view.snapshot())
    let problems = Lock<[String]>([])
    let count = Lock(0)
    let observation = list.observe { event in
      guard case .updated(let update) = event else { return }
      count.withLock { $0 += 1 }
      do {
        let changes = try update.changes()
        try shown.withLock { shown in shown = try changes.apply(to: shown) }
      } catch {
        problems.withLock { $0.append("\(error)") }
      }
    }
    let writers = (0..<4).map { writer in
      WorkerThread {
        for step in 0..<80 {
          do { try ListStressTests.edit(list, writer, step) } catch { problems.withLock { $0.append("\(error)") } }
        }
      }
    }
    for writer in writers { writer?.join() }
    // Whoever was telling last has told everything.
    #expect(shown.withLock { $0 } == list.view.snapshot())
    #expect(problems.withLock { $0 } == [] && count.withLock { $0 } > 100)
    observation.cancel()
  }

  @Test func whoIsToldMayEditTheList() throws {
    let list = try ListStressTests.list()
    let generations = Lock<[UInt64]>([])
    let observation = list.observe { event in
      guard case .updated(let update) = event else { return }
      generations.withLock { $0.append(update.after.generation) }
      if update.after.generation < 5 {
        _ = try? list.transaction { try $0.update("0-0") { $0.subtitle += "." } }
      }
    }
    try list.transaction { try $0.remove("1-1") }
    #expect(generations.withLock { $0 } == [1, 2, 3, 4, 5])
    observation.cancel()
    try list.transaction { try $0.remove("1-2") }
    #expect(generations.withLock { $0.count } == 5)
  }
}
