import MadeUpLists
import Riffle

/// A random search for the row that takes longest to index or to search, relative to its length, by modifying slow ones.
struct RowAttack {
  struct Row {
    /// The text that is repeated to make the row.
    let unit: String
    /// Nanoseconds per byte to index a row, and a row twice as long.
    let half, whole: Double
    /// Nanoseconds per byte of the row for the slowest query, and that query.
    let query: Double
    let slowest: HardQuery
  }

  private var random: SeededRandom
  private(set) var slowest: [Row] = []
  private(set) var tried = 0

  private static let keptCount = 24
  private static let length = ItemText.indexedFieldLength

  init(seed: UInt64) {
    random = SeededRandom(seed: seed, stream: "rows")
    for unit in RowAttack.units { attempt(unit) }
  }

  /// Tries rows for some seconds.
  mutating func run(seconds: Double) {
    let end = nanosecondsNow() + UInt64(seconds * 1e9)
    while nanosecondsNow() < end { attempt(changed(slowest[random.below(slowest.count)].unit)) }
  }

  private mutating func attempt(_ unit: String) {
    guard !unit.isEmpty else { return }
    tried += 1
    let half = RowAttack.indexed(unit, length: RowAttack.length / 2)
    let whole = RowAttack.indexed(unit, length: RowAttack.length)
    var query = UInt64(0)
    var slowestQuery = HardQuery("")
    for text in RowAttack.queries(unit) {
      guard let answer = HardRun.ask(text, whole.snapshot, limit: 10, passes: 2) else { continue }
      if answer.call > query { (query, slowestQuery) = (answer.call, text) }
    }
    let length = Double(RowAttack.length)
    slowest.append(
      Row(
        unit: unit, half: Double(half.nanoseconds) / (length / 2), whole: Double(whole.nanoseconds) / length,
        query: Double(query) / length, slowest: slowestQuery))
    slowest.sort { $0.whole + $0.query > $1.whole + $1.query }
    if slowest.count > RowAttack.keptCount { slowest.removeLast() }
  }

  private static func indexed(_ unit: String, length: Int) -> (nanoseconds: UInt64, snapshot: BenchSnapshot) {
    let title = String(repeating: unit, count: max(1, length / unit.utf8.count))
    var least = UInt64.max
    var snapshot: BenchSnapshot?
    for _ in 0..<2 {
      let start = nanosecondsNow()
      let index = try? SearchIndex<Int, Int>(0..<1, id: { $0 }, title: { _ in title }, threadCount: 1)
      least = min(least, nanosecondsNow() - start)
      snapshot = index?.snapshot()
    }
    guard let snapshot else { preconditionFailure("an index of one row") }
    return (least, snapshot)
  }

  /// Returns the queries for a row.
  private static func queries(_ unit: String) -> [HardQuery] {
    let long = String(String(repeating: unit, count: 256).unicodeScalars.prefix(Query.maximumLength))
    let letters = String(String.UnicodeScalarView(long.unicodeScalars.filter { $0 != " " }))
    let words = String(unit.prefix(2))
    return [
      HardQuery(long), HardQuery(letters), HardQuery(String(letters.prefix(63))), HardQuery(words),
      HardQuery("\(words) \(words)"), HardQuery(letters, mode: .substring),
      HardQuery(letters, mode: .subsequence), HardQuery("'\(letters.prefix(200))", syntax: .extended),
    ]
  }

  private mutating func changed(_ unit: String) -> String {
    var scalars = Array(unit.unicodeScalars)
    for _ in 0...random.below(3) {
      let place = random.below(scalars.count + 1)
      let scalar = RowAttack.scalars[random.below(RowAttack.scalars.count)]
      switch random.below(4) {
      case 0: scalars.insert(scalar, at: place)
      case 1: if scalars.count > 1, place < scalars.count { scalars.remove(at: place) }
      case 2: if place < scalars.count { scalars[place] = scalar }
      default: scalars += scalars.prefix(random.below(8))
      }
    }
    return String(String.UnicodeScalarView(scalars.prefix(64)))
  }

  private static let units = [
    "aaaaaaaa ", "a ", "a", "ab-", "aB", "a1", "\u{301}\u{316}", "a\u{301}\u{316}", "e\u{300}", "京都", "の", "ก", "ខ្",
    "한",
    "\u{1100}\u{1161}", "👩\u{200D}👩", "🇩🇪", "\u{64B}\u{651}", "ß", "ﷺ", "a.", "a_b", "א\"", "'", "/a", "\u{200D}",
    "a b c d e f g h i j k l m n o p q r s t u v w x y z ", "\u{0F71}\u{0F72}\u{0F74}", "ΐ", "ŉ",
  ]

  private static let scalars = Array(
    "aAbBzZ09 -_.'/\"\u{301}\u{316}\u{327}\u{64B}\u{651}\u{200D}\u{FE0F}\u{AD}京都のカー\u{3099}한\u{1100}\u{1161}กำខ្אéßŒİıﷺΣ👩🇩🇪①㎏½℀"
      .unicodeScalars)
}

extension RowAttack {
  /// The report as text.
  var text: String {
    var table = TextTable(header: ["unit", "index ns/byte", "half as long", "query ns/byte", "query", "read as"])
    for row in slowest {
      table.add(
        [
          row.unit.debugDescription, row.whole.rounded(digits: 1), row.half.rounded(digits: 1),
          row.query.rounded(digits: 1),
          "\(row.slowest.text.prefix(12).debugDescription)", row.slowest.reading,
        ])
    }
    return table.text
  }
}
