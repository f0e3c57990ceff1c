import RiffleList

// The code of the tour of lists, in its order; ReadmeTests holds the two equal.

struct Numbers: PageSource {
  func page(_ request: PageRequest) async throws -> Page {
    let first = if case .integer(let next)? = request.cursor { next } else { 0 }
    let rows = [AnyRow](first..<first + request.size, id: { "\($0)" }, title: { "Number \($0)" })
    return Page(rows: rows, next: first + request.size < 100 ? .integer(first + request.size) : nil)
  }
}

@MainActor final class StatesScreen {
  private(set) var drawn = ListSnapshot()  // here a table view stands in an app

  func draw(_ list: ListModel) async throws {
    for await update in list.updates {
      let changes = try update.changes()  // for a table view: TableViewUpdates(changes)
      drawn = try changes.apply(to: drawn)
    }
  }
}

func readmeExample(print: (Any...) -> Void) async throws {
  let list = try ListModel(
    ListContents {
      Section(id: "west", title: "Northwest States") {
        Row(id: "or", title: "Oregon", payload: 97)
        Row(id: "wa", title: "Washington", payload: 184)
      }
      Section(id: "east", title: "Eastern States") {
        Row(id: "ny", title: "New York", payload: "Empire State") { row in
          row.searchText = "Big Apple"
          row.abilities.isDeletable = true
        }
      }
    })

  let screen = StatesScreen()
  let drawing = Task { try await screen.draw(list) }
  defer { drawing.cancel() }

  try list.search(for: "wash")
  print(list.view.rows().map(\.title), list.view.sections.map(\.rowCount))  // ["Washington"] [1]
  list.endSearch()

  let update = try list.transaction { edit in
    try edit.insert(Row(id: "id", title: "Idaho", payload: 83), at: .before("or"))
    try edit.move("ny", to: .end(of: "west"))
  }
  let changes = try update.changes()
  print(changes.rows.inserts.map(\.id), changes.rows.moves.map(\.id))  // [id] [ny]
  let batch = TableViewUpdates(changes)  // or DiffableUpdate, or ListPatch, or JSON
  print(batch.insertedRows, list.view.path(of: "ny") as Any)

  let feed = try ListModel()
  let loader = PagedLoader(source: Numbers(), target: feed.pages(in: "feed"), options: PagingOptions(pageSize: 20))
  await loader.load()
  await loader.loadMore()
  while await screen.drawn != list.view.snapshot() { await Task.yield() }
  print(feed.rowCount, await loader.currentStates.phase)  // 80 idle
}
