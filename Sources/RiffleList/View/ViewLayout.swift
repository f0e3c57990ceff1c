import Riffle

/// The layout of a view: the position of each row, and the start of each section.
enum ViewLayout: Sendable {
  /// Nothing is filtered: positions are sums over the list's own divisions. The part also has rows of groups that do not show.
  case whole(Divisions)
  /// The list is filtered: the part has exactly the visible rows.
  case filtered(FilteredSections)
  /// The view is sorted: the part has exactly the visible rows, in list order.
  case sorted(SortedSections)

  /// A visible section, with or without rows.
  struct Shown {
    let record: SectionRecord
    /// Its index among the visible sections.
    let number: Int
    let start: Int
    let count: Int
    /// The sum of all sections of the list before it.
    let before: ListSum
  }

  /// The number of visible rows.
  var count: Int {
    switch self {
    case .whole(let divisions): divisions.sections.sum.shown
    case .filtered(let sections): sections.part.count
    case .sorted(let rows): rows.count
    }
  }

  var sectionCount: Int {
    switch self {
    case .whole(let divisions): divisions.sections.sum.sections
    case .filtered(let sections): sections.found.count
    case .sorted(let rows): rows.sections.count
    }
  }

  /// Returns the visible section at an index, which must exist.
  /// - Complexity: O(log *n*), like all lookups.
  func section(_ number: Int) -> Shown? {
    switch self {
    case .whole(let divisions):
      divisions.sections.first(where: \.sections, exceeds: number).map { Shown($0.element, $0.before) }
    case .filtered(let sections): sections.section(number)
    case .sorted(let rows): rows.sections.indices.contains(number) ? rows.sections[number] : nil
    }
  }

  /// Returns the index among the visible sections of the section at an index of the list; `nil` if it does not show.
  /// - Complexity: O(log *n*), like all lookups.
  func number(ofSection index: Int) -> Int? {
    switch self {
    case .whole(let divisions):
      let (section, before) = divisions.sections.found(at: index)
      return section.isShown ? before.sections : nil
    case .filtered(let sections): return sections.found.number(ofSection: index)
    case .sorted: return nil
    }
  }

  /// All visible sections, in order.
  /// - Complexity: O(*n*) in their number.
  var sections: [Shown] {
    switch self {
    case .whole(let divisions):
      var shown: [Shown] = []
      divisions.sections.visit(having: \.sections) { section, _, before in
        shown.append(Shown(section, before))
        return true
      }
      return shown
    case .filtered(let sections): return (0..<sections.found.count).compactMap { sections.section($0) }
    case .sorted(let rows): return rows.sections
    }
  }

  /// The indices in the list of the visible sections, in order.
  /// - Complexity: O(*n*) in the number of sections.
  var sectionIndices: [Int] {
    switch self {
    case .whole(let divisions):
      var indices: [Int] = []
      divisions.sections.visit(having: \.sections) { _, index, _ in
        indices.append(index)
        return true
      }
      return indices
    case .filtered(let sections): return sections.found.indices
    case .sorted: return []
    }
  }

  /// Returns the section of the row at a position.
  func section(holding position: Int) -> Shown? {
    guard 0..<count ~= position else { return nil }
    switch self {
    case .whole(let divisions):
      return divisions.sections.first(where: \.shown, exceeds: position).map { Shown($0.element, $0.before) }
    case .filtered(let sections): return sections.section(sections.found.number(holding: position))
    case .sorted(let rows):
      let sections = rows.sections
      return sections[sections.partitioningIndex { $0.start > position } - 1]
    }
  }

  /// Returns the position of the row at a rank in the part; `nil` if it does not show.
  func position(ofRank rank: Int, in part: Snapshot<AnyRow, RowID>) -> Int? {
    guard case .whole(let divisions) = self else { return rank }
    if divisions.sections.sum.reduced == 0 { return rank }
    guard let section = divisions.sections.first(where: \.ownShown, exceeds: rank), section.element.isShown,
      let group = section.element.groups.first(where: \.ownShown, exceeds: rank - section.before.ownShown)
    else { return nil }
    let start = section.before.ownShown + group.before.ownShown
    let ranks = group.element.shownRanks(from: start, in: part)
    return ranks.contains(rank) ? section.before.shown + group.before.shown + rank - ranks.lowerBound : nil
  }

  /// Returns the rows of a window as separate ranges of the part.
  /// - Complexity: O(log *n*); if not all rows show, O(groups) in those of the window.
  func stretches(of window: Range<Int>, in part: Snapshot<AnyRow, RowID>) -> [Range<Int>] {
    let window = window.clamped(to: 0..<count)
    if window.isEmpty { return [] }
    guard case .whole(let divisions) = self, divisions.sections.sum.reduced > 0 else { return [window] }
    var stretches: [Range<Int>] = []
    divisions.sections.visit(having: \.shown, exceeding: window.lowerBound) { section, _, before in
      if before.shown >= window.upperBound { return false }
      section.groups.visit(having: \.shown, exceeding: window.lowerBound - before.shown) { group, _, inSection in
        let start = before.shown + inSection.shown
        if start >= window.upperBound { return false }
        let shown = (start..<start + group.sum.shown).clamped(to: window)
        if shown.isEmpty { return true }
        let ranks = group.shownRanks(from: before.ownShown + inSection.ownShown, in: part)
        let next = ranks.lowerBound + shown.lowerBound - start..<ranks.lowerBound + shown.upperBound - start
        if let last = stretches.last, last.upperBound == next.lowerBound {
          stretches[stretches.count - 1] = last.lowerBound..<next.upperBound
        } else {
          stretches.append(next)
        }
        return true
      }
      return true
    }
    return stretches
  }
}

extension ViewLayout.Shown {
  init(_ record: SectionRecord, _ before: ListSum) {
    self.init(
      record: record, number: before.sections, start: before.shown, count: record.sum.shown, before: before)
  }
}

extension GroupRecord {
  /// Returns the ranks of the rows of a part that show while nothing is filtered, if the group does.
  /// - Parameter start: the number of rows of the part before those of the group.
  func shownRanks(from start: Int, in part: Snapshot<AnyRow, RowID>) -> Range<Int> {
    let all = start..<start + sum.ownShown
    if sum.shown == sum.ownShown { return all }
    if sum.shown == 0 { return start..<start }
    let selected = traits.style.selected.flatMap { part.rank(of: $0) } ?? start
    let first = all.contains(selected) ? selected : start
    return first..<first + 1
  }
}
