import Riffle

/// The rows and sections of a sorted view. Sections are found on demand.
final class SortedSections: Sendable {
  private let answer: SortedAnswer<AnyRow, RowID>
  private let sort: ListSort
  private let divided = Lazy<[ViewLayout.Shown]>()

  init(_ answer: SortedAnswer<AnyRow, RowID>, _ sort: ListSort) { (self.answer, self.sort) = (answer, sort) }

  var count: Int { answer.count }

  func rows(_ range: Range<Int>) -> [AnyRow] { answer.elements(offset: range.lowerBound, limit: range.count) }

  /// - Complexity: O(*n*).
  func position(of id: RowID) -> Int? { answer.position(of: id) }

  /// All sections, in order.
  /// - Complexity: O(*n*) the first time, if rows are divided.
  var sections: [ViewLayout.Shown] { divided.value { divide() } }

  private func divide() -> [ViewLayout.Shown] {
    if count == 0 { return [] }
    // The sort has been checked, so there is an answer.
    guard !sort.keys.isEmpty, let division = sort.sections, let found = try? answer.sections(by: division) else {
      return [shown(SectionTraits(id: .sorted), 0, 0, count)]
    }
    return found.enumerated().map { number, section in
      let title = section.value.map(sort.title)
      return shown(SectionTraits(id: .value(section.value), title: title), number, section.start, section.count)
    }
  }

  private func shown(_ traits: SectionTraits, _ number: Int, _ start: Int, _ count: Int) -> ViewLayout.Shown {
    ViewLayout.Shown(
      record: SectionRecord(traits, SummedTree(), showsEmpty: false), number: number, start: start, count: count,
      before: .zero)
  }
}
