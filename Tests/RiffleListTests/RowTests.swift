import RiffleList
import Testing

@Suite struct RowTests {
  @Test func rowsOfDifferentPayloadsComeOutAsWhatTheyWere() throws {
    let section = Section(id: "s") {
      Row(id: "1", title: "one", payload: 1)
      Row(id: "a", title: "letter", payload: "a")
      Row(id: "plain", title: "nothing else")
    }
    #expect(section.rows.map(\.id) == ["1", "a", "plain"])
    #expect(section.rows[0].payload(as: Int.self) == 1 && section.rows[0].payload(as: String.self) == nil)
    #expect(section.rows[1].payload(as: String.self) == "a")
    #expect(section.rows[2].payload(as: NoPayload.self) != nil && section.rows[2].title == "nothing else")
  }
}
