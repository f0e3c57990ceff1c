/// A lower bound of what a clause costs a row, and where its words stand there.
struct ClauseBound: Sendable {
  /// 7 bits of steps, 3 of slips, 6 of the ``Spot``, the highest first.
  private(set) var rawValue: UInt16

  /// Costs are kept in such steps, rounded down: a quarter of what the beginning of a word costs.
  static let step: UInt32 = 50
  private static let mostSteps: UInt32 = 126
  fileprivate static let costBits: UInt16 = 0xFFFF << UInt16(Spot.bitWidth)
  private static let slipShift = UInt16(Spot.bitWidth)
  private static let stepShift = slipShift + 3

  @inline(__always)
  fileprivate init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The clause has not been found.
  static let none = ClauseBound(rawValue: costBits)

  /// - Parameters:
  ///   - cost: what the row costs at least; `UInt32.max` if the clause does not count there.
  ///   - slips: those that it has at least where it costs no more.
  init(_ cost: UInt32, slips: Int = 0) {
    if cost == .max {
      self = .none
    } else {
      let steps = UInt16(truncatingIfNeeded: min(cost / ClauseBound.step, ClauseBound.mostSteps))
      let slips = UInt16(truncatingIfNeeded: min(slips, SlipKinds.most))
      rawValue = steps << ClauseBound.stepShift | slips << ClauseBound.slipShift
    }
  }

  @inline(__always)
  var isNone: Bool { rawValue >= ClauseBound.costBits }
  /// In ``step``s.
  @inline(__always)
  var steps: UInt32 { UInt32(rawValue >> ClauseBound.stepShift) }
  @inline(__always)
  var slips: UInt16 { rawValue >> ClauseBound.slipShift & UInt16(SlipKinds.most) }
  @inline(__always)
  var spot: Spot { Spot(rawValue: UInt8(truncatingIfNeeded: rawValue & ~ClauseBound.costBits)) }
  @inline(__always)
  fileprivate var cost: UInt16 { rawValue & ClauseBound.costBits }

  /// Returns the same cost at a spot.
  @inline(__always)
  func at(_ spot: Spot) -> ClauseBound { ClauseBound(rawValue: cost | UInt16(spot.rawValue)) }

  /// Returns the lower bound of both.
  @inline(__always)
  fileprivate func or(_ other: ClauseBound) -> ClauseBound {
    if isNone { return other }
    return ClauseBound(rawValue: min(cost, other.cost) | UInt16(spot.or(other.spot).rawValue))
  }
}

/// A lower bound of what a clause costs a row: the cheapest way, and all others together.
///
/// A single bound would combine the cost of a cheap word far away with the spot of a dear one next to the clause before. Over a
/// million paths, 21,794 rows instead of 912 were then scored for `usr/shsare/d`.
struct ClauseEntry: Sendable {
  private(set) var cheapest = ClauseBound.none
  private(set) var others = ClauseBound.none

  static let none = ClauseEntry()

  /// Adds another way in which the clause is found.
  @inline(__always)
  mutating func add(_ other: ClauseBound) {
    if other.isNone { return }
    if cheapest.isNone {
      cheapest = other
    } else if other.cost == cheapest.cost {
      cheapest = cheapest.or(other)
    } else if other.cost > cheapest.cost {
      others = others.or(other)
    } else {
      others = others.or(cheapest)
      cheapest = other
    }
  }
}

/// The bounds of postings whose words match in one way.
struct PostingReader {
  private let regions: InlineArray<8, ClauseBound>
  private let haveSpots: Bool
  /// See ``Spot/ofBeginning(_:)``.
  private let leastOfParts: UInt16

  init(_ way: ClauseSources.Way) {
    regions = way.places.map { ClauseBound($0, slips: way.slips) }
    haveSpots = way.haveSpots
    leastOfParts = Spot.leastValue(withFirstPart: way.beginning)
  }

  @inline(__always)
  func bound(_ place: Place, _ spot: Spot) -> ClauseBound {
    let bound = regions[place.regionNumber]
    return haveSpots && !bound.isNone ? bound.at(spot.ofBeginning(leastOfParts)) : bound
  }
}
