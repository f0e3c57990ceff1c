import Riffle
import RiffleList
import Testing

/// What printing a list says.
@Suite struct DescriptionTests {
  private static func list() throws -> ListModel {
    try ListModel(
      ListContents {
        Section(id: "west", title: "Northwest States") {
          Row(id: "or", title: "Oregon")
          Row(id: "wa", title: "Washington")
        }
        Section(id: "empty", rows: [])
      })
  }

  @Test func aListAndItsViewSayWhatTheyHave() throws {
    let list = try Self.list()
    #expect("\(list)" == "2 rows in 2 sections, generation 0")
    #expect("\(list.view)" == "2 rows in 2 sections, generation 0")
    try list.search(for: "oregon")
    #expect("\(list.view)" == "1 of 2 rows in 1 section, generation 0, filtered by “oregon”")
    #expect(
      String(reflecting: list.view) == """
        1 of 2 rows in 1 section, generation 0, filtered by “oregon”
        west (Northwest States): 1 row
          or (Oregon)
        """)
    let rows = (0..<60).map { AnyRow(Row(id: "\($0)", title: "")) }
    let many = try ListModel(ListContents { Section(id: "s", rows: rows) })
    #expect(String(reflecting: many.view).hasSuffix("\n  … and 10 more"))
  }

  @Test func rowsUpdatesAndRefusalsSayWhatAPersonWantsToKnow() async throws {
    let list = try Self.list()
    var updates = list.updates.makeAsyncIterator()
    #expect(try "\(#require(await updates.next()))" == "generation 0, all 2 rows")
    #expect("\(Row(id: "or", title: "Oregon", payload: 1))" == "or (Oregon)")
    try list.transaction { try $0.select("or") }
    #expect(try "\(#require(list.rendered("or")))" == "or (Oregon) in west, selected")
    let report = await list.delete(["or", "none"])
    #expect(
      "\(report)" == "0 rows deleted; none: the list has no such row; "
        + "or: it cannot be done with this row: see its abilities")
    #expect("\(Refusal.denied(reason: "That is you"))" == "a hook denies it: That is you")
    let refusal = Refusal.failed(.unknownID(of: .group, id: "g"))
    #expect("\(refusal)" == "\(ListError.unknownID(of: .group, id: "g"))")
  }
}
