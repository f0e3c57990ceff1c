import Riffle
import Testing

@testable import RiffleBench

@Suite struct TSVRowsTests {
  private func columns(_ text: String) -> [[String]] {
    let bytes = Array(text.utf8)
    return TSVRows(bytes).map { row in
      (0..<min(row.columnCount, 5)).map { String(decoding: bytes[row[$0]], as: UTF8.self) }
    }
  }

  @Test func rowsAndColumns() {
    #expect(columns("") == [])
    #expect(columns("a\tb\n") == [["a", "b"]])
    #expect(columns("a\tb\nc\t\td") == [["a", "b"], ["c", "", "d"]])
    #expect(columns("\n\t\n") == [[""], ["", ""]])
    #expect(columns("a\tb\r\nc\td\r\n\r\n") == [["a", "b"], ["c", "d"], [""]])
  }

  @Test func columnsPastTheFifthAreCounted() {
    let rows = Array(TSVRows(Array("1\t2\t3\t4\t5\t6\t7\n1\t2\t3\t4\t5".utf8)))
    #expect(rows.map(\.columnCount) == [7, 5])
    #expect(rows.map(\.line) == [1, 2])
    #expect(columns("1\t2\t3\t4\t5\t6\t7") == [["1", "2", "3", "4", "5"]])
  }
}

@Suite struct ItemListTests {
  @Test func titlesAndHiddenTexts() throws {
    let items = try list("7\tMalmö\tMalmo, Malmoe\n8\tOslo\n9\t\t\n")
    #expect(items.count == 3)
    #expect((0..<3).map(items.title) == ["Malmö", "Oslo", ""])
    #expect((0..<3).map(items.searchText) == ["Malmo, Malmoe", "", ""])
    #expect(items.textBytes == 6 + 13 + 4)
    #expect(items.hasSearchText)
    #expect(try list("1\ta\n2\tb\t\n").hasSearchText == false)
  }

  @Test func onlyTheFirstRows() throws {
    let bytes = Array("1\ta\n2\tb\nbad".utf8)
    #expect(try ItemList(bytes: bytes, path: "list", rowLimit: 2).count == 2)
    #expect(try ItemList(bytes: bytes, path: "list", rowLimit: 0).count == 0)
    #expect(throws: BenchError.self) { try ItemList(bytes: bytes, path: "list", rowLimit: 3) }
  }

  @Test func aBadRowIsNamed() {
    #expect(
      throws: BenchError.badRow(
        path: "list", line: 2, reason: "an item has 2 or 3 columns (id, title, search text), not 1")
    ) {
      try list("1\ta\n\n2\tb\n")
    }
    #expect(throws: BenchError.self) { try list("1\ta\tb\tc\n") }
  }

  @Test func anUnreadableFileIsNamed() {
    #expect(throws: BenchError.cannotRead(path: "/no/such/list", reason: "No such file or directory")) {
      try ItemList(path: "/no/such/list")
    }
  }
}

@Suite struct QuerySetTests {
  private func set(_ text: String) throws -> QuerySet {
    try QuerySet(bytes: Array(text.utf8), path: "set", items: try list("0\tache\n1\tcache\n2\tOslo\n"))
  }

  @Test func rowsOfOneIdAreAlternatives() throws {
    let set = try set("q1\tcodespell\taache\t1\tcache\nq2\tprefix\tosl\t2\tOslo\nq1\tcodespell\taache\t0\tache\n")
    #expect(
      set.queries == [
        BenchQuery(id: "q1", kind: "codespell", text: "aache", targets: [1, 0]),
        BenchQuery(id: "q2", kind: "prefix", text: "osl", targets: [2]),
      ])
    #expect(set.kinds == ["codespell", "prefix"])
    #expect(set.mismatchCount == 0)
  }

  @Test func titlesOfAnotherListAreCounted() throws {
    #expect(try set("1\tprefix\tosl\t1\tOslo\n").mismatchCount == 1)
  }

  @Test func aTargetOutsideTheListIsNamed() {
    #expect(throws: BenchError.targetOutOfRange(path: "set", line: 2, row: 3, itemCount: 3)) {
      try set("1\tprefix\tosl\t2\tOslo\n2\tprefix\tosl\t3\tOslo\n")
    }
  }

  @Test(arguments: [
    "1\tprefix\tosl\t2\n", "1\tprefix\tosl\t-1\tOslo\n", "1\tprefix\tosl\ttwo\tOslo\n", "1\tprefix\t\t2\tOslo\n",
    "1\tprefix\tosl\t2\tOslo\n1\tprefix\toslo\t2\tOslo\n", "1\tprefix\tosl\t2\tOslo\tcapital\n",
  ])
  func aBadRowIsRefused(text: String) {
    #expect(throws: BenchError.self) { try set(text) }
  }

  @Test func aQueryThatTheEngineRefusesIsNamed() {
    let query = String(repeating: "a", count: Query.maximumLength + 1)
    #expect(
      throws: BenchError.badQuery(
        id: "q", error: .tooLong(scalars: Query.maximumLength + 1, limit: Query.maximumLength))
    ) {
      try set("q\tprefix\t\(query)\t2\tOslo\n")
    }
  }
}

func list(_ text: String) throws -> ItemList {
  try ItemList(bytes: Array(text.utf8), path: "list")
}
