import MadeUpLists
import Riffle
import RiffleList
import Testing

@testable import RiffleBench

@Suite struct MadeUpRowsTests {
  @Test func rowsAreMadeFromTheSeed() {
    var first = MadeUpRows(seed: 1)
    var second = MadeUpRows(seed: 1)
    var other = MadeUpRows(seed: 2)
    let rows = first.rows(100)
    #expect(rows == second.rows(100))
    #expect(rows != other.rows(100))
    #expect(first.queries(50, for: rows).allSatisfy { (5...15).contains($0.count) })
  }

  /// Instruction counts and times of one version compare with those of another only for one list.
  @Test func rowsAreTheSameInEveryVersion() {
    var made = MadeUpRows(seed: 1)
    #expect(
      made.rows(3).map(\.title) == [
        "Kahava Gorstne Rayaorlo Çiçiçił", "Magorha Yaenka Trasenulti Tineti Trader",
        "Bachikati Trader Nebaulba Яняндер",
      ])
  }

  @Test func frequentWordsAreInMoreRowsThanRareOnes() {
    var made = MadeUpRows(seed: 1)
    let titles = made.rows(5000).map { $0.title.lowercased() }
    func rowCount(_ words: [String]) -> Int {
      words.reduce(0) { sum, word in sum + titles.count { $0.split(separator: " ").contains(Substring(word)) } }
    }
    #expect(made.frequentWords(20).count == 20)
    #expect(made.rareWords(20).allSatisfy { $0.utf8.count >= 7 })
    #expect(rowCount(made.frequentWords(20)) > 10 * rowCount(made.rareWords(20)))
  }

  @Test func aListWithoutWordsHasOne() {
    #expect(MadeUpRows(seed: 1, wordCount: 0).words.count == 1)
  }
}

@Suite struct DiffListsTests {
  @Test func asManyChangesOfEachKindAreMade() throws {
    let lists = DiffLists(rowCount: 1000, changeCount: 40, seed: 1)
    let traits = SectionTraits(id: "section")
    func snapshot(_ rows: [AnyRow]) -> ListSnapshot { ListSnapshot(sections: [SectionSnapshot(traits, rows: rows)]) }
    let changes = try ChangeSet(from: snapshot(lists.before), to: snapshot(lists.after))
    #expect(changes.rows.inserts.count == 10)
    #expect(changes.rows.deletes.count == 10)
    #expect(lists.after == lists.freshAfter)
  }

  @Test func anEmptyListGrows() {
    #expect(DiffLists(rowCount: 0, changeCount: 1, seed: 1).after.count == 1)
  }
}
