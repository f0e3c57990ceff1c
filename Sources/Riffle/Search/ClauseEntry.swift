/// A lower bound of what a clause costs a row in some way, and where its words stand there.
struct ClauseWay: Sendable {
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
  static let none = ClauseWay(rawValue: costBits)

  /// - Parameters:
  ///   - cost: what the row costs at least; `UInt32.max` if the clause does not count there.
  ///   - slips: those that it has at least where it costs no more.
  init(_ cost: UInt32, slips: Int = 0) {
    if cost == .max {
      self = .none
    } else {
      let steps = UInt16(truncatingIfNeeded: min(cost / ClauseWay.step, ClauseWay.mostSteps))
      let slips = UInt16(truncatingIfNeeded: min(slips, SlipKinds.most))
      rawValue = steps << ClauseWay.stepShift | slips << ClauseWay.slipShift
    }
  }

  @inline(__always)
  var isNone: Bool { rawValue >= ClauseWay.costBits }
  /// In ``step``s.
  @inline(__always)
  var steps: UInt32 { UInt32(rawValue >> ClauseWay.stepShift) }
  @inline(__always)
  var slips: UInt16 { rawValue >> ClauseWay.slipShift & UInt16(SlipKinds.most) }
  @inline(__always)
  var spot: Spot { Spot(rawValue: UInt8(truncatingIfNeeded: rawValue & ~ClauseWay.costBits)) }
  @inline(__always)
  fileprivate var cost: UInt16 { rawValue & ClauseWay.costBits }

  /// The same at a spot.
  @inline(__always)
  func at(_ spot: Spot) -> ClauseWay { ClauseWay(rawValue: cost | UInt16(spot.rawValue)) }

  /// The lower bound of both ways.
  @inline(__always)
  fileprivate func or(_ other: ClauseWay) -> ClauseWay {
    if isNone { return other }
    return ClauseWay(rawValue: min(cost, other.cost) | UInt16(spot.or(other.spot).rawValue))
  }
}

/// A lower bound of what a clause costs a row: the cheapest way, and all others together.
///
/// One bound of all ways would say of a cheap word far away, and of a dear one next to the clause before, that a cheap one stands
/// there: 21,794 rows instead of 912 were then scored for `usr/shsare/d` over a million paths.
struct ClauseEntry: Sendable {
  private(set) var cheapest = ClauseWay.none
  private(set) var others = ClauseWay.none

  static let none = ClauseEntry()

  /// The clause is found in another way, too.
  @inline(__always)
  mutating func add(_ way: ClauseWay) {
    if way.isNone { return }
    if way.cost == cheapest.cost {
      cheapest = cheapest.or(way)
    } else if way.cost > cheapest.cost {
      others = others.or(way)
    } else {
      if !cheapest.isNone { others = others.or(cheapest) }
      cheapest = way
    }
  }
}

/// Makes ways of the postings of a list.
struct PostingReader {
  private let regions: InlineArray<8, ClauseWay>
  private let haveSpots: Bool
  /// See ``Spot/ofBeginning(_:)``.
  private let leastOfParts: UInt16

  init(_ list: ClauseSources.Words) {
    regions = list.places.map { ClauseWay($0, slips: list.slips) }
    haveSpots = list.haveSpots
    leastOfParts = Spot.leastValue(withFirstPart: list.beginning)
  }

  @inline(__always)
  func way(_ place: Place, _ spot: Spot) -> ClauseWay {
    let way = regions[place.regionNumber]
    return haveSpots && !way.isNone ? way.at(spot.ofBeginning(leastOfParts)) : way
  }
}
