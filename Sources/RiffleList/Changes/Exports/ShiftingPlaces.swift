import Riffle

/// Where the elements of an array are while some of them leave and others arrive, one by one, in whatever order.
///
/// The elements that stay never change their order, so each one that leaves or arrives has a fixed place among them, and
/// is now or is not there. The position of anything is the number of staying elements before it, which never changes,
/// and of the others before it that are there: Fenwick, A new data structure for cumulative frequency tables, 1994. The
/// array itself is never needed.
struct ShiftingPlaces {
  /// Before positions of what leaves, ascending.
  private let departures: [Int]
  /// After positions of what arrives, ascending.
  private let arrivals: [Int]
  /// For each departure and each arrival, its place among all of them.
  private var departureSlots: [Int] = []
  private var arrivalSlots: [Int] = []
  /// By slot, how many staying elements are before it; ascending.
  private var stayingBefore: [Int] = []
  /// How many of a node's slots are there.
  private var tree: [Int]

  /// At first what leaves is there, and what arrives is not.
  ///
  /// - Complexity: O(*c* log *c*) for all departures and arrivals.
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

  /// Lets an element leave.
  ///
  /// - Parameter before: the before position of one that leaves and is there.
  /// - Returns: where it is now.
  mutating func remove(_ before: Int) -> Int {
    let slot = departureSlots[departures.partitioningIndex { $0 >= before }]
    add(-1, at: slot)
    return position(slot: slot)
  }

  /// Lets an element arrive.
  ///
  /// - Parameter after: the after position of one that arrives and is not yet there.
  /// - Returns: where it is then.
  mutating func insert(_ after: Int) -> Int {
    let slot = arrivalSlots[arrivals.partitioningIndex { $0 >= after }]
    add(1, at: slot)
    return position(slot: slot)
  }

  /// Where an element is now that was there at first and is there still.
  func position(before: Int) -> Int {
    let departure = departures.partitioningIndex { $0 >= before }
    if departure < departures.count, departures[departure] == before {
      return position(slot: departureSlots[departure])
    }
    let staying = before - departure
    return staying + count(before: stayingBefore.partitioningIndex { $0 >= staying + 1 })
  }

  /// Where an element is now that has arrived.
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
