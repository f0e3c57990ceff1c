import ArgumentParser
import MadeUpLists
import Riffle
import RiffleList

struct ListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract:
      "Measures the headless list: of made-up rows in several shapes, or on a list of rows and a set of queries.",
    discussion: """
      Without --items, lists are made up: each of so many sections of so many rows. They are made, and set as a whole; \
      edited, with the change set of every edit; 8,000 rows are moved in one transaction; and texts are typed letter by \
      letter, with 50 rows, their places and their sections read after each. Rows are read by position beside a hidden \
      group of 100,000. Up to 100,000 rows are removed in list order and shuffled, and deleted; and up to 100,000 sections, in \
      one transaction each. Times are in milliseconds.

      With --items and --queries, the rows are divided into sections of 10,000. A keystroke types a text and reads the first \
      50 rows that show, and where they stand; beside it the same text is asked of a session of the engine, for its first 50 hits in list order. \
      Sections are hidden and shown again with the change set that a front end gets. Times are in microseconds; the \
      engine and the list take turns.
      """)

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("The shapes of made-up lists, such as 1000x1000: sections and rows of each.", valueName: "shape")
  )
  var shapes = ListShape.all

  @Option(help: "The list: TSV without a header, with the columns id, title and search text.")
  var items: String?

  @Option(help: "The query set: TSV without a header (query id, kind, query, target row, target title).")
  var queries: String?

  @Flag(help: "Titles are paths: their last component counts as the start of the title.")
  var paths = false

  @Flag(help: "Print one JSON object.")
  var json = false

  private static let sectionLength = 10_000

  func validate() throws {
    if (items == nil) != (queries == nil) { throw ValidationError("give both --items and --queries, or neither") }
  }

  func run() async throws {
    guard let items, let queries else { return try await measureShapes() }
    try measure(try ItemList(path: items), queries)
  }

  private func measureShapes() async throws {
    var report: [JSONValue] = []
    for shape in shapes {
      var measure = ShapeMeasure(shape)
      let lines = try await measure.lines()
      var table = TextTable(header: ["\(shape), ms", "p50", "p99"])
      for line in lines {
        table.add([line.name, milliseconds(line.p50 * 1000), milliseconds(line.p99 * 1000)])
        report.append([
          "shape": .string("\(shape)"), "what": .string(line.name), "p50_ms": .number(line.p50),
          "p99_ms": .number(line.p99),
        ])
      }
      if !json { try writeToStandardOutput(table.text + "\n") }
    }
    if json { try writeToStandardOutput("\(JSONValue.array(report))\n") }
  }

  private func measure(_ items: ItemList, _ queries: String) throws {
    let set = try QuerySet(path: queries, items: items)
    var settings = ListSettings()
    settings.index.titlesArePaths = paths
    let before = ResidentBytes.now
    let start = nanosecondsNow()
    let model = try ListModel(contents(items), settings: settings)
    let seconds = Double(nanosecondsNow() - start) / 1e9
    let resident = ResidentBytes.now - before
    let index = try engine(items)
    let measure = ListMeasure(model: model, index: index)
    _ = try measure.keystrokes(set.queries)
    let (ofEngine, ofList) = try measure.keystrokes(set.queries)
    let (hiding, edits) = (try measure.hiding(count: 40), try measure.edits(count: 2000))
    let report: JSONValue = [
      "rows": .integer(items.count), "build_seconds": .number(seconds),
      "bytes_per_row": .number(Double(resident) / Double(max(1, items.count))),
      "engine_us": ofEngine.p50AndP99, "list_us": ofList.p50AndP99,
      "keystroke_ratio": ["p50": .number(ofList.p50 / ofEngine.p50), "p99": .number(ofList.p99 / ofEngine.p99)],
      "hide_section_us": hiding.p50AndP99, "edit_us": edits.p50AndP99,
    ]
    var table = TextTable(header: ["\(items.count) rows", "p50", "p99"])
    for (name, times) in [
      ("keystroke of the engine, µs", ofEngine), ("keystroke of the list", ofList),
      ("hide or show a section of \(ListCommand.sectionLength) rows", hiding), ("edit one row, and see it", edits),
    ] {
      table.add([name, times.p50.rounded(digits: 1), times.p99.rounded(digits: 1)])
    }
    let text = table.text + "built in \(seconds.rounded(digits: 2)) s, \(resident / max(1, items.count)) bytes a row\n"
    try writeToStandardOutput(json ? "\(report)\n" : text)
  }

  private func contents(_ items: ItemList) -> ListContents {
    ListContents(
      sections: stride(from: 0, to: items.count, by: ListCommand.sectionLength).map { first in
        let rows = [AnyRow](
          first..<min(items.count, first + ListCommand.sectionLength), id: { "\($0)" }, title: { items.title($0) }
        ) { row, traits in
          if items.hasSearchText { traits.searchText = items.searchText(row) }
        }
        return Section(id: SectionID("s\(first)"), title: "from \(first)", rows: rows)
      })
  }

  private func engine(_ items: ItemList) throws -> SearchIndex<Item<Int>, Int> {
    try SearchIndex(
      (0..<items.count).lazy.map {
        Item(id: $0, title: items.title($0), searchText: items.hasSearchText ? items.searchText($0) : "")
      }, options: IndexOptions(titlesArePaths: paths))
  }
}

/// A measurement of a list, and of the engine for comparison.
private struct ListMeasure {
  let model: ListModel
  let index: SearchIndex<Item<Int>, Int>

  func keystrokes(_ queries: [BenchQuery]) throws -> (engine: Distribution, list: Distribution) {
    var ofEngine: [UInt64] = []
    var ofList: [UInt64] = []
    var seen = 0
    for query in queries {
      let session = index.session()
      for keystroke in Typing(query, isFinalOnly: false).keystrokes {
        let start = nanosecondsNow()
        let hits = session.search(SearchRequest(try Query(keystroke.text), order: .list, limit: 50))
        seen &+= hits.count
        let middle = nanosecondsNow()
        try model.search(for: keystroke.text)
        let view = model.view
        let rows = view.rows(limit: 50)
        seen &+= rows.count &+ (rows.last.flatMap { view.path(of: $0.id)?.section } ?? 0)
        ofEngine.append(middle - start)
        ofList.append(nanosecondsNow() - middle)
        precondition(hits.total == view.count, "engine and list differ for “\(keystroke.text)”")
      }
      model.endSearch()
    }
    precondition(seen != Int.min)
    return (Distribution(nanoseconds: ofEngine), Distribution(nanoseconds: ofList))
  }

  func hiding(count: Int) throws -> Distribution {
    let ids = model.view.sections.map(\.id)
    var times: [UInt64] = []
    for number in 0..<count {
      let id = ids[number * 7 % ids.count]
      for isHidden in [true, false] {
        let start = nanosecondsNow()
        let changes = try model.transaction { try $0.setHidden(isHidden, section: id) }.changes()
        times.append(nanosecondsNow() - start)
        precondition(!changes.isEmpty)
      }
    }
    return Distribution(nanoseconds: times)
  }

  func edits(count: Int) throws -> Distribution {
    var random = SeededRandom(seed: 1, stream: "edits")
    var times: [UInt64] = []
    for number in 0..<count {
      let id = RowID("\(random.below(model.rowCount))")
      let start = nanosecondsNow()
      try model.transaction { try $0.update(id) { $0.title = "edited \(number)" } }
      let seen = model.view.row(id)
      times.append(nanosecondsNow() - start)
      precondition(seen?.title == "edited \(number)", "the edit of \(id) does not show")
    }
    return Distribution(nanoseconds: times)
  }
}

extension Distribution {
  fileprivate var p50AndP99: JSONValue { ["p50": .number(p50), "p99": .number(p99)] }
}
