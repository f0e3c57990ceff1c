import RiffleList
import Testing

/// Pages that meet a list of which somebody has moved or added rows meanwhile.
@Suite(.timeLimit(.minutes(15))) struct PagesOfEditedListsTests {
  private static func list() throws -> ListModel {
    try ListModel(ListContents { Section(id: "kept") { Row(id: "k", title: "kept") } })
  }

  @Test func rowsMovedOutOfTheirPagesStayWhereTheyAreThroughARefresh() async throws {
    let list = try Self.list()
    let pages = list.pages()
    _ = try pages.apply(.replace(.rows((0..<3).map(row))), following: nil)
    try list.transaction { try $0.move("1", to: .end(of: "kept")) }
    let newer = (0..<4).map { number in row(number).with { $0.subtitle = "newer" } }
    #expect(try pages.apply(.replace(.rows(newer)), following: nil).rowCount == 3)
    #expect(list.view.idsBySection == [["k", "1"], ["0", "2", "3"]])
    #expect(list.row("1")?.subtitle == "newer")
  }

  @Test func rowsThatAPageBringsAgainAreNotAddedTwice() async throws {
    let list = try Self.list()
    let pages = list.pages()
    _ = try pages.apply(.replace(.rows((2..<4).map(row))), following: nil)
    try list.transaction { editor in
      try editor.insert([row(5)], at: .groupStart("pages"))
      try editor.insert([row(1)], at: .end(of: "kept"))
    }
    _ = try pages.apply(.append(.rows((4..<7).map(row)), droppingFirst: []), following: nil)
    _ = try pages.apply(.prepend(.rows((0..<2).map(row)), droppingLast: []), following: nil)
    #expect(list.view.idsBySection == [["k", "1"], ["0", "5", "2", "3", "4", "6"]])
  }

  @Test func rowsMovedOutOfTheirPagesDoNotLeaveWithThem() async throws {
    let list = try Self.list()
    let pages = list.pages()
    _ = try pages.apply(.replace(.rows((0..<3).map(row))), following: nil)
    try list.transaction { try $0.move("1", to: .start(of: "kept")) }
    _ = try pages.apply(.append(.rows([row(3)]), droppingFirst: ids(0..<2)), following: nil)
    #expect(list.view.idsBySection == [["1", "k"], ["2", "3"]])
    // They are there already when their page comes back.
    _ = try pages.apply(.prepend(.rows((0..<2).map(row)), droppingLast: []), following: nil)
    #expect(list.view.idsBySection == [["1", "k"], ["0", "2", "3"]])
  }

  @Test func theSectionOfPagesStaysThoughAllItsRowsLeave() async throws {
    let list = try ListModel(
      ListContents {
        Section(id: "pages", title: "Feed") {}
        Section(id: "kept") { Row(id: "k", title: "kept") }
      })
    let pages = list.pages()
    _ = try pages.apply(.replace(.rows((0..<2).map(row))), following: nil)
    _ = try pages.apply(.append(.rows([row(2)]), droppingFirst: ids(0..<2)), following: nil)
    #expect(list.view.idsBySection == [["2"], ["k"]])
    #expect(list.view.sections.map(\.traits.title) == ["Feed", nil])
  }

  @Test func sectionsGoOnThoughSomebodyHasAddedTheirRows() async throws {
    let list = try ListModel()
    let pages = list.pages()
    _ = try pages.apply(.replace(.sections([Section(id: "a", rows: [row(0)])])), following: nil)
    try list.transaction { try $0.insert([row(3)], at: .start(of: "a")) }
    let next = [Section(id: "a", rows: [row(1)]), Section(id: "b", rows: [row(2), row(3)])]
    _ = try pages.apply(.append(.sections(next), droppingFirst: []), following: nil)
    #expect(list.view.idsBySection == [["3", "0", "1"], ["2"]])
  }
}
