import Riffle

/// The positions of the elements of an array while some are removed and others inserted, one by one, in any order.
///
/// The elements that stay never change their order. So each removed or inserted element has a fixed place among them, and is at
/// present either there or not. A position is the number of staying elements before it, which is constant, plus the number of
/// other elements present before it: Fenwick, A new data structure for cumulative frequency tables, 1994. The array itself is
/// never needed.
struct ShiftingPlaces {
  /// Before positions of removed elements, ascending.
  private let departures: [Int]
  /// After positions of inserted elements, ascending.
  private let arrivals: [Int]
  /// For each removed and each inserted element, its place among all of them.
  private var departureSlots: [Int] = []
  private var arrivalSlots: [Int] = []
  /// By slot, the number of staying elements before it; ascending.
  private var stayingBefore: [Int] = []
  /// By node of a Fenwick tree, the number of its slots whose element is present.
  private var tree: [Int]

  /// Creates the state before any change: elements to remove are present, elements to insert are not.
  ///
  /// - Complexity: O(*c* log *c*) for all removed and inserted elements.
  init(departures: [Int], arrivals: [Int]) {
    self.departures = departures.sorted()
    self.arrivals = arrivals.sorted()
    tree = [Int](repeating: 0, count: departures.count + arrivals.count + 1)
    var (i, j) = (0, 0)
    while i < departures.count || j < arrivals.count {
      let isDeparture =
        j == arrivals.count || i < departures.count && self.departures[i] - i <= self.arrivals[j] - j
      if isDeparture {
        departureSlots.append(stayingBefore.count)
        stayingBefore.append(self.departures[i] - i)
        i += 1
      } else {
        arrivalSlots.append(stayingBefore.count)
        stayingBefore.append(self.arrivals[j] - j)
        j += 1
      }
    }
    for slot in departureSlots { add(1, at: slot) }
  }

  /// Removes an element.
  ///
  /// - Parameter before: the before position of an element to remove that is present.
  /// - Returns: its present position.
  mutating func remove(_ before: Int) -> Int {
    let slot = departureSlots[departures.partitioningIndex { $0 >= before }]
    add(-1, at: slot)
    return position(slot: slot)
  }

  /// Inserts an element.
  ///
  /// - Parameter after: the after position of an element to insert that is not yet present.
  /// - Returns: its new position.
  mutating func insert(_ after: Int) -> Int {
    let slot = arrivalSlots[arrivals.partitioningIndex { $0 >= after }]
    add(1, at: slot)
    return position(slot: slot)
  }

  /// Returns the present position of an element that was in the array at first and still is.
  func position(before: Int) -> Int {
    let departure = departures.partitioningIndex { $0 >= before }
    if departure < departures.count, departures[departure] == before {
      return position(slot: departureSlots[departure])
    }
    let staying = before - departure
    return staying + count(before: stayingBefore.partitioningIndex { $0 >= staying + 1 })
  }

  /// Returns the present position of an element that has been inserted.
  func position(arrival after: Int) -> Int { position(slot: arrivalSlots[arrivals.partitioningIndex { $0 >= after }]) }

  private func position(slot: Int) -> Int { stayingBefore[slot] + count(before: slot) }

  private func count(before slot: Int) -> Int {
    var (node, count) = (slot, 0)
    while node > 0 {
      count += tree[node]
      node &= node - 1
    }
    return count
  }

  private mutating func add(_ number: Int, at slot: Int) {
    var node = slot + 1
    while node < tree.count {
      tree[node] += number
      node += node & -node
    }
  }
}
