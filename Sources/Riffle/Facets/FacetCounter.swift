/// Counts values of fields in some rows of a list.
struct FacetCounter {
  private let fields: [FieldDefinition]
  /// The fields of each part.
  let columns: [FieldColumns]
  let rows: [BitColumn]
  private let options: IndexOptions

  /// - Parameter rows: the rows of each part.
  init(_ fields: [FieldDefinition], _ columns: [FieldColumns], _ rows: [BitColumn], _ options: IndexOptions) {
    (self.fields, self.columns, self.rows, self.options) = (fields, columns, rows, options)
  }

  /// - Parameter rows: the rows of each part.
  /// - Throws: ``FilterError/index(_:)``.
  init<Element, ID>(_ rows: [BitColumn], of state: ListState<Element, ID>) throws(FilterError) {
    var columns: [FieldColumns] = []
    var some: [BitColumn] = []
    for part in 0...state.tailPart where rows[part].count > 0 {
      columns.append(try state.fields(ofPart: part))
      some.append(rows[part])
    }
    self.init(state.reader.fieldDefinitions, columns, some, state.reader.options)
  }

  /// - Throws: ``FilterError``.
  /// - Complexity: O(rows + *k* log *k*) for *k* distinct values, and one search of these if the facet has a query.
  func counts(_ facet: Facet) throws(FilterError) -> FacetCounts {
    let (number, field) = try field(of: facet)
    var counts = FacetCounts(field: field.name)
    counts.missingCount = missingCount(number)
    switch field.kind {
    case .keyword: countKeywords(number, facet, &counts)
    case .boolean: countFlags(number, facet, &counts)
    case .integer, .real, .time: try countNumbers(number, field.kind, facet, &counts)
    }
    return counts
  }

  /// The field of a facet, with its number.
  /// - Throws: ``FilterError``, also if the facet does not fit the field.
  func field(of facet: Facet) throws(FilterError) -> (number: Int, definition: FieldDefinition) {
    let number = try fields.number(of: facet.field)
    try check(facet, fields[number])
    return (number, fields[number])
  }

  private func check(_ facet: Facet, _ field: FieldDefinition) throws(FilterError) {
    func fail(_ condition: String) -> FilterError {
      .wrongCondition(field: field.name, kind: field.kind, condition: condition)
    }
    if facet.matching != nil, field.kind != .keyword { throw fail("a search among the values") }
    switch (facet.histogram, field.kind) {
    case (nil, _), (.months, .time), (.years, .time): break
    case (.every(let width), .integer), (.every(let width), .real), (.every(let width), .time):
      if !(width > 0 && width < .infinity) { throw fail("a histogram with buckets of \(width)") }
    default: throw fail("such a histogram")
    }
  }

  func missingCount(_ field: Int) -> Int {
    zip(columns, rows).reduce(0) { sum, part in
      guard let present = part.0.columns[field].present else { return sum }
      var missing = part.1
      missing.subtract(present)
      return sum + missing.setCount
    }
  }

  // MARK: - Kinds

  private func countKeywords(_ field: Int, _ facet: Facet, _ counts: inout FacetCounts) {
    let keywords = columns.map { $0.columns[field] }.keywords
    let found = KeywordCounts(keywords, rows)
    counts.valueCount = found.entries.count
    var entries = found.entries
    if facet.order == .count {
      entries = found.byCount(limit: facet.matching == nil ? max(0, facet.limit) : entries.count)
    }
    if let query = facet.matching {
      entries = best(entries.map { found.string($0) }, query, facet.limit).map { entries[$0] }
    }
    counts.values = entries.prefix(max(0, facet.limit)).map { entry in
      FacetCounts.Value(value: .text(found.string(entry)), count: entry.count)
    }
  }

  private func countFlags(_ field: Int, _ facet: Facet, _ counts: inout FacetCounts) {
    var values = [false, true].map { flag in
      FacetCounts.Value(value: .boolean(flag), count: count(of: flag, field))
    }
    values.removeAll { $0.count == 0 }
    if facet.order == .count, values.count == 2, values[1].count > values[0].count { values.reverse() }
    counts.valueCount = values.count
    counts.values = Array(values.prefix(max(0, facet.limit)))
  }

  func count(of flag: Bool, _ field: Int) -> Int {
    zip(columns, rows).reduce(0) { sum, part in
      guard case .flags(let column) = part.0.columns[field] else { return sum }
      var rows = column.rows(of: flag)
      rows.formIntersection(part.1)
      return sum + rows.setCount
    }
  }

  func numbers(_ field: Int, _ kind: FieldKind) -> NumberCounts {
    NumberCounts(
      kind, columns.compactMap { if case .numbers(let column) = $0.columns[field] { column } else { nil } }, rows)
  }

  private func countNumbers(
    _ field: Int, _ kind: FieldKind, _ facet: Facet, _ counts: inout FacetCounts
  ) throws(FilterError) {
    let numbers = numbers(field, kind)
    if facet.limit > 0 {
      let found = numbers.counts()
      counts.valueCount = found.count
      counts.least = found.first.map { FieldCode.value($0.code, kind) }
      counts.greatest = found.last.map { FieldCode.value($0.code, kind) }
      // A stable sort: of equals the least value comes first.
      let ordered = facet.order == .value ? found : found.sorted { $0.count > $1.count }
      counts.values = ordered.prefix(facet.limit).map {
        FacetCounts.Value(value: FieldCode.value($0.code, kind), count: $0.count)
      }
    } else if let bounds = numbers.bounds {
      counts.least = FieldCode.value(bounds.least, kind)
      counts.greatest = FieldCode.value(bounds.greatest, kind)
    }
    if let histogram = facet.histogram { counts.histogram = try numbers.histogram(histogram) }
  }

  // MARK: - Searching values

  /// The places of the values that match a query, the best first.
  private func best(_ values: [String], _ query: Query, _ limit: Int) -> [Int] {
    matches(values, SearchRequest(query, limit: max(0, limit))).map(\.lineNumber)
  }

  /// Searches values.
  func matches(_ values: [String], _ request: SearchRequest) -> LineResults {
    // No byte of UTF-8, so none of a value.
    let end: UInt8 = 0xFF
    let search = LineSearch(request, options: options, terminator: end)
    var lines: [UInt8] = []
    for value in values {
      lines += value.utf8
      lines.append(end)
    }
    var worker = search.worker()
    worker.read(lines.span, firstLine: 0)
    return search.results(of: [worker.finish()])
  }
}

extension KeywordCounts {
  /// The first entries by count, the greatest first; of equals the first in the order of keywords.
  /// - Complexity: O(*k*) for *k* entries, if `limit` is small.
  fileprivate func byCount(limit: Int) -> [Entry] {
    var kept: [(offset: Int, count: Int)] = []
    // The least count that is still wanted; the first entries have it.
    var least = 0
    func prune() {
      kept.sort { a, b in a.count != b.count ? a.count > b.count : a.offset < b.offset }
      if kept.count < limit { return }
      kept.removeSubrange(limit...)
      least = kept.last?.count ?? .max
    }
    for (offset, entry) in entries.enumerated() where entry.count > least {
      kept.append((offset, entry.count))
      if kept.count / 2 >= limit { prune() }
    }
    prune()
    return kept.map { entries[$0.offset] }
  }
}
