import Riffle

/// How the rows that are left of a list fall into sections and groups.
struct ViewLayout: Sendable {
  /// A group of which at least one row shows.
  struct Group: Sendable {
    let place: ListBase.GroupPlace
    /// The position of its first row in the view.
    let start: Int
    let count: Int
    /// How many rows of the view's part come before its first row.
    let rank: Int
  }

  /// A section that shows, with or without rows.
  struct Section: Sendable {
    /// Its index in the base.
    let index: Int
    let start: Int
    var count = 0
    /// Which of the groups are its.
    var groups: Range<Int>
  }

  private(set) var sections: [Section] = []
  private(set) var groups: [Group] = []
  private(set) var count = 0

  /// - Parameters:
  ///   - part: the rows that are left, hidden groups and sections aside.
  ///   - counts: how many rows of the part each group of the base has, in order.
  /// - Complexity: O(groups), and O(log *n*) for each group that is folded.
  init(
    _ base: ListBase, _ part: Snapshot<AnyRow, RowID>, counts: [Int], isFiltering: Bool, only: Set<SectionID>?,
    _ settings: ListSettings
  ) {
    let empty = isFiltering ? settings.emptySectionsWhileFiltering : settings.emptySections
    let unfolds = isFiltering && settings.unfoldsWhileFiltering
    var rank = 0
    var number = 0
    for (index, record) in base.sections.enumerated() {
      var section = Section(index: index, start: count, groups: groups.count..<groups.count)
      let isHidden = record.traits.isHidden || only?.contains(record.traits.id) == false
      for (group, record) in record.groups.enumerated() {
        let shown = counts[number]
        number += 1
        defer { rank += shown }
        if isHidden || record.traits.isHidden || shown == 0 { continue }
        var (first, length) = (rank, shown)
        if record.traits.style.isFolded, !unfolds {
          if let selected = record.traits.style.selected.flatMap({ part.rank(of: $0) }), rank..<rank + shown ~= selected
          {
            first = selected
          }
          length = 1
        }
        groups.append(
          Group(place: .init(section: index, group: group), start: count, count: length, rank: first))
        section.count += length
        count += length
      }
      section.groups = section.groups.lowerBound..<groups.count
      if isHidden || section.count == 0 && empty == .dropped { continue }
      sections.append(section)
    }
  }

  /// The group that holds a position, by number.
  func group(holding position: Int) -> Int? {
    guard 0..<count ~= position else { return nil }
    return groups.partitioningIndex(where: { $0.start > position }) - 1
  }

  /// The section that holds a position, by number.
  func section(holding position: Int) -> Int? {
    guard 0..<count ~= position else { return nil }
    // Of several that begin there all but the last are empty.
    return sections.partitioningIndex(where: { $0.start > position }) - 1
  }

  /// The rows of the part that are in no group that shows, or folded away in one.
  func hiddenRanks(among count: Int) -> [Range<Int>] {
    var hidden: [Range<Int>] = []
    var end = 0
    for group in groups {
      if group.rank > end { hidden.append(end..<group.rank) }
      end = group.rank + group.count
    }
    if count > end { hidden.append(end..<count) }
    return hidden
  }

  /// The rows of a window as stretches of the part that lie apart.
  func stretches(of window: Range<Int>) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    let window = window.clamped(to: 0..<count)
    guard !window.isEmpty, let first = group(holding: window.lowerBound) else { return [] }
    for group in groups[first...] {
      if group.start >= window.upperBound { break }
      let shown = (group.start..<group.start + group.count).clamped(to: window)
      let ranks = shown.lowerBound - group.start + group.rank..<shown.upperBound - group.start + group.rank
      if stretches.last?.upperBound == ranks.lowerBound {
        stretches[stretches.count - 1] = stretches[stretches.count - 1].lowerBound..<ranks.upperBound
      } else {
        stretches.append(ranks)
      }
    }
    return stretches
  }
}
