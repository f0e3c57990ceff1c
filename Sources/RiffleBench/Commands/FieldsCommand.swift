import ArgumentParser
import Riffle

struct FieldsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fields",
    abstract: "Measures filters, facets and sorting of a list with eight made-up fields.",
    discussion: """
      Prints a table: each operation, how often it was timed, and the median, 95th and 99th percentile in microseconds. \
      Keystrokes are independent calls for ten hits. Operations named "first use" take another filter each time.
      """)

  @Option(help: "The list: TSV without a header, with the columns id, title and search text.")
  var items: String

  @Option(help: "Take only so many rows, from the first.")
  var rows: Int?

  @Option(help: "The query set: TSV without a header (query id, kind, query, target row, target title).")
  var queries: String

  @Option(help: "How many of the queries to type, evenly spread.")
  var queryCount = 40

  @Option(help: "Write the values to this file for other engines: TSV, a row a line, tags with commas between them.")
  var values: String?

  func validate() throws {
    if let rows, rows < 1 { throw ValidationError("--rows is \(rows): give 1 or more") }
    guard queryCount > 0 else { throw ValidationError("--query-count is \(queryCount): give 1 or more") }
  }

  func run() throws {
    let titles = try ItemList(path: items, rowLimit: rows)
    let set = try QuerySet(path: queries, items: titles)
    let step = max(1, set.queries.count / queryCount)
    let typed = stride(from: 0, to: set.queries.count, by: step).flatMap { index in
      Typing(set.queries[index], isFinalOnly: false).keystrokes.map(\.text)
    }
    let list = FieldList(titles)
    if let values { try writeFile(values, list.text) }
    var measure = FieldMeasure()
    let start = nanosecondsNow()
    let plain = try list.index(fields: [])
    let built = nanosecondsNow()
    let index = try list.index(fields: FieldList.fields)
    let seconds = (plain: Double(built - start) / 1e9, fields: Double(nanosecondsNow() - built) / 1e9)
    let snapshot = index.snapshot()
    let columnBytes = snapshot.columns.filter { $0.name.contains(".fields.") }.reduce(0) { $0 + $1.byteCount }
    let packed = list.packedBytes
    try measureKeystrokes(typed, snapshot, &measure)
    try measureFilters(snapshot, &measure)
    try measureFacets(snapshot, &measure)
    try measureOrders(snapshot, &measure)
    try measureUpserts(plain, "without fields", &measure)
    try measureUpserts(index, "with eight fields", &measure)
    try writeToStandardOutput(
      measure.table.text + "\n"
        + "building: \(seconds.plain.rounded(digits: 2)) s without fields, \(seconds.fields.rounded(digits: 2)) s with\n"
        + "columns of the fields: \(columnBytes) bytes, \((Double(columnBytes) / Double(packed)).rounded(digits: 2)) times the packed values\n"
    )
  }

  private static let shares = [("0.1 %", 1), ("1 %", 10), ("10 %", 100), ("50 %", 500)]

  private func measureKeystrokes(
    _ texts: [String], _ snapshot: Snapshot<Int, Int>, _ measure: inout FieldMeasure
  ) throws {
    var lists = [("keystroke without a filter", snapshot)]
    for (name, share) in FieldsCommand.shares {
      lists.append(("keystroke within \(name)", try snapshot.filtered(by: .lessThan("share", share))))
    }
    let requests = try texts.map { SearchRequest(try Query($0), limit: 10) }
    // In turns, so that what else the machine does falls on all alike; the first pass makes what is made once.
    for pass in 0..<3 {
      for (name, list) in lists {
        for request in requests {
          let start = nanosecondsNow()
          _ = list.search(request).count
          if pass > 0 { measure.add(name, nanosecondsNow() - start) }
        }
      }
    }
  }

  private func measureFilters(_ snapshot: Snapshot<Int, Int>, _ measure: inout FieldMeasure) throws {
    for number in 0..<60 {
      try measure.time("equality, first use") {
        _ = try snapshot.filtered(by: .equals("country", "country \(number * 3)")).count
      }
      try measure.time("equality of several keywords, first use") {
        _ = try snapshot.filtered(by: .equals("tags", "tag \(number % 50)")).count
      }
      try measure.time("range of integers, first use") {
        _ = try snapshot.filtered(by: .greaterThan("population", 1000 + number * 5000)).count
      }
      try measure.time("range of times, first use") {
        _ = try snapshot.filtered(by: "added >= 20\(16 + number % 8)-0\(1 + number / 8)-15").count
      }
    }
    for _ in 0..<60 {
      try measure.time("filter used again") { _ = try snapshot.filtered(by: .lessThan("share", 500)).count }
    }
  }

  private func measureFacets(_ snapshot: Snapshot<Int, Int>, _ measure: inout FieldMeasure) throws {
    let some = try snapshot.filtered(by: .lessThan("share", 10))
    for _ in 0..<20 {
      for (name, list) in [("\(some.count) hits", some), ("\(snapshot.count) hits", snapshot)] {
        try measure.time("facet of 200 values of \(name)") { _ = try list.facets([Facet("country", limit: 200)]) }
        try measure.time("facet of several keywords of \(name)") { _ = try list.facets([Facet("tags", limit: 50)]) }
        try measure.time("facet of 100,000 values of \(name)") { _ = try list.facets([Facet("city")]) }
        try measure.time("histogram of months of \(name)") {
          _ = try list.facets([Facet("added", limit: 0, histogram: .months)])
        }
      }
      let query = try Query("city 123")
      try measure.time("search among 100,000 values") { _ = try snapshot.facets([Facet("city", matching: query)]) }
    }
  }

  private func measureOrders(_ snapshot: Snapshot<Int, Int>, _ measure: inout FieldMeasure) throws {
    let orders: [(String, [SortKey])] = [
      ("an integer", [.descending("population")]), ("a time", [.descending("added")]),
      ("a keyword", [.ascending("city")]),
      ("two fields", [.ascending("country"), .descending("population")]),
    ]
    for _ in 0..<10 {
      for (name, keys) in orders {
        try measure.time("first window by \(name) of \(snapshot.count) hits") {
          _ = try snapshot.sorted(by: keys).elements(offset: 0, limit: 20)
        }
      }
      let answer = try snapshot.sorted(by: orders[0].1)
      measure.time("first deep window") { _ = answer.elements(offset: snapshot.count / 2, limit: 20) }
      measure.time("another deep window") { _ = answer.elements(offset: snapshot.count / 3, limit: 20) }
      measure.time("position in a sorted answer") { _ = answer.position(of: snapshot.count / 2) }
    }
  }

  private func measureUpserts(
    _ index: SearchIndex<Int, Int>, _ name: String, _ measure: inout FieldMeasure
  ) throws {
    let count = index.snapshot().count
    for number in 0..<2000 {
      try measure.time("upsert visible \(name)") {
        try index.upsert(number * 487 % count)
        _ = index.snapshot().count
      }
    }
    try index.waitForMerges()
  }
}

/// Times by operation, in the order of first use.
private struct FieldMeasure {
  private var names: [String] = []
  private var times: [String: [UInt64]] = [:]

  mutating func add(_ name: String, _ nanoseconds: UInt64) {
    if times[name] == nil { names.append(name) }
    times[name, default: []].append(nanoseconds)
  }

  mutating func time(_ name: String, _ body: () throws -> Void) rethrows {
    let start = nanosecondsNow()
    try body()
    add(name, nanosecondsNow() - start)
  }

  var table: TextTable {
    var table = TextTable(header: ["", "times", "p50 µs", "p95 µs", "p99 µs"])
    for name in names {
      let percentiles = Percentiles(times[name] ?? [])
      table.add(
        [name, "\(percentiles.count)"]
          + [50, 95, 99].map { (Double(percentiles.value(at: $0)) / 1000).rounded(digits: 1) })
    }
    return table
  }
}
