import Riffle
import Testing

@testable import RiffleList

/// Selecting and removing several rows at once.
@Suite struct SeveralRowsTests {
  private static func selectable(_ settings: ListSettings = ListSettings()) throws -> ListModel {
    var contents = ListContents {
      Section(id: "s", rows: rows("1 2 3 4"))
      Section(id: "t") { RowGroup(id: "radio", style: .radio(selected: "a")) { rows("a b") } }
      Section(id: "u", rows: rows("5 6"))
    }
    contents.defaults.abilities.selection = .sticky
    return try ListModel(contents, settings: settings)
  }

  @Test func selectedRowsStandInListOrder() throws {
    let list = try Self.selectable()
    for id in ["6", "2", "1"] { try list.select(RowID(id)) }
    #expect(list.selectedRows.map(\.id) == ["1", "2", "a", "6"])
    try list.transaction { try $0.move("6", to: .start(of: "s")) }
    #expect(list.selectedRows.map(\.id) == ["6", "1", "2", "a"])
  }

  @Test func aRangeIsSelectedAsItShows() throws {
    let list = try Self.selectable()
    try list.transaction { edit in
      try edit.setHidden(true, row: "3")
      try edit.update("4") { $0.abilities.selection = .momentary }
    }
    list.hooks.willSelect = { $0.id == "5" ? .deny(reason: nil) : .allow }
    let told = Told()
    let observation = list.tell(told)
    defer { observation.cancel() }
    #expect(try list.select(from: "6", through: "2") == ["2", "6"])
    #expect(told.take() == ["updated", "did select 2", "did select 6"])
    #expect(list.isSelected("a") && !list.isSelected("b"))
    #expect(throws: Refusal.unknownRow) { try list.select(from: "1", through: "3") }
    #expect(try list.selectAll() == ["1"] && list.selected == ["1", "2", "6"])
    list.hooks.willDeselect = { $0.id == "1" ? .deny(reason: nil) : .allow }
    #expect(list.deselectAll() == ["2", "6"] && list.selectedRows.map(\.id) == ["1", "a"])
    var settings = ListSettings()
    settings.selectsMany = false
    let other = try Self.selectable(settings)
    #expect(throws: Refusal.notAble) { try other.selectAll() }
  }

  @Test func allRowsGoAtOnce() throws {
    let list = try listOfSections()
    try list.transaction { edit in
      #expect(try edit.removeAll { $0.id.name.hasPrefix("1") }.count == 101)
      try edit.removeAll(of: "h")
    }
    #expect(list.view.ids == ["2", "3", "4", "5", "6"] && list.groups(of: "b")?.map(\.id) == ["g", "h"])
    try list.transaction { edit in
      try edit.updateList { $0.header = Supplement("stays") }
      try edit.removeAll()
    }
    #expect(list.sectionIDs == [] && list.rowCount == 0 && list.view.header == Supplement("stays"))
  }
}
