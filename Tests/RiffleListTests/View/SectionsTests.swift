import Riffle
import Testing

@testable import RiffleList

/// A view as a collection of sections of rows.
@Suite struct SectionsTests {
  @Test func aViewIsSectionsOfRows() throws {
    let list = try listOfSections()
    try list.transaction { edit in
      try edit.setHidden(true, group: "g")
      try edit.setHidden(true, section: "c")
      try edit.setHidden(true, row: "2")
    }
    var filter = ListFilter(text: "row 1", mode: .substring)
    for isFiltering in [false, true] {
      if isFiltering { try list.setFilter(filter) }
      let view = list.view
      let plain = view.snapshot().sections
      #expect(view.sections.map(\.id) == plain.map(\.id) && view.sections.count == view.sectionCount)
      for (index, section) in view.sections.enumerated() {
        #expect(section.map(\.id) == plain[index].rows.map(\.id) && section.rows.map(\.id) == section.map(\.id))
        #expect(section.index == index && view[index].id == section.id && view.index(ofSection: section.id) == index)
        #expect(view.section(section.id)?.start == section.start && section.count == section.rowCount)
        #expect(section.indices.allSatisfy { view[RowPath(section: index, row: $0)].id == plain[index].rows[$0].id })
        #expect(section.last?.id == plain[index].rows.last?.id && section.reversed().first?.id == section.last?.id)
      }
      #expect(view.section("c") == nil && view.index(ofSection: "nowhere") == nil && view.section(at: 99) == nil)
      #expect((view.section("empty") == nil) == isFiltering)
    }
    filter.text = "nothing like it"
    try list.setFilter(filter)
    #expect(list.view.sections.isEmpty && list.view.section("a") == nil)
  }
}
