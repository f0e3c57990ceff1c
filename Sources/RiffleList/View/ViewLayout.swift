import Riffle

/// How the rows that are left of a list fall into sections: where each row of the part shows, and where each section begins.
enum ViewLayout: Sendable {
  /// Nothing is filtered: the sums of the list's own divisions say it. Rows of groups that do not show are in the part.
  case whole(Divisions)
  /// Something is: the part has all rows that show, and no others.
  case filtered(FilteredSections)

  /// A section that shows, with or without rows.
  struct Shown {
    let record: SectionRecord
    /// Its index among the sections that show.
    let number: Int
    let start: Int
    let count: Int
    /// The sum of all sections of the list before it.
    let before: ListSum
  }

  /// How many rows show.
  var count: Int {
    switch self {
    case .whole(let divisions): divisions.sections.sum.shown
    case .filtered(let sections): sections.part.count
    }
  }

  var sectionCount: Int {
    switch self {
    case .whole(let divisions): divisions.sections.sum.sections
    case .filtered(let sections): sections.found.count
    }
  }

  /// The section that shows at an index, which there must be.
  /// - Complexity: O(log *n*), as of all that finds something.
  func section(_ number: Int) -> Shown? {
    switch self {
    case .whole(let divisions):
      divisions.sections.first(where: \.sections, exceeds: number).map { Shown($0.element, $0.before) }
    case .filtered(let sections): sections.section(number)
    }
  }

  /// The index among the sections that show of the one at an index of the list; `nil` if it does not show.
  /// - Complexity: O(log *n*), as of all that finds something.
  func number(ofSection index: Int) -> Int? {
    switch self {
    case .whole(let divisions):
      let (section, before) = divisions.sections.found(at: index)
      return section.isShown ? before.sections : nil
    case .filtered(let sections): return sections.found.number(ofSection: index)
    }
  }

  /// All sections that show, in order.
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
    }
  }

  /// The indices of the sections that show among all of the list, in order.
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
    }
  }

  /// The section of the row at a position.
  func section(holding position: Int) -> Shown? {
    guard 0..<count ~= position else { return nil }
    switch self {
    case .whole(let divisions):
      return divisions.sections.first(where: \.shown, exceeds: position).map { Shown($0.element, $0.before) }
    case .filtered(let sections): return sections.section(sections.found.number(holding: position))
    }
  }

  /// Where the row shows that so many rows of the part come before; `nil` if it does not.
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

  /// The rows of a window as stretches of the part that lie apart.
  /// - Complexity: O(log *n*); where not all rows show, O(groups) in those of the window.
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
  /// Which rows of a part show while nothing is filtered, if the group does.
  /// - Parameter start: how many rows of the part come before those of the group.
  func shownRanks(from start: Int, in part: Snapshot<AnyRow, RowID>) -> Range<Int> {
    let all = start..<start + sum.ownShown
    if sum.shown == sum.ownShown { return all }
    if sum.shown == 0 { return start..<start }
    let selected = traits.style.selected.flatMap { part.rank(of: $0) } ?? start
    let first = all.contains(selected) ? selected : start
    return first..<first + 1
  }
}
