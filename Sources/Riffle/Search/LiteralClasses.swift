/// Rows that hold every term of a query literally, in classes by what they cost at least: by how many terms are no whole
/// word of the row, and by whether the first one begins its title. Each class is a few operations on bits, and is made
/// only when it is asked for.
struct LiteralClasses {
  struct Class {
    /// What its rows cost at least beside the title and the place of the driver.
    let cost: UInt32
    fileprivate let unfinished: Int
    /// `nil` if it does not matter.
    fileprivate let isBeginning: Bool?
  }

  private let hits: BitColumn
  /// How many terms are no whole word of a row, as a number of as many bits as there are columns, the lowest first.
  private var unfinished: [BitColumn] = []
  private let beginning: BitColumn?
  /// The cheapest first.
  private(set) var classes: [Class] = []

  /// - Parameters:
  ///   - hits: the rows.
  ///   - whole: for each term that is a word and the beginning of others, the rows that hold the word.
  ///   - beginning: the rows in which the first term stands at the start of the title; `nil` if that does not matter.
  ///   - cost: what all rows cost.
  init(_ hits: BitColumn, whole: [BitColumn], beginning: BitColumn?, cost: UInt32, _ costs: CostTable) {
    self.hits = hits
    self.beginning = beginning
    for rows in whole {
      var carry = hits
      carry.subtract(rows)
      for place in unfinished.indices {
        var both = carry
        both.formIntersection(unfinished[place])
        unfinished[place].formSymmetricDifference(carry)
        carry = both
      }
      // So many terms are a number of so many bits.
      if unfinished.count < Int.bitWidth - whole.count.leadingZeroBitCount { unfinished.append(carry) }
    }
    // A reading may begin with the term too.
    let notAtStart = min(costs.notAtStart, costs.inReading)
    for count in 0...whole.count {
      let cost = cost + UInt32(truncatingIfNeeded: count) * costs.prefix
      if beginning == nil {
        classes.append(Class(cost: cost, unfinished: count, isBeginning: nil))
      } else {
        classes.append(Class(cost: cost, unfinished: count, isBeginning: true))
        classes.append(Class(cost: cost + notAtStart, unfinished: count, isBeginning: false))
      }
    }
    classes.sort { $0.cost < $1.cost }
  }

  /// - Complexity: O(rows / 64 × log of the number of terms).
  func rows(of kind: Class) -> BitColumn {
    var rows = hits
    for (place, column) in unfinished.enumerated() {
      if kind.unfinished >> place & 1 == 1 { rows.formIntersection(column) } else { rows.subtract(column) }
    }
    guard let beginning, let isBeginning = kind.isBeginning else { return rows }
    if isBeginning { rows.formIntersection(beginning) } else { rows.subtract(beginning) }
    return rows
  }
}
