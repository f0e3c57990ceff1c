import RiffleTestSupport
import Testing

@testable import Riffle

/// Facets of changing lists, compared with counts of a plain array.
@Suite struct FacetModelTests {
  private static let seed = UInt64(setting("RIFFLE_SEED") ?? 54)

  @Test func facetsCountWhatAPlainArrayHas() throws {
    for round in 0..<UInt64(setting("RIFFLE_CASES") ?? 8) {
      let seed = Self.seed &+ round
      var model = try FieldListModel(seed: seed, count: round.isMultiple(of: 2) ? 200 : 30)
      for step in 0..<12 {
        if step > 0 { try model.change() }
        if step == 8 { try model.optimize() }
        let snapshot = model.index.snapshot()
        let filter = model.random.oneIn(3) ? nil : model.random.filter()
        let left = model.items.filter { item in filter.map { PlainFilter.meets(item, $0) } ?? true }
        let query = model.random.oneIn(2) ? "" : model.texts.query(for: model.items)
        guard let query = try? Query(query) else { continue }
        let hits = try SearchIndex(left).search(SearchRequest(query, order: .list, terms: .most)).map(\.element)
        let facets = RandomFields.names.flatMap { name in
          [Facet.Order.count, .value].map { Facet(name, order: $0, limit: model.random.oneIn(2) ? 1000 : 3) }
        }
        let counts = try snapshot.facets(facets, of: SearchRequest(query, limit: 1), filter: filter)
        for (facet, counts) in zip(facets, counts) {
          let expected = Self.counts(facet, hits)
          #expect(
            counts == expected,
            "seed \(seed), step \(step): \(facet) of “\(query.text)” where \(filter?.description ?? "")")
        }
        let list = try filter.map { try snapshot.filtered(by: $0) } ?? snapshot
        let inOrder = list.search(SearchRequest(query, order: .list, limit: 1, terms: .most))
        #expect(try inOrder.facets(facets) == counts)
      }
    }
  }

  private static func counts(_ facet: Facet, _ items: [Item<Int>]) -> FacetCounts {
    var counts = FacetCounts(field: facet.field)
    let values = items.map { PlainFilter.values($0, facet.field).map(plain) }
    counts.missingCount = values.count { $0.isEmpty }
    let isNumber = ["population", "rating", "added"].contains(facet.field)
    let isKeyword = !isNumber && facet.field != "closed"
    // By key, then by spelling.
    var spellings: [[UInt8]: [FieldValue: Int]] = [:]
    var totals: [[UInt8]: Int] = [:]
    for values in values {
      for value in Set(values) { spellings[key(value, facet.field, isKeyword), default: [:]][value, default: 0] += 1 }
      for key in Set(values.map({ key($0, facet.field, isKeyword) })) { totals[key, default: 0] += 1 }
    }
    var found = spellings.map { key, spellings in
      let best = spellings.max { a, b in
        a.value != b.value ? a.value < b.value : bytes(a.key).lexicographicallyPrecedes(bytes(b.key)) == false
      }
      return FacetCounts.Value(value: best!.key, count: totals[key]!)
    }
    found.sort { PlainFilter.compare($0.value, $1.value, facet.field) < 0 }
    counts.valueCount = found.count
    if isNumber { (counts.least, counts.greatest) = (found.first?.value, found.last?.value) }
    if facet.order == .count {
      found = found.enumerated().sorted {
        $0.element.count != $1.element.count ? $0.element.count > $1.element.count : $0.offset < $1.offset
      }.map(\.element)
    }
    counts.values = Array(found.prefix(facet.limit))
    return counts
  }

  private static func key(_ value: FieldValue, _ field: String, _ isKeyword: Bool) -> [UInt8] {
    isKeyword ? PlainFilter.key(value, field) : Array("\(value)".utf8)
  }

  private static func bytes(_ value: FieldValue) -> [UInt8] { Array("\(value)".utf8) }

  private static func plain(_ value: FieldValue) -> FieldValue {
    if case .real(let number) = value, number == 0 { .real(0) } else { value }
  }

  @Test func aFacetThatIgnoresItsFieldCountsWhatOtherChoicesWouldFind() throws {
    var model = try FieldListModel(seed: Self.seed, count: 300)
    let snapshot = model.index.snapshot()
    for _ in 0..<20 {
      let other = model.random.filter(depth: 0)
      let filter = Filter.all(.in("country", ["SE", "NO"]), .not(.equals("country", "a")), other)
      let left = other.without(conditionsOn: "country")
      let counts = try snapshot.facets([Facet("country", limit: 100, ignoresOwnFilter: true)], filter: filter)
      #expect(try counts == snapshot.facets([Facet("country", limit: 100)], filter: left), "\(other)")
      let own = try snapshot.facets(
        [Facet("city", limit: 100, ignoresOwnFilter: true)], filter: .equals("country", "SE"))
      #expect(try own == snapshot.facets([Facet("city", limit: 100)], filter: .equals("country", "SE")))
    }
  }

  @Test func histogramsGatherValuesInBuckets() throws {
    let model = try FieldListModel(seed: Self.seed, count: 300)
    let snapshot = model.index.snapshot()
    let facets = [
      Facet("population", limit: 0, histogram: .every(7)), Facet("population", limit: 0, histogram: .every(2.5)),
      Facet("rating", limit: 0, histogram: .every(0.75)), Facet("added", limit: 0, histogram: .every(86_400 * 3)),
      Facet("added", limit: 0, histogram: .months), Facet("added", limit: 0, histogram: .years),
    ]
    for (facet, counts) in zip(facets, try snapshot.facets(facets)) {
      let values = model.items.flatMap { PlainFilter.values($0, facet.field) }
      #expect(counts.values.isEmpty && counts.valueCount == nil)
      #expect(counts.histogram.reduce(0) { $0 + $1.count } == values.count)
      let starts = counts.histogram.map(\.value)
      for (bucket, end) in zip(counts.histogram, starts.dropFirst().map { Optional($0) } + [nil]) {
        let held = values.filter { value in
          PlainFilter.compare(value, bucket.value, facet.field) >= 0
            && end.map { PlainFilter.compare(value, $0, facet.field) < 0 } ?? true
        }
        // Beyond, where a bucket begins is rounded.
        if facet.field != "added", abs(Self.number(bucket.value)) > 0x1p50 { continue }
        #expect(held.count == bucket.count, "\(facet): \(bucket)")
        guard case .time(let start) = bucket.value, start.millisecondsSince1970 > .min else { continue }
        if facet.histogram == .months { #expect(start.description.hasSuffix("-01T00:00:00Z"), "\(start)") }
        if facet.histogram == .years { #expect(start.description.hasSuffix("-01-01T00:00:00Z"), "\(start)") }
      }
    }
  }

  @Test(arguments: 0..<UInt64(8))
  func bucketsOfValuesThatLieTogetherAreThoseOfEach(_ offset: UInt64) throws {
    var random = RandomText(seed: Self.seed + offset)
    // Around 0, 1970 and the ends of months and years.
    let numbers = (0..<500).map { _ in random.number(below: 400) - 200 }
    let times = (0..<500).map { _ in
      let day = 86_400_000
      let time = (random.number(below: 1200) - 600) * day + [0, 1, day - 1][random.number(below: 3)]
      return Timestamp(millisecondsSince1970: Int64(time))
    }
    let list = try SearchIndex(
      0..<500, id: { $0 }, title: { "\($0)" },
      fields: [.integer("number") { numbers[$0] }, .time("time") { times[$0] }]
    ).snapshot()
    func found(_ field: String, _ histogram: Facet.Histogram) throws -> [String] {
      try list.facets([Facet(field, limit: 0, histogram: histogram)])[0].histogram.map { "\($0.value): \($0.count)" }
    }
    for width in [1, 3, 10, 128, 1000] {
      let buckets = Dictionary(grouping: numbers) { Int((Double($0) / Double(width)).rounded(.down)) * width }
      let expected = buckets.sorted { $0.key < $1.key }.map { "\(FieldValue.integer(Int64($0))): \($1.count)" }
      #expect(try found("number", .every(Double(width))) == expected, "seed \(Self.seed + offset), width \(width)")
    }
    for (histogram, length, rest) in [(Facet.Histogram.months, 7, "-01T00:00:00Z"), (.years, 4, "-01-01T00:00:00Z")] {
      let buckets = Dictionary(grouping: times) { $0.description.prefix(length) + rest }
      let expected = buckets.sorted { $0.key < $1.key }.map { "\($0): \($1.count)" }
      #expect(try found("time", histogram) == expected, "seed \(Self.seed + offset)")
    }
  }

  /// At any width, a bucket begins at or before its values.
  @Test(arguments: [
    .leastNonzeroMagnitude, 1e-300, 0.1, 0.5, 0.7, 1, 1.1, 2.5, 3, 86_400, 0x1p53, 1e18, 1e19, 1e300,
    .greatestFiniteMagnitude,
  ]) func aBucketBeginsAtOrBeforeItsValues(width: Double) throws {
    var random = RandomFields(seed: Self.seed)
    let facets = ["population", "rating", "added"].map { Facet($0, limit: 0, histogram: .every(width)) }
    for _ in 0..<300 {
      let item = Item(id: 0, title: "x", fields: random.values())
      let list = try SearchIndex([item], id: \.id, title: \.title, fields: RandomFields.fields).snapshot()
      for (facet, counts) in zip(facets, try list.facets(facets)) {
        let values = PlainFilter.values(item, facet.field)
        let buckets = counts.histogram.map(\.value)
        #expect(buckets.count == values.count)
        for (value, bucket) in zip(values, buckets) {
          #expect(PlainFilter.compare(bucket, value, facet.field) <= 0, "\(value) in a bucket from \(bucket)")
          switch (value, bucket) {
          case (.integer(let value), .integer(let bucket)):
            // In Double, as far as that is exact.
            if width < 1 { #expect(value == bucket) }
            if abs(Double(value)) < 0x1p40, width < 0x1p40 { #expect(Double(value - bucket) < max(1, width)) }
            if value >= 0, Double(value) < width { #expect(bucket == 0, "\(value)") }
          case (.real(let value), .real(let bucket)):
            #expect(value.isFinite == bucket.isFinite || value < 0)
            if value >= 0, value < width { #expect(bucket == 0, "\(value)") }
          case (.time(let value), .time(let bucket)):
            if value.millisecondsSince1970 >= 0, Double(value.millisecondsSince1970) < width * 1000 {
              #expect(bucket.millisecondsSince1970 == 0, "\(value)")
            }
          default: Issue.record("\(bucket) is of another type than \(value)")
          }
        }
      }
    }
  }

  private static func number(_ value: FieldValue) -> Double {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: 0
    }
  }

  @Test func valuesAreSearchedAsTitlesAre() throws {
    let names = ["Göteborg", "Gothenburg", "Gotha", "New York", "York", "Stockholm"]
    let items = names.enumerated().flatMap { place, name in
      (0...place).map { Item(id: place * 10 + $0, title: "x", fields: ["city": [.text(name)]]) }
    }
    let index = try SearchIndex(
      items, id: \.id, title: \.title,
      fields: [.keyword("city") { $0.fields["city"]?.first.map { "\($0)" } }])
    func found(_ text: String, limit: Int = 10) throws -> [String] {
      try index.snapshot().facets([Facet("city", limit: limit, matching: Query(text))])[0].values.map {
        "\($0.value) \($0.count)"
      }
    }
    #expect(try found("gotebrg") == ["Göteborg 1"])
    #expect(try found("york") == ["York 5", "New York 4"])
    #expect(try found("got") == ["Gotha 3", "Göteborg 1", "Gothenburg 2"])
    #expect(try found("got", limit: 1).count == 1)
    #expect(try found("", limit: 2) == ["Stockholm 6", "York 5"])
    #expect(try found("zzz") == [])
  }

  @Test func aFacetOfAnotherTypeIsAnErrorThatNamesTheField() throws {
    let snapshot = try FieldListModel(seed: 1, count: 20).index.snapshot()
    func description(_ facet: Facet) -> String {
      do {
        _ = try snapshot.facets([facet])
        return ""
      } catch { return error.description }
    }
    #expect(description(Facet("towns")).hasPrefix("there is no field “towns”"))
    #expect(
      description(Facet("country", histogram: .every(1)))
        == "such a histogram is no condition for the keyword field “country”")
    #expect(
      description(Facet("population", histogram: .months))
        == "such a histogram is no condition for the integer field “population”")
    #expect(description(Facet("population", histogram: .every(0))).contains("buckets of 0.0"))
    #expect(description(Facet("population", matching: .blank())).contains("a search among the values"))
  }
}
