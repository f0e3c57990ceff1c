import RiffleList
import Testing

private struct Person: Sendable, Equatable {
  let number: Int
  var name: String
  var phone = ""
}

/// Which of several registers somebody is in, and where.
private struct Key: RowIdentifier, LosslessStringConvertible {
  let register: String
  let number: Int

  init(register: String, number: Int) { (self.register, self.number) = (register, number) }

  init?(_ description: String) {
    let parts = description.split(separator: ":")
    guard parts.count == 2, let number = Int(parts[1]) else { return nil }
    self.init(register: String(parts[0]), number: number)
  }

  var description: String { "\(register):\(number)" }
}

/// Lists seen by ids and payloads of one type.
@Suite struct TypedListTests {
  private static func people(_ names: String = "Ada Bob Cid") throws -> TypedList<Int, Person> {
    let list = TypedList(try ListModel(), id: \Person.number, title: \.name) { person, row in
      row.subtitle = person.phone
    }
    let people = names.split(separator: " ").enumerated().map { Person(number: $0, name: String($1)) }
    try list.model.setContents(ListContents { Section(id: "all", rows: list.rows(people)) })
    return list
  }

  @Test func payloadsAreReadByTheirOwnIDs() throws {
    let people = try Self.people()
    #expect(people[1]?.name == "Bob" && people[9] == nil)
    #expect(people.shown.map(\.name) == ["Ada", "Bob", "Cid"])
    try people.model.search(for: "bob")
    #expect(people.shown.map(\.number) == [1])
    #expect(people.model.view.rows().compactMap(people.id(of:)) == [1])
    // A row of another payload is none of them.
    try people.model.transaction { try $0.append(Row(id: "5", title: "Bob's shop"), to: "all") }
    #expect(people[5] == nil && people.shown.map(\.number) == [1])
  }

  @Test func payloadsAreEditedWithWhatFollowsForTheirRows() throws {
    let people = try Self.people()
    let update = try people.transaction { edit in
      try edit.insert([Person(number: 7, name: "Dan")], at: .start(of: "all"))
      try edit.editor.setHidden(true, row: "1")
      try edit.update(1) { $0.phone = "12 34" }
      #expect(edit[1]?.phone == "12 34")
      try edit.move([0], to: .end(of: "all"))
      try edit.remove([2])
    }
    #expect(try update.changes().rows.inserts.map(\.id) == ["7"])
    #expect(people.shown.map(\.name) == ["Dan", "Ada"])
    // It is hidden still.
    #expect(people.model.row("1")?.subtitle == "12 34" && people.model.isHidden("1") == true)
    try people.transaction { try $0.set([Person(number: 0, name: "Ada"), Person(number: 4, name: "Eve")], of: "all") }
    #expect(people.shown.map(\.number) == [0, 4])
    #expect(throws: ListError.unknownID(of: .row, id: "9")) { try people.transaction { try $0.update(9) { _ in } } }
    #expect(throws: ListError.changedID(from: "0", to: "3")) {
      try people.transaction { try $0.update(0) { $0 = Person(number: 3, name: $0.name) } }
    }
    #expect(try people.transaction { try $0.update(0) { _ in } }.isEmpty)
  }

  @Test func idsMayBeOfATypeOfTheProgram() throws {
    let list = TypedList(
      try ListModel(ListContents { Section(id: "s", rows: []) }), id: { Key(register: "a", number: $0) },
      title: { (number: Int) in "\(number)" })
    try list.transaction { try $0.insert([3, 4], at: .end(of: "s")) }
    #expect(list[Key(register: "a", number: 4)] == 4 && list[Key(register: "b", number: 4)] == nil)
    #expect(list.model.view.rows().compactMap(list.id(of:)) == [3, 4].map { Key(register: "a", number: $0) })
    try list.model.transaction { try $0.select("a:4") }
    #expect(list.selected == [4])
  }
}
