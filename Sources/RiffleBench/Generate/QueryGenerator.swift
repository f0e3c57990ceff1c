import MadeUpLists

enum QueryKind: String, CaseIterable {
  case prefix, typo1, typo2, abbrev
}

/// A generated query with the row that it was made from.
struct GeneratedQuery: Hashable {
  let id: String
  let kind: QueryKind
  let text: String
  let target: Int
}

/// A generator of queries for any list, the same for the same seed.
struct QueryGenerator {
  private let items: ItemList
  private let titles: LowercasedTitles
  private let seed: UInt64
  private var usedTexts: Set<String> = []
  private var usedRows: Set<Int> = []

  init(_ items: ItemList, seed: UInt64) {
    self.items = items
    self.seed = seed
    titles = LowercasedTitles(items)
  }

  /// Generates a set; a smaller one if the list has not enough suitable titles.
  mutating func generate(count: Int) -> [GeneratedQuery] {
    let plan = QueryPlan(count: count)
    return QueryKind.allCases.flatMap { generate($0, plan.groups[$0] ?? []) }
  }

  private mutating func generate(_ kind: QueryKind, _ groups: [QueryPlan.Group]) -> [GeneratedQuery] {
    // Each kind draws from a separate stream, so that a change in one does not affect the others.
    var random = SeededRandom(seed: seed, stream: kind.rawValue)
    var rows = Array(0..<items.count)
    var queries: [GeneratedQuery] = []
    for group in groups {
      let target = queries.count + group.count
      // Chance may cut a suitable title in the wrong place: every title is tried a few times.
      for _ in 0..<4 where queries.count < target {
        random.shuffle(&rows)
        var isWorthAnotherRound = false
        for row in rows where !usedRows.contains(row) {
          guard queries.count < target else { break }
          switch make(group.maker, from: row, using: &random) {
          case .made(let text):
            let isNew = usedTexts.insert(text).inserted
            guard isNew, isOneRow(text) else { continue }
            usedRows.insert(row)
            let id = "\(kind.rawValue)-\(queries.count + 1)"
            queries.append(GeneratedQuery(id: id, kind: kind, text: text, target: row))
          case .missed:
            isWorthAnotherRound = true
          case .unfit:
            continue
          }
        }
        if !isWorthAnotherRound { break }
      }
    }
    return queries
  }

  private func make(_ maker: QueryMaker, from row: Int, using random: inout SeededRandom) -> MakerResult {
    // Every kind needs two words.
    if items.titleBytes(row).allSatisfy(\.isASCIILetterOrDigit) { return .unfit }
    return maker.make(from: TitleWords(items.title(row)), among: titles, using: &random)
  }

  /// Returns whether the text has no newline: a carriage return at the end of a column would be lost on reading.
  private func isOneRow(_ text: String) -> Bool { !text.contains { $0.isNewline } }
}

/// The composition of a query set.
struct QueryPlan {
  struct Group {
    let maker: QueryMaker
    let count: Int
  }

  let groups: [QueryKind: [Group]]

  /// Creates a plan; of 200 queries, 100 are prefixes, 50 have one typo, 25 two, and 25 are abbreviations.
  init(count: Int) {
    let counts = QueryPlan.share(count, [4, 2, 1, 1])
    let firstLetters = counts[1] / 5
    let abbreviations = QueryPlan.share(counts[3], [8, 9, 8])
    groups = [
      .prefix: [Group(maker: .beginning(lengths: 8...24, sharedBy: 5, typos: []), count: counts[0])],
      .typo1: [
        Group(
          maker: .beginning(lengths: 10...24, sharedBy: 2, typos: [.laterLetter]), count: counts[1] - firstLetters),
        Group(maker: .beginning(lengths: 10...24, sharedBy: 2, typos: [.firstLetter]), count: firstLetters),
      ],
      .typo2: [
        Group(
          maker: .beginning(lengths: 12...28, sharedBy: 2, typos: [.anyLetter, .anyLetter]), count: counts[2])
      ],
      .abbrev: [
        Group(maker: .abbreviation(.initials), count: abbreviations[0]),
        Group(maker: .abbreviation(.chunks), count: abbreviations[1]),
        Group(maker: .abbreviation(.consonants), count: abbreviations[2]),
      ],
    ]
  }

  func count(_ kind: QueryKind) -> Int {
    (groups[kind] ?? []).reduce(0) { $0 + $1.count }
  }

  /// Divides `count` in the proportion of `weights`, with the largest remainders rounded up.
  static func share(_ count: Int, _ weights: [Int]) -> [Int] {
    let sum = weights.reduce(0, +)
    var shares = weights.map { count * $0 / sum }
    let byRemainder = weights.indices.sorted { a, b in
      let (first, second) = (count * weights[a] % sum, count * weights[b] % sum)
      return first != second ? first > second : a < b
    }
    for offset in byRemainder.prefix(count - shares.reduce(0, +)) { shares[offset] += 1 }
    return shares
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
  }
}
