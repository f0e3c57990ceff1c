import MadeUpLists
import Riffle

extension MadeUpRows {
  /// Returns beginnings of rows' titles as a user would type them, every second one with a typo.
  mutating func queries(_ count: Int, for rows: [Item<Int>]) -> [String] {
    (0..<count).compactMap { number in
      guard let row = random.element(of: rows) else { return nil }
      let typed = Array(row.title.lowercased().prefix(6 + random.below(9)))
      guard number % 2 == 1 else { return String(typed) }
      return String(Typo.apply(to: typed, place: .laterLetter, using: &random) ?? typed)
    }
  }
}
