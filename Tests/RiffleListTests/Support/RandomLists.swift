import Foundation
import Riffle
import RiffleList
import RiffleTestSupport

/// A payload that does something when it is let go.
private final class MortalPayload: Sendable, Equatable {
  let number: Int
  private let whenLetGo: @Sendable () -> Void

  init(_ number: Int, _ whenLetGo: @escaping @Sendable () -> Void) {
    (self.number, self.whenLetGo) = (number, whenLetGo)
  }

  deinit { whenLetGo() }

  static func == (a: MortalPayload, b: MortalPayload) -> Bool { a.number == b.number }
}

/// Makes up lists, edits of them, and filters.
struct RandomLists {
  var random: RandomText
  private var count = 0
  /// Called when a payload is let go, wherever that is.
  var whenLetGo: (@Sendable () -> Void)?

  init(seed: UInt64) { random = RandomText(seed: seed) }

  mutating func row(_ id: RowID? = nil) -> AnyRow {
    count += 1
    var traits = RowTraits(id: id ?? "r\(count)", title: random.title(maximumWordCount: 3))
    if random.oneIn(8) { traits.title = traits.title.inOtherForm }
    traits.isHidden = random.oneIn(8)
    traits.isSearchable = !random.oneIn(10)
    if random.oneIn(3) { traits.searchText = random.title(maximumWordCount: 2) }
    if let whenLetGo, random.oneIn(4) { return AnyRow(Row(traits, payload: MortalPayload(count, whenLetGo))) }
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
      if random.oneIn(2) { filter.mode = QueryMode.allCases[random.number(below: QueryMode.allCases.count)] }
      filter.reach = random.reach()
      filter.terms = random.terms()
    }
    if random.oneIn(6) { filter.scope = .scope("long") }
    if random.oneIn(6) { filter.sections = Set(list.sections.map(\.traits.id).filter { _ in random.oneIn(2) }) }
    if random.oneIn(5) {
      filter.condition = RowFields.conditions[random.number(below: RowFields.conditions.count)].filter
    }
    if random.oneIn(5) { filter.sort = sort() }
    return filter
  }

  private mutating func sort() -> ListSort {
    let keys = (0..<random.number(below: 4)).map { _ in
      SortKey(
        ["initial", "length", "time"][random.number(below: 3)], isDescending: random.oneIn(2),
        missing: random.oneIn(2) ? .first : .last)
    }
    let isByTime = keys.first?.field == "time"
    let sections: [ListSort.Sections?] = isByTime ? [nil, .values, .years, .months] : [nil, .values]
    return ListSort(
      by: keys, ties: random.oneIn(2) ? .relevance : .list, sections: sections[random.number(below: sections.count)])
  }

  mutating func settings() -> ListSettings {
    var settings = ListSettings()
    settings.scopes["long"] = { $0.title.utf8.count > 8 }
    settings.fields = RowFields.all
    if random.oneIn(3) { settings.emptySections = .dropped }
    settings.removesEmptiedSections = random.oneIn(3)
    if random.oneIn(3) { settings.emptySectionsWhileFiltering = .kept }
    if random.oneIn(3) { settings.unfoldsWhileFiltering = false }
    return settings
  }
}

extension String {
  /// The same text decomposed, or, if it is so, composed.
  var inOtherForm: String {
    let decomposed = decomposedStringWithCanonicalMapping
    return decomposed.utf8.elementsEqual(utf8) ? precomposedStringWithCanonicalMapping : decomposed
  }
}
