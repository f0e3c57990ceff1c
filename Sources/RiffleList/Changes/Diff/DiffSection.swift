import Riffle

/// A section to compare, with the rows of it that the comparison examines.
///
/// Sections and rows that are omitted from a comparison are the same on both sides, in the same order. So their places follow
/// from the places of the others.
struct DiffSection {
  let traits: SectionTraits
  /// Its position among all sections of its side.
  let position: Int
  /// The number of rows of the section.
  let count: Int
  let rows: [AnyRow]
  /// The places of `rows` in the section, ascending; `nil` if `rows` are all of its rows.
  var places: [Int]?

  func place(_ row: Int) -> Int { places?[row] ?? row }

  /// Returns the row at a place, if it is among `rows`.
  func row(at place: Int) -> AnyRow? {
    guard let places else { return rows[place] }
    let row = places.partitioningIndex { $0 >= place }
    return row < places.count && places[row] == place ? rows[row] : nil
  }
}

/// Two lists to compare.
struct DiffInput {
  /// The sections to examine, by position.
  var before: [DiffSection] = []
  var after: [DiffSection] = []
  /// The number of sections of the new list.
  let afterCount: Int
  /// Returns the id of a section, or of a row, of the new list that is not among those examined.
  var sectionID: (Int) -> SectionID? = { _ in nil }
  var rowID: (RowPath) -> RowID? = { _ in nil }
}

extension [Stretch] {
  /// Returns these stretches of examined elements and those of all other elements, in the order of after places.
  /// - Parameters:
  ///   - before: the before places of all examined elements, ascending.
  ///   - after: their after places, ascending.
  ///   - count: the number of elements after.
  func joined(withOthersThan before: [Int], _ after: [Int], count: Int) -> [Stretch] {
    var all: [Stretch] = []
    var (known, i, j) = (self[...], 0, 0)
    var next = Stretch(before: 0, after: 0, count: 0)
    while true {
      while i < before.count, before[i] == next.before { (next.before, i) = (next.before + 1, i + 1) }
      while j < after.count, after[j] == next.after { (next.after, j) = (next.after + 1, j + 1) }
      guard next.after < count else { break }
      next.count = (j < after.count ? after[j] : count) - next.after
      if i < before.count { next.count = Swift.min(next.count, before[i] - next.before) }
      while let other = known.first, other.after < next.after {
        all.append(joining: other)
        known.removeFirst()
      }
      all.append(joining: next)
      next = Stretch(before: next.before + next.count, after: next.after + next.count, count: 0)
    }
    for other in known { all.append(joining: other) }
    return all
  }
}
