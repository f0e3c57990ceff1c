import MadeUpLists
import Riffle

/// A list of titles with eight made-up fields, which depend on the row only.
struct FieldList: Sendable {
  private let items: ItemList

  init(_ items: ItemList) { self.items = items }

  var count: Int { items.count }

  /// A pseudorandom number from 0 up to but not including `bound`.
  private static func number(_ row: Int, _ field: Int, below bound: Int) -> Int {
    var random = SeededRandom(seed: UInt64(truncatingIfNeeded: row) << 4 | UInt64(truncatingIfNeeded: field))
    return random.below(bound)
  }

  /// A pseudorandom number of which small ones are more frequent than large ones.
  private static func skewed(_ row: Int, _ field: Int, below bound: Int) -> Int {
    number(row, field + 8, below: number(row, field, below: bound) + 1)
  }

  /// A number below 1000: one row in a thousand has less than 1, ten have less than 10, and so on.
  static let share: SearchField<Int> = .integer("share") { number($0, 0, below: 1000) }

  private static func country(_ row: Int) -> String? {
    number(row, 1, below: 20) == 0 ? nil : "country \(skewed(row, 2, below: 200))"
  }

  private static func city(_ row: Int) -> String { "City \(skewed(row, 3, below: 100_000))" }

  private static func tags(_ row: Int) -> [String] {
    (0..<number(row, 4, below: 4)).map { "tag \(skewed(row, 5 + $0, below: 50))" }
  }

  private static func population(_ row: Int) -> Int? {
    number(row, 9, below: 10) == 0 ? nil : number(row, 10, below: 1 << number(row, 11, below: 24))
  }

  private static func rating(_ row: Int) -> Double { Double(number(row, 12, below: 500)) / 100 }

  private static func added(_ row: Int) -> Timestamp {
    Timestamp(secondsSince1970: 1_400_000_000 + Double(number(row, 13, below: 300_000_000)))
  }

  private static func isClosed(_ row: Int) -> Bool { number(row, 14, below: 8) == 0 }

  static let fields: [SearchField<Int>] = [
    share, .keyword("country", country), .keyword("city", isFolded: true, city), .keywords("tags", tags),
    .integer("population", population), .real("rating", rating), .time("added", added), .boolean("closed", isClosed),
  ]

  func index(fields: [SearchField<Int>]) throws -> SearchIndex<Int, Int> {
    // Changed elements have ids of rows, and titles of others.
    try SearchIndex(
      0..<items.count, id: { $0 }, title: { [items] in items.title($0) }, fields: fields)
  }

  /// The values as TSV, a row a line: tags with commas between them, times in milliseconds, truth values as 0 and 1.
  var text: String {
    var text = ""
    for row in 0..<count {
      let columns = [
        "\(FieldList.number(row, 0, below: 1000))", FieldList.country(row) ?? "", FieldList.city(row),
        FieldList.tags(row).joined(separator: ","), FieldList.population(row).map { "\($0)" } ?? "",
        "\(FieldList.rating(row))", "\(FieldList.added(row).millisecondsSince1970)",
        FieldList.isClosed(row) ? "1" : "0",
      ]
      text += columns.joined(separator: "\t") + "\n"
    }
    return text
  }

  /// The size of the values in bytes, if each number takes as many bits as the greatest of its field, and each distinct keyword
  /// is kept once with two bytes for its place.
  var packedBytes: Int {
    var bits = 0
    var keywords = [Set<String>](repeating: [], count: 3)
    for row in 0..<count {
      // share, rating and closed; population, and whether there is any; added to the second.
      bits += 10 + 9 + 1 + 24 + 1 + 29
      // country, and whether there is any; city; how many tags, and the tags.
      bits += 8 + 1 + 17 + 2 + 6 * FieldList.number(row, 4, below: 4)
      keywords[0].insert("country \(FieldList.skewed(row, 2, below: 200))")
      keywords[1].insert("City \(FieldList.skewed(row, 3, below: 100_000))")
    }
    for tag in 0..<50 { keywords[2].insert("tag \(tag)") }
    // Of folded keywords their keys are kept too.
    let texts = (0..<3).reduce(0) { sum, field in
      sum + keywords[field].reduce(0) { $0 + $1.utf8.count + 2 } * (field == 1 ? 2 : 1)
    }
    return bits / 8 + texts
  }
}
