import Riffle
import RiffleList
import Testing

/// Views that are filtered, sorted and counted by fields.
@Suite struct SortedViewTests {
  private static let fields: [SearchField<AnyRow>] = [
    .keyword("country") { $0.subtitle.isEmpty ? nil : $0.subtitle },
    .integer("population") { $0.payload(as: Int.self) },
    .time("founded") { Timestamp($0.searchText) },
  ]

  private static func row(_ title: String, _ country: String, _ population: Int, _ founded: String) -> AnyRow {
    var traits = RowTraits(id: RowID(title), title: title)
    (traits.subtitle, traits.searchText) = (country, founded)
    return AnyRow(Row(traits, payload: population))
  }

  private func cities() throws -> ListModel {
    var settings = ListSettings()
    settings.fields = Self.fields
    let north = Section(
      SectionTraits(id: "north", title: "North"),
      groups: [
        RowGroup(
          id: "n",
          rows: [
            Self.row("Oslo", "NO", 709, "1040"), Self.row("Stockholm", "SE", 978, "1252-05"),
            Self.row("Bergen", "NO", 291, "1070"),
          ])
      ])
    let south = Section(
      SectionTraits(id: "south", title: "South"),
      groups: [RowGroup(id: "s", rows: [Self.row("Malmö", "SE", 351, "1275"), Self.row("Atlantis", "", 0, "")])])
    return try ListModel(ListContents(sections: [north, south]), settings: settings)
  }

  private func titles(_ view: ListView) -> [[String]] { view.sections.map { $0.map(\.title) } }

  @Test func aSortedViewHasOneSectionOrThoseOfTheFirstKey() throws {
    let list = try cities()
    var filter = ListFilter()
    filter.sort = ListSort(by: [.descending("population")])
    try list.setFilter(filter)
    #expect(titles(list.view) == [["Stockholm", "Oslo", "Malmö", "Bergen", "Atlantis"]])
    #expect(list.view.section(.sorted)?.rowCount == 5 && list.view.section("north") == nil)
    #expect(list.view.path(of: "Malmö") == RowPath(section: 0, row: 2))
    #expect(list.view.place(for: RowPath(section: 0, row: 0), moving: ["Oslo"]) == nil)
    filter.sort = ListSort(by: [.ascending("country"), .descending("population")], sections: .values)
    try list.setFilter(filter)
    #expect(titles(list.view) == [["Oslo", "Bergen"], ["Stockholm", "Malmö"], ["Atlantis"]])
    #expect(list.view.sections.map(\.traits.title) == ["NO", "SE", nil])
    #expect(list.view.section(.value("SE"))?.start == 2 && list.view.index(ofSection: .value(nil)) == 2)
    #expect(list.view.jumplist(.sectionTitles)?.entries.map(\.label) == ["NO", "SE", " "])
    filter.sort = ListSort(by: [.ascending("founded")], sections: .months)
    try list.setFilter(filter)
    #expect(list.view.sections.map(\.traits.title) == ["1040-01", "1070-01", "1252-05", "1275-01", nil])
    filter.sort = nil
    try list.setFilter(filter)
    #expect(titles(list.view) == [["Oslo", "Stockholm", "Bergen"], ["Malmö", "Atlantis"]])
  }

  @Test func rowsGoToTheirPlaceInASortedView() throws {
    let list = try cities()
    var filter = ListFilter()
    filter.sort = ListSort(by: [.descending("population")])
    filter.condition = try Filter("country EXISTS")
    try list.setFilter(filter)
    let before = list.view.snapshot()
    let update = try list.transaction { edit in
      try edit.insert([Self.row("Göteborg", "SE", 587, "1621")], at: .before("Oslo"))
      try edit.replace(Self.row("Bergen", "NO", 2910, "1070"))
    }
    #expect(titles(list.view) == [["Bergen", "Stockholm", "Oslo", "Göteborg", "Malmö"]])
    #expect(try update.changes().apply(to: before) == list.view.snapshot())
  }

  @Test func aViewSaysHowManyRowsHaveEachValue() throws {
    let list = try cities()
    var filter = ListFilter()
    filter.condition = try Filter("country = SE AND population > 100")
    let view = try list.view(through: filter)
    let counts = try view.facets([
      Facet("country"), Facet("country", ignoresOwnFilter: true), Facet("population", limit: 0),
    ])
    #expect(counts[0].values.map(\.count) == [2])
    #expect(counts[1].values.map { "\($0.value) \($0.count)" } == ["NO 2", "SE 2"])
    #expect(counts[2].least == .integer(351) && counts[2].greatest == .integer(978))
  }

  @Test func unknownFieldsAndWrongTypesAreErrorsAndChangeNothing() throws {
    let list = try cities()
    let known = Self.fields.map(\.name)
    var filter = ListFilter()
    filter.condition = .equals("region", "x")
    #expect(throws: ListError.filter(.unknownField("region", known: known))) { try list.setFilter(filter) }
    filter.condition = .equals("population", "many")
    #expect(throws: ListError.filter(.wrongType(field: "population", kind: .integer, value: "many"))) {
      try list.view(through: filter)
    }
    filter.condition = nil
    filter.sort = ListSort(by: [.ascending("region")])
    #expect(throws: ListError.filter(.unknownField("region", known: known))) { try list.setFilter(filter) }
    filter.sort = ListSort(by: [.ascending("country")], sections: .years)
    #expect(throws: ListError.self) { try list.setFilter(filter) }
    #expect(throws: ListError.filter(.unknownField("region", known: known))) { try list.view.facets([Facet("region")]) }
    #expect(list.filter.sort == nil && list.view.count == 5)
  }
}
