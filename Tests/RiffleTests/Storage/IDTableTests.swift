import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct IDTableTests {
  @Test(arguments: [0, 1, 7, 8, 9, 5000])
  func idsFindTheirRows(count: Int) throws {
    let table = try IDTable((0..<count).map { "id \($0)" })
    #expect(table.ids.count == count)
    for row in 0..<count { #expect(table[row] == "id \(row)" && table.row(of: "id \(row)") == row) }
    #expect(table.row(of: "id \(count)") == nil)
  }

  /// Whole numbers have a path of their own through the compiler.
  @Test(arguments: 1...UInt64(20))
  func idsAreFoundAsInADictionary(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...500, using: &random)
    let isCrowded = Bool.random(using: &random)
    let ids = (0..<count).map { _ in Int.random(in: isCrowded ? 0...count * 20 : Int.min...Int.max, using: &random) }
    var rows: [Int: Int] = [:]
    var duplicate: (first: Int, second: Int)?
    for (row, id) in ids.enumerated() where duplicate == nil {
      if let first = rows[id] { duplicate = (first, row) } else { rows[id] = row }
    }
    if let duplicate {
      #expect(
        throws: IndexError.duplicateID(
          id: "\(ids[duplicate.second])", firstOffset: duplicate.first, secondOffset: duplicate.second)
      ) { try IDTable(ids) }
      return
    }
    let table = try IDTable(ids)
    for (row, id) in ids.enumerated() where table.row(of: id) != row { Issue.record("\(id), seed \(seed)") }
    for _ in 0..<count {
      let id = Int.random(in: 0...count * 20, using: &random)
      if table.row(of: id) != rows[id] { Issue.record("\(id), seed \(seed)") }
    }
  }

  /// Ids that all have one hash make a slow table, not a wrong one.
  @Test func equalHashesAreToldApart() throws {
    struct Same: Hashable, Sendable {
      let number: Int
      func hash(into hasher: inout Hasher) {}
    }
    let table = try IDTable((0..<200).map { Same(number: $0) })
    for row in 0..<200 { #expect(table.row(of: Same(number: row)) == row) }
    #expect(table.row(of: Same(number: 200)) == nil)
    #expect(throws: IndexError.self) { try IDTable([Same(number: 1), Same(number: 2), Same(number: 1)]) }
  }
}
