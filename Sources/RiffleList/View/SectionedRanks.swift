import Riffle

/// A range of rows of a list or a view, with their division into sections.
struct SectionedRanks {
  let ranks: Range<Int>
  /// The ends of sections, in order; called only when needed.
  private let sections: () -> [(id: SectionID, end: Int)]

  /// Creates the range of a list that is not filtered.
  init(_ ranks: Range<Int>, _ sections: SummedTree<SectionRecord>) {
    self.ranks = ranks
    self.sections = {
      var found: [(SectionID, Int)] = []
      sections.visit { section, _, before in
        found.append((section.id, before.ownShown + section.sum.ownShown))
        return true
      }
      return found
    }
  }

  /// Creates the range of all rows of a view.
  init(_ count: Int, _ layout: ViewLayout) {
    ranks = 0..<count
    sections = { layout.sections.map { ($0.record.id, $0.start + $0.count) } }
  }
}

extension Snapshot<AnyRow, RowID> {
  /// Returns the rows of two ranges that the other one does not have unchanged, or has in another section.
  ///
  /// If rows are compared by content, the comparison does not include their section. Otherwise a row that changes its section is
  /// written anew.
  func difference(
    _ stretch: SectionedRanks, from earlier: Self, _ other: SectionedRanks
  ) -> (gone: LooseRows, come: LooseRows) {
    let (gone, come) = difference(stretch.ranks, from: earlier, other.ranks)
    guard comparesRows else { return (gone, come) }
    let moved = other.regrouped(gone.ranks, stretch, come.ranks)
    return (gone.adding(moved.before, of: earlier), come.adding(moved.after, of: self))
  }
}

extension SectionedRanks {
  /// Returns the rows of this range and a later one that both have, but in different sections.
  /// - Parameters:
  ///   - gone: the ranks of rows that only this one has, ascending.
  ///   - come: the ranks of rows that only the later one has.
  /// - Complexity: O(sections), and O(*c*) in the number of ranks.
  fileprivate func regrouped(
    _ gone: [Int], _ later: SectionedRanks, _ come: [Int]
  ) -> (before: [Int], after: [Int]) {
    var (old, new) = (sections()[...], later.sections()[...])
    var (gone, come) = (gone[...], come[...])
    var (rank, newRank) = (ranks.lowerBound, later.ranks.lowerBound)
    var moved: (before: [Int], after: [Int]) = ([], [])
    while true {
      while let first = gone.first, first == rank { (rank, gone) = (rank + 1, gone.dropFirst()) }
      while let first = come.first, first == newRank { (newRank, come) = (newRank + 1, come.dropFirst()) }
      while let first = old.first, first.end <= rank { old.removeFirst() }
      while let first = new.first, first.end <= newRank { new.removeFirst() }
      guard rank < ranks.upperBound, newRank < later.ranks.upperBound, let from = old.first, let to = new.first else {
        return moved
      }
      let count = Swift.min(
        Swift.min(from.end, gone.first ?? .max, ranks.upperBound) - rank,
        Swift.min(to.end, come.first ?? .max, later.ranks.upperBound) - newRank)
      if from.id != to.id {
        moved.before += rank..<rank + count
        moved.after += newRank..<newRank + count
      }
      (rank, newRank) = (rank + count, newRank + count)
    }
  }
}
