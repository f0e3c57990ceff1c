import RiffleTestSupport
import Testing

@testable import Riffle

/// Lists that are written and read again. RIFFLE_CASES sets how many, RIFFLE_SEED where they begin.
@Suite struct StoredListTests {
  private static let firstSeed = setting("RIFFLE_SEED") ?? 1
  private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 60)

  /// A list that is written now and then, and goes on as what is read, beside one that stays in memory.
  @Test func aListGoesOnAsItWasWritten() throws {
    for seed in Self.seeds {
      var random = RandomText(seed: UInt64(seed), mixesScripts: seed % 4 == 0)
      let kind = try StoredKind(&random)
      let items = random.storableItems(kind, count: random.number(below: 120))
      var stored = try kind.storable(items)
      let kept = try kind.inMemory(items)
      for round in 0..<6 {
        for _ in 0..<random.number(below: 4) {
          let changes = random.changes(kind, of: kept.snapshot())
          for index in [stored, kept] { try index.update { batch in for change in changes { change(&batch) } } }
        }
        if random.oneIn(4) { try stored.optimize() }
        if random.oneIn(2) { stored = try kind.readAgain(stored) }
        let difference = random.difference(between: stored.snapshot(), and: kept.snapshot())
        if let difference { Issue.record("\(difference), seed \(seed), round \(round)") }
      }
    }
  }

  /// What two snapshots do not share is all that is different, and rows that only lie elsewhere are none of it.
  @Test func differencesAreOfWhatStandsInRows() throws {
    for seed in Self.seeds {
      var random = RandomText(seed: UInt64(seed))
      var kind = try StoredKind(&random)
      let other = try SearchIndex<String, String>(
        [], id: \.self, title: \.self, scopes: StoredKind.scopes.mapValues { _ in { _ in false } },
        options: kind.options)
      var index = try kind.storable(random.storableItems(kind, count: random.number(below: 120)))
      var before = index.snapshot()
      for round in 0..<10 {
        var isChanged = false
        for _ in 0..<random.number(below: 3) {
          let changes = random.changes(kind, of: index.snapshot())
          try index.update { batch in for change in changes { change(&batch) } }
          isChanged = true
        }
        switch random.number(below: 6) {
        case 0: try index.optimize()
        case 1:
          index = try kind.readAgain(index)
        case 2:
          // With other labels, and in one segment.
          index = try kind.storable(index.snapshot().elements(offset: 0, limit: .max))
        case 3:
          kind.scope = random.oneIn(2) ? nil : random.oneIn(2) ? .scope("light") : .not(.scope("even"))
        default: break
        }
        let after = try kind.scope.map { try index.snapshot().restricted(to: $0) } ?? index.snapshot()
        let comment: Comment = "seed \(seed), round \(round)"
        if random.oneIn(2) {
          check(before, after, &random, comment)
          if !isChanged, before.count == index.snapshot().count, after.count == before.count {
            let (gone, come) = after.difference(0..<after.count, from: before, 0..<before.count)
            #expect(gone.ranks.isEmpty && come.ranks.isEmpty, comment)
          }
        } else {
          func mapped(_ snapshot: Snapshot<Item<ItemID>, ItemID>) -> Snapshot<String, String> {
            snapshot.mapped(
              as: other, element: text, id: { if case .text(let text) = $0 { "x\(text)" } else { "\($0)" } },
              original: { id in
                id.hasPrefix("x") ? .text(String(id.dropFirst())) : Int64(id).map { .integer($0) }
              })
          }
          let (old, new) = (mapped(before), mapped(after))
          check(old, new, &random, comment)
          for (position, item) in index.snapshot().elements(offset: 0, limit: .max).enumerated() {
            let id = if case .text(let text) = item.id { "x\(text)" } else { "\(item.id)" }
            let isIn = after.position(of: item.id) != nil
            #expect(new.position(of: id) == (isIn ? position : nil), comment)
            #expect(new.element(withID: id) == (isIn ? text(item) : nil), comment)
          }
        }
        before = after
      }
    }
  }

  private func text(_ item: Item<ItemID>) -> String {
    "\(item.id) \(item.title) \(item.searchText) \(item.reading) \(item.weight) \(item.isSearchable) \(item.scopes.sorted()) \(item.fields.sorted { $0.key < $1.key })"
  }

  private func check<Element: Equatable, ID>(
    _ before: Snapshot<Element, ID>, _ after: Snapshot<Element, ID>, _ random: inout RandomText, _ comment: Comment
  ) {
    func stretch(_ count: Int) -> Range<Int> {
      let start = random.oneIn(2) ? 0 : random.number(below: count + 1)
      return start..<(random.oneIn(2) ? count : start + random.number(below: count - start + 1))
    }
    let (old, new) = (stretch(before.count), stretch(after.count))
    let (gone, come) = after.difference(new, from: before, old)
    func left(_ list: Snapshot<Element, ID>, _ stretch: Range<Int>, without ranks: [Int]) -> [Element] {
      #expect(ranks == ranks.sorted() && Set(ranks).count == ranks.count && ranks.allSatisfy(stretch.contains), comment)
      let elements = list.elements(offset: 0, limit: .max)
      return stretch.filter { !ranks.contains($0) }.map { elements[$0] }
    }
    #expect(left(before, old, without: gone.ranks) == left(after, new, without: come.ranks), comment)
    #expect(gone.elements == gone.ranks.compactMap { before.elements(offset: $0, limit: 1).first }, comment)
    #expect(come.ids.map { after.rank(of: $0) } == come.ranks, comment)
  }

  @Test func anotherKeyFindsNoIDs() throws {
    var random = RandomText(seed: 1)
    let kind = try StoredKind(&random)
    let list = try kind.storable((0..<100).map { Item(id: .integer($0), title: "\($0)") })
    let other = StoredKind(key: SipHash(first: 5, second: 6), order: kind.order, options: kind.options)
    let read = try other.readAgain(list).snapshot()
    #expect((0..<100).filter { read.position(of: .integer($0)) != nil }.count < 50)
  }

  @Test func numbersAndTextsAreDifferentIDs() throws {
    let ids: [ItemID] = [1, "1", -1, .integer(.min), .integer(.max), "", "e\u{301}", "\u{E9}", "long text of an id"]
    let kind = StoredKind(key: SipHash(first: 1, second: 2), order: .manual, options: IndexOptions())
    let list = try kind.readAgain(try kind.storable(ids.map { Item(id: $0, title: "\($0)") })).snapshot()
    #expect(list.count == ids.count)
    for (position, id) in ids.enumerated() {
      #expect(list.position(of: id) == position && list.element(at: position)?.id == id)
    }
    #expect(list.position(of: "-1") == nil && list.position(of: 2) == nil)
  }

  /// What a file says is read without a trap, whatever of its rows is missing or wrong.
  @Test func rowsThatDoNotBelongToSegmentsAreErrors() throws {
    let kind = StoredKind(key: SipHash(first: 1, second: 2), order: .manual, options: IndexOptions())
    let index = try kind.storable((0..<50).map { Item(id: .integer($0), title: "title \($0)") })
    try index.update { batch in
      batch.delete(id: 3)
      batch.move(id: 7, to: .start)
    }
    let list = try index.storedList()
    let rows = WrittenColumns(list.rows)
    let segments = list.segments.map { WrittenColumns($0.columns).source }
    #expect(rows.extents.keys.contains("0.live"))
    #expect(throws: SegmentError.wrongColumn("segmentCount")) { try kind.read(rows.source, []) }
    #expect(throws: SegmentError.self) { try kind.read(rows.source, segments.reversed()) }
    for name in ["segmentCount", "0.live"] {
      var extents = rows.extents
      let extent = try #require(extents[name])
      extents[name] = ColumnSource.Extent(
        offset: extent.offset, byteCount: extent.byteCount, elementSize: extent.elementSize, count: extent.count + 1)
      #expect(throws: SegmentError.wrongColumn(name)) {
        try kind.read(ColumnSource(rows.memory(), extents), segments)
      }
    }
  }
}

/// What holds for a list that is written.
private struct StoredKind {
  let key: SipHash
  let order: ListOrder<Item<ItemID>>
  let options: IndexOptions
  /// What part of the list is looked at; `nil` for all.
  var scope: Scope?

  static let scopes: [String: @Sendable (Item<ItemID>) -> Bool] = [
    "light": { $0.scopes.contains("light") }, "even": { $0.scopes.contains("even") },
  ]

  static let fields = RandomFields.fields.map(\.definition)

  init(key: SipHash, order: ListOrder<Item<ItemID>>, options: IndexOptions) {
    (self.key, self.order, self.options) = (key, order, options)
  }

  init(_ random: inout RandomText) throws {
    key = SipHash(first: 1, second: UInt64(random.number(below: 9)))
    switch random.number(below: 3) {
    case 0: order = .manual
    case 1: order = .alphabet(try ListAlphabet(locales: ["en"]))
    default:
      order = .sorted(
        into: ["0", "1", "2"], bucket: { $0.title.utf8.count / 12 }, by: { $0.weight > $1.weight })
    }
    var options = IndexOptions(titlesArePaths: random.oneIn(5), romanizesTitles: random.oneIn(4))
    options.upkeep.mostTailItems = random.oneIn(2) ? 4 : 64
    self.options = options
  }

  func storable(_ items: [Item<ItemID>]) throws -> SearchIndex<Item<ItemID>, ItemID> {
    try SearchIndex(storable: items, key: key, order: order, scopes: Self.scopes, fields: Self.fields, options: options)
  }

  func inMemory(_ items: [Item<ItemID>]) throws -> SearchIndex<Item<ItemID>, ItemID> {
    try SearchIndex(
      items, order: order, id: \.id, title: \.title, searchText: \.searchText, reading: \.reading, weight: \.weight,
      isSearchable: \.isSearchable, scopes: Self.scopes, fields: Self.fields.map { SearchField(keptIn: $0) },
      options: options)
  }

  /// Writes all of a list, and reads it.
  func readAgain(_ index: SearchIndex<Item<ItemID>, ItemID>) throws -> SearchIndex<Item<ItemID>, ItemID> {
    try index.waitForMerges()
    let list = try index.storedList()
    return try read(
      WrittenColumns(list.rows).source, list.segments.map { WrittenColumns($0.columns).source })
  }

  func read(
    _ rows: ColumnSource, _ segments: [ColumnSource]
  ) throws(SegmentError) -> SearchIndex<Item<ItemID>, ItemID> {
    try SearchIndex(
      rows: rows, segments: segments.map { .columns($0) }, key: key, order: order, scopes: Self.scopes,
      fields: Self.fields, options: options)
  }
}

extension RandomText {
  fileprivate mutating func storableItem(_ id: ItemID) -> Item<ItemID> {
    var fields = RandomFields(seed: UInt64(number(below: .max)))
    let item = items(count: 1)[0]
    return Item(
      id: id, title: item.title, searchText: item.searchText, reading: item.reading, weight: item.weight,
      isSearchable: item.isSearchable, scopes: Set(["light", "even"].filter { _ in oneIn(3) }),
      fields: fields.storableValues())
  }

  /// Numbers and texts, so few that they come again.
  private mutating func storableID() -> ItemID {
    let number = number(below: 200)
    return number % 3 == 0 ? .text("id \(number)") : .integer(Int64(number) - 20)
  }

  fileprivate mutating func storableItems(_ kind: StoredKind, count: Int) -> [Item<ItemID>] {
    var ids: Set<ItemID> = []
    return (0..<count).compactMap { _ in
      let id = storableID()
      return ids.insert(id).inserted ? storableItem(id) : nil
    }
  }

  fileprivate mutating func changes(
    _ kind: StoredKind, of list: Snapshot<Item<ItemID>, ItemID>
  ) -> [(inout UpdateBatch<Item<ItemID>, ItemID>) -> Void] {
    var ids: Set<ItemID> = []
    var changes: [(inout UpdateBatch<Item<ItemID>, ItemID>) -> Void] = []
    for _ in 0..<1 + number(below: 9) {
      let isKnown = list.count > 0 && !oneIn(3)
      let id = isKnown ? list.element(at: number(below: list.count))?.id ?? 0 : storableID()
      guard ids.insert(id).inserted else { continue }
      let item = storableItem(id)
      switch number(below: 5) {
      case 0: changes.append { $0.delete(id: id) }
      case 1 where isKnown && kind.order.isManual: changes.append { $0.move(id: id, to: .start) }
      case 2 where isKnown:
        changes.append { batch in
          batch.update(id: id) {
            $0.title = item.title
            $0.weight = item.weight
            $0.scopes = item.scopes
            $0.fields = item.fields
          }
        }
      default: changes.append { $0.upsert(item) }
      }
    }
    return changes
  }

  /// What two lists do not agree about; `nil` if that is nothing that is asked.
  fileprivate mutating func difference(
    between a: Snapshot<Item<ItemID>, ItemID>, and b: Snapshot<Item<ItemID>, ItemID>
  ) -> String? {
    let all = (a.elements(offset: 0, limit: .max), b.elements(offset: 0, limit: .max))
    if all.0 != all.1 { return "items" }
    for item in all.1 where a.position(of: item.id) != b.position(of: item.id) { return "position of \(item.id)" }
    let (jumplist, expected) = (a.jumplist(), b.jumplist())
    if jumplist != expected { return "jumplist" }
    if a.truncatedFields.count != b.truncatedFields.count { return "truncated fields" }
    var fields = RandomFields(seed: UInt64(number(below: .max)))
    for _ in 0..<4 {
      let filter = fields.filter()
      guard let (a, b) = try? (a.filtered(by: filter), b.filtered(by: filter)) else { return "a filter" }
      if a.elements(offset: 0, limit: .max) != b.elements(offset: 0, limit: .max) { return "what \(filter) leaves" }
      let facets = RandomFields.names.map { Facet($0) }
      guard let (counts, expected) = try? (a.facets(facets), b.facets(facets)) else { return "facets" }
      if counts != expected { return "facets where \(filter)" }
      let key = SortKey(RandomFields.names[fields.number(below: 8)], isDescending: oneIn(2))
      guard let (order, expected) = try? (a.sorted(by: [key]), b.sorted(by: [key])) else { return "an order" }
      if order.elements(limit: .max).map(\.id) != expected.elements(limit: .max).map(\.id) { return "order by \(key)" }
    }
    let texts = all.1.map { Item(id: 0, title: $0.title, searchText: $0.searchText) }
    for _ in 0..<4 {
      guard let parsed = try? Query(query(for: texts)) else { continue }
      let request = SearchRequest(parsed, order: oneIn(4) ? .list : .relevance, limit: 10, reach: reach())
      let scope = Scope.scope(oneIn(2) ? "light" : "even")
      guard let (a, b) = oneIn(2) ? (a, b) : try? (a.restricted(to: scope), b.restricted(to: scope)) else {
        return "scope"
      }
      let (found, expected) = (a.search(request), b.search(request))
      if found.map(\.id) != expected.map(\.id) || found.total != expected.total
        || found.map(\.score) != expected.map(\.score) || found.map(\.element) != expected.map(\.element)
      {
        return "hits of “\(parsed.text)”"
      }
    }
    return nil
  }
}
