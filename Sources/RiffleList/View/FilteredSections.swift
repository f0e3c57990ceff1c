import Riffle

/// The sections of a view through a filter, counted on demand.
final class FilteredSections: Sendable {
  let part: Snapshot<AnyRow, RowID>
  let divisions: Divisions
  let filter: ListFilter
  private let keepsEmpty: Bool
  private let counted = Lazy<Found>()

  /// - Parameters:
  ///   - part: the visible rows.
  ///   - keepsEmpty: whether sections without rows show.
  init(_ part: Snapshot<AnyRow, RowID>, of divisions: Divisions, _ filter: ListFilter, keepsEmpty: Bool) {
    self.part = part
    self.divisions = divisions
    self.filter = filter
    self.keepsEmpty = keepsEmpty
  }

  /// The visible sections: their indices in the list, and their first positions.
  struct Found: Sendable {
    fileprivate(set) var indices: [Int] = []
    fileprivate(set) var starts: [Int] = []

    var count: Int { indices.count }

    func number(ofSection index: Int) -> Int? {
      let number = indices.partitioningIndex { $0 >= index }
      return number < count && indices[number] == index ? number : nil
    }

    /// Returns the section of a position: the last one that begins there or before, because others there are empty.
    func number(holding position: Int) -> Int { starts.partitioningIndex { $0 > position } - 1 }
  }

  /// - Complexity: the first time O(sections), or O(*h* log *n*) for *h* hits if these are far fewer.
  var found: Found { counted.value { find() } }

  func section(_ number: Int) -> ViewLayout.Shown? {
    let found = found
    guard found.indices.indices.contains(number) else { return nil }
    let end = number + 1 < found.count ? found.starts[number + 1] : part.count
    let (record, before) = divisions.sections.found(at: found.indices[number])
    return ViewLayout.Shown(
      record: record, number: number, start: found.starts[number], count: end - found.starts[number], before: before)
  }

  private func find() -> Found {
    // Finding the section of a hit takes some ten times as long as skipping one.
    keepsEmpty || part.count > divisions.sections.count / 10 ? findAmongAll() : findOfHits()
  }

  private func findAmongAll() -> Found {
    var ends: [Int] = []
    ends.reserveCapacity(divisions.sections.count)
    var end = 0
    divisions.sections.forEachSum { sum in
      end += sum.rows
      ends.append(end)
    }
    let ranks = part.ranks(ofPositions: ends)
    var found = Found()
    found.indices.reserveCapacity(ranks.count)
    found.starts.reserveCapacity(ranks.count)
    var start = 0
    for (index, end) in ranks.enumerated() {
      if end > start || keepsEmpty && canShow(divisions.sections[index]) {
        found.indices.append(index)
        found.starts.append(start)
      }
      start = end
    }
    return found
  }

  private func canShow(_ section: SectionRecord) -> Bool {
    !section.traits.isHidden && filter.sections?.contains(section.id) ?? true
  }

  private func findOfHits() -> Found {
    var found = Found()
    var end = 0
    for (start, position) in part.positions().enumerated() where position >= end {
      guard let section = divisions.sections.first(where: \.rows, exceeds: position) else { break }
      found.indices.append(section.index)
      found.starts.append(start)
      end = section.before.rows + section.element.sum.rows
    }
    return found
  }
}
