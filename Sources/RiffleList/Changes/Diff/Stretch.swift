/// Elements that are adjacent and in the same order both before and after.
struct Stretch: Equatable {
  /// The position of the first element before.
  var before: Int
  /// The position of the first element after.
  var after: Int
  var count: Int
}

extension [Stretch] {
  /// Appends a stretch; one that continues the last one becomes part of it.
  mutating func append(joining stretch: Stretch) {
    if let last, last.before + last.count == stretch.before, last.after + last.count == stretch.after {
      self[count - 1].count += stretch.count
    } else {
      append(stretch)
    }
  }

  /// Calls `body` for each element to move, in the order of after places; their number is minimal.
  ///
  /// The stretches must be in the order of their after places and must not overlap.
  /// - Complexity: O(`count` log `count`); O(`count`) if nothing moves.
  func forEachMoved(_ body: (_ before: Int, _ after: Int) -> Void) {
    guard !isInOrder else { return }
    for (stretch, stays) in zip(self, heaviestInOrder) where !stays {
      for offset in 0..<stretch.count { body(stretch.before + offset, stretch.after + offset) }
    }
  }

  private var isInOrder: Bool {
    for position in indices.dropFirst() where self[position].before < self[position - 1].before { return false }
    return true
  }

  /// For each stretch, whether it is in an increasing subsequence, by before place, with the most elements.
  ///
  /// A longest increasing subsequence of the elements contains each stretch whole or not at all, because every element of a
  /// stretch precedes and follows the same other elements. So the heaviest increasing subsequence of the stretches is enough:
  /// Jacobson and Vo, Heaviest increasing/common subsequence problems, CPM 1992. In place of their balanced tree there is a tree
  /// of maxima over prefixes: Fenwick, A new data structure for cumulative frequency tables, 1994.
  private var heaviestInOrder: [Bool] {
    let order = indices.sorted { self[$0].before < self[$1].before }
    var ranks = [Int](repeating: 0, count: count)
    for (rank, position) in order.enumerated() { ranks[position] = rank }
    // The weight of the heaviest subsequence that ends with each stretch, and the stretch before it there.
    var weights = [Int](repeating: 0, count: count)
    var previous = [Int](repeating: -1, count: count)
    // In each node, the stretch at the end of the heaviest subsequence whose last rank is in the node's range.
    var tree = [Int](repeating: -1, count: count + 1)
    var heaviest = -1
    for position in indices {
      var best = -1
      var node = ranks[position]
      while node > 0 {
        if tree[node] >= 0, best < 0 || weights[tree[node]] > weights[best] { best = tree[node] }
        node &= node - 1
      }
      previous[position] = best
      weights[position] = self[position].count + (best < 0 ? 0 : weights[best])
      if heaviest < 0 || weights[position] > weights[heaviest] { heaviest = position }
      node = ranks[position] + 1
      while node <= count {
        if tree[node] < 0 || weights[tree[node]] < weights[position] { tree[node] = position }
        node += node & -node
      }
    }
    var stays = [Bool](repeating: false, count: count)
    while heaviest >= 0 {
      stays[heaviest] = true
      heaviest = previous[heaviest]
    }
    return stays
  }
}
