package import Riffle

/// Random values of fields of every type, and filters that they meet or narrowly miss.
package struct RandomFields {
  private var generator: SeededGenerator

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Fields with closures that read ``Item/fields``.
  package static let fields: [SearchField<Item<Int>>] = [
    .keyword("country") { text($0, "country") },
    .keyword("city", isFolded: true) { text($0, "city") },
    .keywords("tags") { texts($0, "tags") },
    .keywords("genres", isFolded: true) { texts($0, "genres") },
    .integer("population") { item -> Int64? in
      if case .integer(let number)? = item.fields["population"]?.first { number } else { nil }
    },
    .real("rating") { item -> Double? in
      if case .real(let number)? = item.fields["rating"]?.first { number } else { nil }
    },
    .time("added") { item -> Timestamp? in
      if case .time(let time)? = item.fields["added"]?.first { time } else { nil }
    },
    .boolean("closed") { item -> Bool? in
      if case .boolean(let flag)? = item.fields["closed"]?.first { flag } else { nil }
    },
  ]

  private static func texts(_ item: Item<Int>, _ name: String) -> [String] {
    (item.fields[name] ?? []).compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  private static func text(_ item: Item<Int>, _ name: String) -> String? { texts(item, name).first }

  package mutating func number(below count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
  package mutating func oneIn(_ count: Int) -> Bool { number(below: count) == 0 }
  private mutating func one<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }

  /// Texts that differ in case, accents or composition only, or begin others.
  private static let keywords = [
    "", "a", "A", "ab", "abc", "SE", "se", "Se", "NO", "OR", "and", "Göteborg", "goteborg", "Go\u{308}teborg",
    "GÖTEBORG",
    "São Paulo", "sao paulo", "北京", "👍🏽", "👍", "\u{FFFF}", "\u{10FFFF}", "e\u{301}", "é", "it's", "\"quoted\"", "a\\b",
    "x, y (z)",
    "007", "7", "true", "2024-05-01", "\u{0}", "  blank ", "ﬀ", "ff", "ß", "ss", "İ", "i",
  ]

  package mutating func keyword() -> String {
    oneIn(20) ? "long\(number(below: 1000))" : one(of: RandomFields.keywords)
  }

  /// Integers at the ends of the range, and where reals are one apart.
  private static let extremeIntegers: [Int64] = [
    .min, .min + 1, .max, .max - 1, 9_007_199_254_740_992, 9_007_199_254_740_993, -9_007_199_254_740_993,
  ]
  private static let extremeReals: [Double] = [
    .infinity, -.infinity, .nan, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .greatestFiniteMagnitude,
    0x1p63,
    -0x1p63, 0x1p53, 1e300,
  ]
  private static let extremeTimes: [Int64] = [.min, .max, 0, -1]

  package mutating func integer() -> Int64 {
    switch number(below: 8) {
    case 0: one(of: RandomFields.extremeIntegers)
    case 1: Int64.random(in: .min ... .max, using: &generator)
    case 2: Int64(number(below: 1_000_000)) * 1000
    default: Int64(number(below: 20)) - 10
    }
  }

  package mutating func real() -> Double {
    switch number(below: 8) {
    case 0: one(of: RandomFields.extremeReals)
    case 1: Double.random(in: -1e6...1e6, using: &generator)
    default: Double(number(below: 40) - 20) / 4
    }
  }

  package mutating func time() -> Timestamp {
    switch number(below: 6) {
    case 0: Timestamp(millisecondsSince1970: one(of: RandomFields.extremeTimes))
    case 1: Timestamp(millisecondsSince1970: Int64.random(in: -1 << 45...1 << 45, using: &generator))
    default: Timestamp(millisecondsSince1970: 1_714_521_600_000 + Int64(number(below: 40) - 20) * 86_400_000)
    }
  }

  private mutating func list() -> [FieldValue] {
    let count = oneIn(30) ? 40 : number(below: 4)
    return (0..<count).map { _ in .text(keyword()) }
  }

  /// Values of some fields; others are missing.
  package mutating func values() -> [String: [FieldValue]] {
    var values: [String: [FieldValue]] = [:]
    if !oneIn(4) { values["country"] = [.text(keyword())] }
    if !oneIn(4) { values["city"] = [.text(keyword())] }
    if !oneIn(4) { values["tags"] = list() }
    if !oneIn(4) { values["genres"] = list() }
    if !oneIn(4) { values["population"] = [.integer(integer())] }
    if !oneIn(4) { values["rating"] = [.real(real())] }
    if !oneIn(4) { values["added"] = [.time(time())] }
    if !oneIn(4) { values["closed"] = [.boolean(oneIn(2))] }
    return values
  }

  /// Values as files return them: no NaN, no repeated value, and 0 for -0.
  package mutating func storableValues() -> [String: [FieldValue]] {
    values().compactMapValues { values in
      var seen: Set<FieldValue> = []
      let kept = values.compactMap { value -> FieldValue? in
        guard case .real(let number) = value else { return value }
        return number.isNaN ? nil : .real(number == 0 ? 0 : number)
      }.filter { seen.insert($0).inserted }
      return kept.isEmpty ? nil : kept
    }
  }

  /// A value to compare a field with; for number fields, an integer or a real.
  private mutating func value(_ field: String) -> FieldValue {
    switch field {
    case "population", "rating":
      // A filter takes no NaN.
      let number = real()
      return oneIn(2) || number.isNaN ? .integer(integer()) : .real(number)
    case "added": return .time(time())
    case "closed": return .boolean(oneIn(2))
    default: return .text(keyword())
    }
  }

  package static let names = ["country", "city", "tags", "genres", "population", "rating", "added", "closed"]

  /// A filter of a few conditions.
  package mutating func filter(depth: Int = 3) -> Filter {
    let field = one(of: RandomFields.names)
    let isKeyword = ["country", "city", "tags", "genres"].contains(field)
    switch number(below: depth > 0 ? 12 : 8) {
    case 0, 1: return .equals(field, value(field))
    case 2: return .in(field, (0..<(oneIn(4) ? 30 : number(below: 4))).map { _ in value(field) })
    case 3: return .exists(field)
    case 4 where isKeyword: return .beginsWith(field, String(keyword().prefix(1 + number(below: 3))))
    case 5 where field != "closed": return .range(field, from: value(field), through: value(field))
    case 6 where field != "closed": return oneIn(2) ? .greaterThan(field, value(field)) : .atLeast(field, value(field))
    case 7 where field != "closed": return oneIn(2) ? .lessThan(field, value(field)) : .atMost(field, value(field))
    case 8: return .not(filter(depth: depth - 1))
    case 9, 10: return .all((0..<number(below: 4)).map { _ in filter(depth: depth - 1) })
    case 11: return .any((0..<number(below: 4)).map { _ in filter(depth: depth - 1) })
    default: return .not(.equals(field, value(field)))
    }
  }
}
