import RiffleTestSupport
import Testing

@testable import Riffle

/// Sorted answers of changing lists, compared with a sorted plain array.
@Suite struct SortModelTests {
  private static let seed = UInt64(setting("RIFFLE_SEED") ?? 54)

  @Test func anAnswerIsSortedAsAPlainArrayIs() throws {
    for round in 0..<UInt64(setting("RIFFLE_CASES") ?? 8) {
      let seed = Self.seed &+ round
      var model = try FieldListModel(seed: seed, count: round.isMultiple(of: 2) ? 300 : 30)
      for step in 0..<12 {
        if step > 0 { try model.change() }
        if step == 8 { try model.optimize() }
        let filter = model.random.oneIn(2) ? Filter.all() : model.random.filter()
        let snapshot = try model.index.snapshot().filtered(by: filter)
        let left = model.items.filter { PlainFilter.meets($0, filter) }
        let text = model.random.oneIn(2) ? "" : model.texts.query(for: model.items)
        guard let query = try? Query(text) else { continue }
        let hits = try SearchIndex(left).search(SearchRequest(query, order: .list, terms: .most)).map(\.element)
        let keys = (0..<model.random.number(below: 4)).map { _ in
          SortKey(
            RandomFields.names[model.random.number(below: 8)], isDescending: model.random.oneIn(2),
            missing: model.random.oneIn(2) ? .first : .last)
        }
        let expected = Self.sorted(hits, keys)
        let what = "seed \(seed), step \(step): “\(text)” where \(filter) by \(keys)"
        let (offset, limit) = (model.random.number(below: 20), 1 + model.random.number(below: 20))
        let answer = try snapshot.sorted(SearchRequest(query, limit: 1), by: keys)
        #expect(answer.count == expected.count, "\(what)")
        let window = expected.dropFirst(offset).prefix(limit)
        #expect(answer.elements(offset: offset, limit: limit).map(\.id) == window.map(\.id), "\(what)")
        #expect(answer.hits(offset: offset, limit: limit).map(\.id) == window.map(\.id), "\(what)")
        for item in window.prefix(3) {
          #expect(answer.position(of: item.id) == expected.firstIndex { $0.id == item.id }, "\(what)")
        }
        #expect(answer.position(of: -1) == nil)
        let sections = try answer.sections()
        #expect(sections == Self.sections(expected, keys), "\(what)")
        let ranked = try SearchIndex(left).search(SearchRequest(query, limit: .max, terms: .most)).map(\.element)
        let byRelevance = Self.sorted(ranked, keys)
        let tied = try snapshot.sorted(SearchRequest(query, limit: 1), by: keys, ties: .relevance)
        let tiedWindow = byRelevance.dropFirst(offset).prefix(limit)
        #expect(tied.elements(offset: offset, limit: limit).map(\.id) == tiedWindow.map(\.id), "ties, \(what)")
        #expect(tied.hits(limit: .max).map(\.id) == byRelevance.map(\.id), "ties, \(what)")
        #expect(try tied.sections() == Self.sections(byRelevance, keys), "ties, \(what)")
        for item in tiedWindow.prefix(3) {
          #expect(tied.position(of: item.id) == byRelevance.firstIndex { $0.id == item.id }, "ties, \(what)")
        }
        // All are in order now, and windows are cut from there.
        #expect(answer.elements(offset: 0, limit: .max).map(\.id) == expected.map(\.id), "\(what)")
        #expect(answer.elements(offset: offset, limit: limit).map(\.id) == window.map(\.id), "\(what)")
      }
    }
  }

  private static func value(_ item: Item<Int>, _ key: SortKey) -> FieldValue? {
    let values = PlainFilter.values(item, key.field).map { value in
      if case .real(let number) = value, number == 0 { FieldValue.real(0) } else { value }
    }
    // Of equals that are spelt otherwise, those whose bytes are less come first.
    let ordered = values.sorted { a, b in
      let order = PlainFilter.compare(a, b, key.field)
      return order != 0 ? order < 0 : "\(a)".utf8.lexicographicallyPrecedes("\(b)".utf8)
    }
    return key.isDescending ? ordered.last : ordered.first
  }

  private static func sorted(_ items: [Item<Int>], _ keys: [SortKey]) -> [Item<Int>] {
    items.enumerated().sorted { a, b in
      for key in keys {
        switch (value(a.element, key), value(b.element, key)) {
        case (nil, nil): continue
        case (nil, _): return key.missing == .first
        case (_, nil): return key.missing == .last
        case (let first?, let second?):
          let order = PlainFilter.compare(first, second, key.field)
          if order != 0 { return key.isDescending ? order > 0 : order < 0 }
        }
      }
      return a.offset < b.offset
    }.map(\.element)
  }

  private static func sections(_ items: [Item<Int>], _ keys: [SortKey]) -> [SortedAnswer<Item<Int>, Int>.Section] {
    var sections: [SortedAnswer<Item<Int>, Int>.Section] = []
    for (position, item) in items.enumerated() {
      let title = keys.first.flatMap { value(item, $0) }
      if let last = sections.last {
        let isSame =
          switch (last.value, title) {
          case (nil, nil): true
          case (let a?, let b?): PlainFilter.compare(a, b, keys[0].field) == 0
          default: false
          }
        if isSame {
          sections[sections.count - 1] = .init(value: last.value, start: last.start, count: last.count + 1)
          continue
        }
      }
      sections.append(.init(value: title, start: position, count: 1))
    }
    return sections
  }

  @Test func sectionsByMonthAndYearBeginThere() throws {
    let model = try FieldListModel(seed: Self.seed, count: 200)
    for key in [SortKey.ascending("added"), .descending("added", missing: .first)] {
      let answer = try model.index.snapshot().sorted(by: [key])
      for kind in [SortedAnswer<Item<Int>, Int>.Sections.months, .years] {
        let sections = try answer.sections(by: kind)
        #expect(Set(sections.map(\.value)).count == sections.count)
        #expect(sections.reduce(0) { $0 + $1.count } == answer.count)
        for section in sections {
          for item in answer.elements(offset: section.start, limit: section.count) {
            guard case .time(let time)? = item.fields["added"]?.first else {
              #expect(section.value == nil)
              continue
            }
            guard case .time(let start)? = section.value else {
              Issue.record("\(item) is in a section without a value")
              continue
            }
            let length = kind == .months ? 7 : 4
            #expect(start == time || start.description.prefix(length) == time.description.prefix(length))
          }
        }
      }
    }
  }

  /// The first month that there is begins before the first moment.
  @Test func theFirstMonthAndYearAreOneSectionEach() throws {
    let times = [Int64.min, .min + 1, .min + 60_000].map { FieldValue.time(Timestamp(millisecondsSince1970: $0)) }
    let items = times.enumerated().map { Item(id: $0, title: "x", fields: ["added": [$1]]) }
    let list = try SearchIndex(items, fields: [FieldDefinition("added", .time)]).snapshot()
    for kind in [SortedAnswer<Item<Int>, Int>.Sections.months, .years] {
      let sections = try list.sorted(by: [.ascending("added")]).sections(by: kind)
      #expect(sections == [.init(value: times[0], start: 0, count: 3)])
    }
  }

  @Test func moreSectionsThanWantedAreAnError() throws {
    let model = try FieldListModel(seed: Self.seed, count: 200)
    for key in [SortKey.ascending("country"), .descending("population"), .ascending("closed", missing: .first)] {
      let answer = try model.index.snapshot().sorted(by: [key])
      let sections = try answer.sections()
      #expect(try answer.sections(limit: sections.count) == sections)
      #expect(throws: FilterError.tooLarge(what: "sections", limit: sections.count - 1)) {
        try answer.sections(limit: sections.count - 1)
      }
    }
  }

  @Test func wrongOrdersAreErrorsThatNameTheField() throws {
    let list = try FieldListModel(seed: 1, count: 20).index.snapshot()
    #expect(throws: FilterError.unknownField("size", known: RandomFields.names)) {
      try list.sorted(by: [.ascending("size")])
    }
    let error = #expect(throws: FilterError.tooLarge(what: "sort keys", limit: 8)) {
      try list.sorted(by: Array(repeating: .ascending("country"), count: 9))
    }
    #expect(error?.description == "there are too many sort keys: give no more than 8")
    #expect(
      throws: FilterError.wrongCondition(field: "country", kind: .keyword, condition: "sections by years")
    ) {
      try list.sorted(by: [.ascending("country")]).sections(by: .years)
    }
  }

  @Test(arguments: [
    ("population", "population", false), ("-population", "population", true), ("population:desc", "population", true),
    ("population:asc", "population", false), ("a:b", "a:b", false),
  ]) func anOrderIsReadFromText(text: String, field: String, isDescending: Bool) {
    #expect(SortKey(text) == SortKey(field, isDescending: isDescending))
  }
}
