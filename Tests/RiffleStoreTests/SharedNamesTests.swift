#if Store
  // Both have a type named Row.
  import GRDB
  import RiffleList
  import Testing

  @Suite struct SharedNamesTests {
    @Test func aFileThatImportsGRDBTooCanNameRowsAndSections() throws {
      let row = ListRow(id: "or", title: "Oregon", payload: 97)
      let other: RiffleList.Row<Int> = row
      let list = try ListModel(ListContents { ListSection(id: "nw") { row } })
      #expect(list.row("or")?.payload(as: Int.self) == other.payload)
      #expect(GRDB.Row(["id": 1]).count == 1)
    }
  }
#endif
