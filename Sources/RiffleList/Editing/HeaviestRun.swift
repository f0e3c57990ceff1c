/// Which of some stretches stay where they are when all others are moved: those of the heaviest increasing subsequence.
///
/// By dynamic programming over the greatest weight of a run that ends below each start, kept in a Fenwick tree (P. Fenwick,
/// A New Data Structure for Cumulative Frequency Tables, 1994).
///
/// - Parameter stretches: they do not overlap.
/// - Returns: for each whether it stays.
/// - Complexity: O(*n* log *n*), or O(*n*) if none has to move.
func heaviestRun(_ stretches: [Range<Int>]) -> [Bool] {
  if zip(stretches, stretches.dropFirst()).allSatisfy({ $0.lowerBound < $1.lowerBound }) {
    return stretches.map { _ in true }
  }
  var places = [Int](repeating: 0, count: stretches.count)
  for (place, index) in stretches.indices.sorted(by: { stretches[$0].lowerBound < stretches[$1].lowerBound })
    .enumerated()
  {
    places[index] = place
  }
  // For every prefix of places the stretch that the heaviest run ends with.
  var tree = [Int?](repeating: nil, count: stretches.count + 1)
  var weights = [Int](repeating: 0, count: stretches.count)
  var previous = [Int?](repeating: nil, count: stretches.count)
  var best: Int?
  for index in stretches.indices {
    var place = places[index]
    while place > 0 {
      if let end = tree[place], weights[end] > previous[index].map({ weights[$0] }) ?? 0 { previous[index] = end }
      place &= place - 1
    }
    weights[index] = stretches[index].count + (previous[index].map { weights[$0] } ?? 0)
    if weights[index] > best.map({ weights[$0] }) ?? -1 { best = index }
    place = places[index] + 1
    while place < tree.count {
      if weights[index] > tree[place].map({ weights[$0] }) ?? -1 { tree[place] = index }
      place += place & -place
    }
  }
  var stays = [Bool](repeating: false, count: stretches.count)
  while let index = best {
    stays[index] = true
    best = previous[index]
  }
  return stays
}
