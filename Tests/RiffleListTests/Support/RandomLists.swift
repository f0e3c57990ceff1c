import Riffle
import RiffleList
import RiffleTestSupport

/// Makes up lists, edits of them, and filters.
struct RandomLists {
  var random: RandomText
  private var count = 0

  init(seed: UInt64) { random = RandomText(seed: seed) }

  mutating func row(_ id: RowID? = nil) -> AnyRow {
    count += 1
    var traits = RowTraits(id: id ?? "r\(count)", title: random.title(maximumWordCount: 3))
    traits.isHidden = random.oneIn(8)
    traits.isSearchable = !random.oneIn(10)
    if random.oneIn(3) { traits.searchText = random.title(maximumWordCount: 2) }
    return random.oneIn(2) ? AnyRow(Row(traits, payload: count)) : AnyRow(Row(traits, payload: "\(count)"))
  }

  mutating func rows(below limit: Int) -> [AnyRow] { (0..<random.number(below: limit)).map { _ in row() } }

  mutating func group(_ id: GroupID? = nil, rowsBelow limit: Int = 8) -> RowGroup {
    count += 1
    let rows = rows(below: limit)
    var traits = GroupTraits(id: id ?? "g\(count)", style: style(rows))
    traits.isHidden = random.oneIn(8)
    return RowGroup(traits, rows: rows)
  }

  private mutating func style(_ rows: [AnyRow]) -> GroupStyle {
    let selected = rows.isEmpty || random.oneIn(2) ? nil : rows[random.number(below: rows.count)].id
    return switch random.number(below: 6) {
    case 0: .radio(selected: selected)
    case 1: .accordion(selected: selected, isExpanded: random.oneIn(2))
    default: .plain
    }
  }

  mutating func section(rowsBelow limit: Int = 8) -> Section {
    count += 1
    var traits = SectionTraits(id: "s\(count)", title: random.oneIn(4) ? nil : random.title(maximumWordCount: 2))
    traits.isHidden = random.oneIn(10)
    return Section(traits, groups: (0..<random.number(below: 4)).map { _ in group(rowsBelow: limit) })
  }

  mutating func contents() -> ListContents {
    ListContents(sections: (0..<random.number(below: 6)).map { _ in section() })
  }

  mutating func filter(for list: PlainList) -> ListFilter {
    var filter = ListFilter()
    if !random.oneIn(3) {
      let items = list.rows.map { Item(id: 0, title: $0.title) }
      filter.text = random.oneIn(5) || items.isEmpty ? "  " : random.query(for: items)
      if random.oneIn(4) { filter.mode = .substring }
      filter.reach = random.reach()
      filter.terms = random.terms()
    }
    if random.oneIn(6) { filter.scope = .scope("long") }
    if random.oneIn(6) { filter.sections = Set(list.sections.map(\.traits.id).filter { _ in random.oneIn(2) }) }
    return filter
  }

  mutating func settings() -> ListSettings {
    var settings = ListSettings()
    settings.scopes["long"] = { $0.title.utf8.count > 8 }
    if random.oneIn(3) { settings.emptySections = .dropped }
    settings.removesEmptiedSections = random.oneIn(3)
    if random.oneIn(3) { settings.emptySectionsWhileFiltering = .kept }
    if random.oneIn(3) { settings.unfoldsWhileFiltering = false }
    return settings
  }
}
