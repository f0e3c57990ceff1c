import RiffleTestSupport
import Testing

@testable import Riffle
@testable import RiffleList

/// Two feeds that are loaded, edited, filtered and scrolled by many at once: nobody waits for ever, and they agree in
/// the end.
@Suite(.timeLimit(.minutes(15))) struct FeedStressTests {
  /// Answers at once.
  private struct Numbers: PageSource {
    let prefix: String
    let count: Int

    func page(_ request: PageRequest) async throws -> Page {
      guard case .integer(let start) = request.cursor ?? 0 else { return .rows(0..<0) }
      let end = min(count, start + request.size)
      return Page(
        rows: (start..<end).map { AnyRow(Row(id: "\(prefix)\($0)", title: "\($0 % 3 == 0 ? "rare" : "usual") \($0)")) },
        next: end < count ? .integer(end) : nil)
    }
  }

  @Test func everybodyMayDoEverythingAtOnce() async throws {
    let list = try RiffleList.ListModel(
      ListContents {
        Section(id: "top", rows: rows("x y z"))
        Section(id: "a", rows: [])
        Section(id: "b", rows: [])
      })
    let options = PagingOptions(pageSize: 5, initialSize: 10, prefetchDistance: 4, maxRows: 40)
    let loaders = ["a", "b"].map { group in
      PagedLoader(
        source: Numbers(prefix: group, count: 300), target: list.pages(in: GroupID(group)), options: options)
    }
    for loader in loaders { await loader.load() }
    let threads = (0..<3).compactMap { number in
      WorkerThread {
        var random = RandomText(seed: UInt64(number))
        for step in 0..<300 {
          switch number {
          case 0:
            let start = random.number(below: max(1, list.view.count))
            list.viewport(start..<start + 10)
          case 1:
            _ = try? list.transaction { edit in
              let ids = try edit.rowIDs(of: step.isMultiple(of: 2) ? "a" : "b")
              if random.oneIn(2), let id = ids.randomElement() {
                try edit.remove(id)
              } else {
                try edit.insert([AnyRow(Row(id: "hand\(step)", title: "rare \(step)"))], at: .start(of: "a"))
              }
            }
          default: try? list.show(only: [nil, "rare", "nothing"][step % 3])
          }
        }
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for loader in loaders {
        group.addTask {
          for step in 0..<60 {
            switch step % 6 {
            case 0: await loader.refresh()
            case 5: await loader.cancel(.append)
            default: await loader.loadMore()
            }
          }
        }
      }
    }
    for thread in threads { thread.join() }
    try list.show(only: nil)
    for (loader, group) in zip(loaders, ["a", "b"]) {
      while await loader.currentStates.append == .loading { await Task.yield() }
      #expect(await loader.currentStates.rowCount == list.rowCount(of: GroupID(group)))
    }
    #expect(list.text[0] == "top: x y z")
  }
}
