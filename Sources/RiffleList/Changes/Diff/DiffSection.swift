import Riffle

/// A section to compare, with those of its rows that have to be looked at.
///
/// Sections and rows that are left out of a comparison are the same on both sides, and stand there in the same order: so
/// from the places of the others follow theirs.
struct DiffSection {
  let traits: SectionTraits
  /// Its position among all sections of its side.
  let position: Int
  /// How many rows it has.
  let count: Int
  let rows: [AnyRow]
  /// Where these stand in the section, ascending; `nil` if they are all that it has.
  var places: [Int]?

  func place(_ row: Int) -> Int { places?[row] ?? row }

  /// The row at a place, if it is one of those to look at.
  func row(at place: Int) -> AnyRow? {
    guard let places else { return rows[place] }
    let row = places.partitioningIndex { $0 >= place }
    return row < places.count && places[row] == place ? rows[row] : nil
  }
}

/// Two lists to compare.
struct DiffInput {
  /// The sections to look at, by position.
  var before: [DiffSection] = []
  var after: [DiffSection] = []
  /// How many sections the new list has.
  let afterCount: Int
  /// The id of a section, or of a row, of the new list that is not looked at.
  var sectionID: (Int) -> SectionID? = { _ in nil }
  var rowID: (RowPath) -> RowID? = { _ in nil }
}

extension [Stretch] {
  /// These stretches of elements that have been looked at, and those of all others, in the order of after places.
  /// - Parameters:
  ///   - before: the before places of all that has been looked at, ascending.
  ///   - after: their after places, ascending.
  ///   - count: how many elements there are after.
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
        all.append(other, joining: true)
        known.removeFirst()
      }
      all.append(next, joining: true)
      next = Stretch(before: next.before + next.count, after: next.after + next.count, count: 0)
    }
    for other in known { all.append(other, joining: true) }
    return all
  }
}
