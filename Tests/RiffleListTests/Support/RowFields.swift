import Riffle
import RiffleList

/// Fields of made-up rows, and what a plain array makes of them.
enum RowFields {
  static let all: [SearchField<AnyRow>] = [
    .keyword("initial") { initial($0) }, .integer("length") { length($0) }, .time("time") { time($0) },
  ]

  static func initial(_ row: AnyRow) -> String? { row.title.first.map { String($0).lowercased() } }

  /// Missing in some rows.
  static func length(_ row: AnyRow) -> Int? { row.title.utf8.count % 5 == 0 ? nil : row.title.utf8.count % 7 }

  /// Some years apart, a month or a day.
  static func time(_ row: AnyRow) -> Timestamp? {
    let count = Int64(row.title.utf8.count)
    return count % 4 == 0 ? nil : Timestamp(millisecondsSince1970: (count % 11) * 13 * 86_400_000)
  }

  static func value(_ row: AnyRow, _ field: String) -> FieldValue? {
    switch field {
    case "initial": initial(row).map { .text($0) }
    case "length": length(row).map { .integer(Int64($0)) }
    default: time(row).map { .time($0) }
    }
  }

  static let conditions: [(filter: Filter, isMet: @Sendable (AnyRow) -> Bool)] = [
    (.exists("length"), { length($0) != nil }),
    (.greaterThan("length", 2), { length($0).map { $0 > 2 } ?? false }),
    (.not(.in("initial", ["a", "b", "s"])), { !["a", "b", "s"].contains(initial($0)) }),
    (
      .all(.atMost("length", 4), .beginsWith("initial", "s")),
      { row in length(row).map { $0 <= 4 } ?? false && initial(row)?.hasPrefix("s") ?? false }
    ),
    (.atMost("length", 4), { length($0).map { $0 <= 4 } ?? false }),
    (.beginsWith("initial", "s"), { initial($0)?.hasPrefix("s") ?? false }),
    (.any(), { _ in false }),
  ]

  static func meets(_ row: AnyRow, _ condition: Filter) -> Bool {
    conditions.first { $0.filter == condition }?.isMet(row) ?? false
  }

  /// The rows in order, in the sections of the sort.
  /// - Parameter ranks: the places of rows by how well they match; none without a text.
  static func sorted(_ rows: [AnyRow], _ sort: ListSort, _ ranks: [RowID: Int] = [:]) -> ListSnapshot {
    let sorted = rows.enumerated().sorted { a, b in
      for key in sort.keys {
        switch (value(a.element, key.field), value(b.element, key.field)) {
        case (nil, nil): continue
        case (nil, _): return key.missing == .first
        case (_, nil): return key.missing == .last
        case (let first?, let second?):
          if isBefore(first, second) { return !key.isDescending }
          if isBefore(second, first) { return key.isDescending }
        }
      }
      if sort.ties == .relevance, let first = ranks[a.element.id], let second = ranks[b.element.id] {
        return first < second
      }
      return a.offset < b.offset
    }.map(\.element)
    var snapshot = ListSnapshot()
    for row in sorted {
      let traits = traits(row, sort)
      if snapshot.sections.last?.id == traits.id {
        snapshot.sections[snapshot.sections.count - 1].rows.append(row)
      } else {
        snapshot.sections.append(SectionSnapshot(traits, rows: [row]))
      }
    }
    return snapshot
  }

  private static func traits(_ row: AnyRow, _ sort: ListSort) -> SectionTraits {
    guard let key = sort.keys.first, sort.sections != .none else { return SectionTraits(id: "sorted") }
    guard let value = value(row, key.field) else { return SectionTraits(id: "missing") }
    let text = "\(value)"
    switch sort.sections {
    case .years: return SectionTraits(id: "value/\(text.prefix(4))-01-01T00:00:00Z", title: String(text.prefix(4)))
    case .months: return SectionTraits(id: "value/\(text.prefix(7))-01T00:00:00Z", title: String(text.prefix(7)))
    case .values, .none: return SectionTraits(id: "value/\(text)", title: text)
    }
  }

  private static func isBefore(_ a: FieldValue, _ b: FieldValue) -> Bool {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): a < b
    case (.time(let a), .time(let b)): a < b
    default: "\(a)".utf8.lexicographicallyPrecedes("\(b)".utf8)
    }
  }

  /// How many rows have each value of a field, and how many have none.
  static func counts(_ rows: [AnyRow], _ field: String) -> [FieldValue?: Int] {
    rows.reduce(into: [:]) { $0[value($1, field), default: 0] += 1 }
  }
}
