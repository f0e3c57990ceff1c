import Riffle
import RiffleList

// The code of the catalogue's first page; ReadmeTests of RiffleTests holds the two equal.

private struct City: Sendable, Equatable {
  let code: String
  var name: String
  var aliases = ""
  var population = 0
  var country = ""
}

private struct Picture: Sendable, Equatable {
  let id: String
  let caption: String
}

private struct PhotoClient: Sendable {
  func photos(after cursor: JSONValue?, count: Int) async throws -> (photos: [Picture], next: JSONValue?) {
    ([Picture(id: "p", caption: "Sunset")], nil)
  }
}

private let client = PhotoClient()

private struct TableView {
  func performBatchUpdates(_ updates: TableViewUpdates) {}
}

struct Photos: PageSource {
  func page(_ request: PageRequest) async throws -> Page {
    let answer = try await client.photos(after: request.cursor, count: request.size)
    return Page(rows: [AnyRow](answer.photos, id: \.id, title: \.caption), next: answer.next)
  }
}

/// Lists of states: contents, sections, edits, searching and selection.
func overviewExample(print: (Any...) -> Void) throws {
  let list = try ListModel(
    ListContents {
      Section(id: "northwest", title: "Northwest States") {
        Row(id: "or", title: "Oregon") { $0.searchText = "Salem Portland" }
        Row(id: "wa", title: "Washington")
      }
      Section(id: "southwest", title: "Southwest States") {
        Row(id: "az", title: "Arizona")
      }
    })
  let view = list.view
  print(view.count, view.sections.map(\.rowCount))  // 3 [2, 1]
  print(view.row(at: RowPath(section: 0, row: 1))?.title ?? "none")  // Washington
  print(view.position(of: "az") ?? -1)  // 2

  func draw(_ row: AnyRow, under title: String?) { print(title ?? "", row.title) }
  for section in view.sections {
    for row in section { draw(row, under: section.traits.title) }
  }
  print(view[RowPath(section: 1, row: 0)].title, view.index(ofSection: "southwest") ?? -1)  // Arizona 1

  let update = try list.transaction { edit in
    try edit.insert(Row(id: "id", title: "Idaho"), at: .after("or"))
    try edit.update("wa") { $0.subtitle = "Olympia" }
    try edit.setHidden(true, section: "southwest")
  }
  let changes = try update.changes()
  print("\(changes)")

  let undone = try list.undo(update)
  try list.undo(undone)

  try list.search(for: "orgon")  // Oregon is left
  let highlights = list.view.highlights(of: "or", in: .title)
  print(list.view.rows().map(\.id), highlights.isEmpty)
  list.endSearch()

  let visits = list.respond(to: .name("visit_state")) { request in .string("at \(request.row.title)") }
  defer { visits.cancel() }
  try list.transaction { try $0.update("or") { $0.actions[.primary] = Action("visit_state") } }
  print(try list.choose("or").answer == "at Oregon")  // true

  let ids = list.selectedRows.map(\.id)
  if let place = list.view.place(for: RowPath(section: 1, row: 0), moving: ids) { try list.move(ids, to: place) }
}

/// Rows of one kind, in sections that the list makes.
func arrangementExample(print: (Any...) -> Void) throws {
  let cities = [City(code: "or", name: "Portland", aliases: "Rose City", population: 650_000)]
  let rows = [AnyRow](cities, id: \.code, title: \.name) { city, row in row.searchText = city.aliases }
  let city = rows.first?.payload(as: City.self)
  print(city == cities[0])

  let list = try ListModel()
  try list.arrange(by: .grouped(by: { $0.subtitle }, rows: .by { $0.title }))
  try list.transaction { try $0.insert(rows) }
  try list.arrange(by: .alphabet(try ListAlphabet(locales: ["en"])))  // the same rows, which move
  print(list.view.sections.filter { !$0.isEmpty }.map { $0.traits.title ?? "" })
  try typedExample(list, print: print)
}

private func typedExample(_ list: ListModel, print: (Any...) -> Void) throws {
  let cities = TypedList(list, id: \City.code, title: \.name)
  print(cities["or"]?.population ?? 0)
  try cities.transaction { edit in try edit.update("or") { $0.population += 1 } }
  print(cities["or"]?.population ?? 0)
}

/// Conditions on fields, an order, and counts.
func fieldsExample() throws -> (left: Int, counts: [Int]) {
  let cities = [
    City(code: "gbg", name: "Göteborg", population: 590_000, country: "SE"),
    City(code: "osl", name: "Oslo", population: 700_000, country: "NO"),
    City(code: "aml", name: "Åmål", population: 9_000, country: "SE"),
  ]
  var settings = ListSettings()
  settings.fields = [
    .keyword("country") { $0.payload(as: City.self)?.country },
    .integer("population") { $0.payload(as: City.self)?.population },
  ]
  let rows = [AnyRow](cities, id: \.code, title: \.name)
  let list = try ListModel(settings: settings)
  try list.arrange(by: .grouped(by: { $0.subtitle }, rows: .by { $0.title }))
  try list.transaction { try $0.insert(rows) }
  var filter = ListFilter()
  filter.condition = try Filter("country = SE AND population > 10000")
  filter.sort = ListSort(by: [.descending("population")])
  let changes = try list.setFilter(filter).changes()
  let counts = try list.view.facets([Facet("country", ignoresOwnFilter: true)])
  return (changes.isEmpty ? 0 : list.view.count, counts[0].values.map(\.count))
}

/// Never ends.
private func drawExample(_ list: ListModel, _ tableView: TableView) async throws {
  for await update in list.updates {
    tableView.performBatchUpdates(TableViewUpdates(try update.changes()))
  }
}

/// A feed, and its load states as rows.
func feedExample(_ list: ListModel) async throws {
  let loader = PagedLoader(source: Photos(), target: list.pages(in: "photos"))
  await loader.load()  // whenever the list comes into view
  list.viewport(0..<12)  // whenever it is scrolled
  await loader.refresh()  // pull to refresh
}

func statesExample(_ list: ListModel) async throws {
  let pages = list.pages(in: "photos")
  let loader = PagedLoader(source: Photos(), target: pages)
  let states = pages.showStates(of: loader)
  await loader.load()
  states.cancel()
}

/// A mirror of a list.
func mirrorExample(_ list: ListModel, since token: ListToken? = nil) throws -> Int {
  let mirrored = MirroredList(list)  // on the server
  let update = try mirrored.update(since: token)

  var mirror = ListMirror()  // on the client
  let changes = try mirror.apply(update)  // for its table view
  return changes.rows.inserts.count
}
