/// Lower bounds of the cost of two neighbouring clauses by the ``Spot``s of their words: the step from one to the other, a word
/// that both take, and compounds of which only a part is found.
struct SpotCosts: Sendable {
  /// The costs of two spots.
  private struct Pair {
    /// In ``ClauseBound/step``s; the same if no clause follows that may lie in the compound of the second one.
    let steps, lastSteps: UInt8
    /// The second spot, as a part only if the first one lies elsewhere than in its compound.
    let kept: Spot
  }

  private let pairs: [Pair]
  /// What the first clause pays more in all spots but the first, in ``ClauseBound/step``s, where only the first word of a
  /// path is its start; see ``RowScorer/titleStart``.
  private let notAtStart: UInt32

  /// - Parameter startsPath: whether the first clause pays for its place unless it begins the path.
  init(_ costs: CostTable, startsPath: Bool) {
    notAtStart = startsPath ? costs.start(isAtStart: false) / ClauseBound.step : 0
    let spots = (0..<1 << Spot.bitWidth).map { Spot(rawValue: UInt8($0)) }
    pairs = spots.flatMap { before in
      spots.map { spot in
        let distance = spot.distance(from: before)
        if distance == 0 {
          let steps = UInt8(clamping: spot.overlaps(before) ? costs.takenWord / ClauseBound.step : 0)
          return Pair(steps: steps, lastSteps: steps, kept: spot.withoutPart)
        }
        // A part is charged once it is clear that neither neighbour lies in its compound.
        let step = costs.step(isBack: distance < 0, distance: Int32(abs(distance)))
        let cost = step + (before.isPart ? costs.partOfCompound : 0)
        let lastCost = cost + (spot.isPart ? costs.partOfCompound : 0)
        return Pair(
          steps: UInt8(clamping: cost / ClauseBound.step), lastSteps: UInt8(clamping: lastCost / ClauseBound.step),
          kept: spot)
      }
    }
  }

  /// What the spot of the first clause costs.
  @inline(__always)
  func start(at spot: Spot) -> UInt32 { spot.mayBeFirst ? 0 : notAtStart }

  /// - Parameter isLast: whether no clause follows.
  @inline(__always)
  func steps(from before: Spot, to spot: Spot, isLast: Bool) -> (steps: UInt32, kept: Spot) {
    let pair = pairs[Int(before.rawValue) << Spot.bitWidth | Int(spot.rawValue)]
    return (UInt32(isLast ? pair.lastSteps : pair.steps), pair.kept)
  }
}
