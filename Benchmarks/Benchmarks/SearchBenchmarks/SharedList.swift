import MadeUpLists
import Riffle

/// The list that searches are measured on, made when it is first asked for: the harness starts a process for each
/// benchmark.
enum SharedList {
  typealias Rows = Snapshot<Item<Int>, Int>

  static let rowCount = 100_000

  private static let made: (rows: [Item<Int>], after: MadeUpRows) = {
    var made = MadeUpRows(seed: 1, wordCount: 20_000)
    return (made.rows(rowCount), made)
  }()

  /// Plain letters, in few rows; and in many.
  static func rareWords(_ count: Int) -> [String] { made.after.rareWords(count) }
  static func frequentWords(_ count: Int) -> [String] { made.after.frequentWords(count) }

  /// All rows in one segment, with the scopes "half" and "few".
  static func snapshot() throws -> Rows {
    try SearchIndex(
      made.rows, id: \.id, title: \.title, searchText: \.searchText,
      scopes: ["half": { $0.id % 2 == 0 }, "few": { $0.id % 100 == 0 }]
    ).snapshot()
  }

  /// With so many changes that are not indexed yet: up to 256 wait in the tail, where they are searched one by one.
  static func snapshot(tailCount: Int) throws -> Rows {
    let index = try SearchIndex(made.rows)
    var made = made.after
    for id in 0..<tailCount { try index.upsert(made.row(id: id)) }
    return index.snapshot()
  }
}
