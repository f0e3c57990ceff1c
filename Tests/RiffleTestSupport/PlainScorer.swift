package import Riffle

/// What an item costs in one form of a query, and what the terms take of it.
package struct PlainWay: Equatable {
  package let cost: UInt32
  package let assignments: [Assignment]

  package init(cost: UInt32, assignments: [Assignment]) {
    self.cost = cost
    self.assignments = assignments
  }
}

/// The scorer that is right because it is plain: all hits, and all ways from hit to hit, one after the other. What
/// ``RowScorer`` is held equal to. Section 2 of the contract.
package struct PlainScorer {
  let scorer: Scorer
  private let item: PlainItem
  /// The hits of each clause.
  let single: [[PlainHit]]
  /// The hits of each clause and the next as one word.
  let joined: [[PlainHit]]

  init(_ scorer: Scorer, item: PlainItem) {
    self.scorer = scorer
    self.item = item
    let hits = PlainHits(scorer, item: item)
    single = scorer.clauses.indices.map { hits.hits(ofClause: $0) }
    joined = scorer.clauses.indices.map { hits.joinedHits(ofClause: $0) }
  }

  var layout: ItemLayout { item.layout }

  /// The cheapest way to match the item, the first of equals; `nil` if there is none.
  package func cheapestWay() -> PlainWay? {
    if scorer.clauses.isEmpty { return PlainWay(cost: 0, assignments: []) }
    guard let best = firstCheapest(lastStates(single, joined, mayOverlap: true) { costOfStart($0) }) else { return nil }
    if let name = cheapestName(), name.cost < best.cost { return name.way }
    return best.way
  }

  // MARK: - The recurrence

  /// The cheapest way that leads to a hit.
  struct State {
    let steps: [Step]

    var cost: UInt32 { steps.reduce(0) { $0 + $1.cost } }
    var typos: Int { steps.reduce(0) { $0 + $1.hit.typos } }
    var way: PlainWay { PlainWay(cost: cost, assignments: steps.map(\.assignment)) }
  }

  /// A hit of a way, with what it costs to stand there.
  struct Step {
    let hit: PlainHit
    /// For the start of the way, or the step from the hit before.
    var placeCost: UInt32 = 0
    var partCost: UInt32 = 0
    var takenCost: UInt32 = 0
    /// For slashes beside the terms.
    var slashCost: UInt32 = 0

    var cost: UInt32 { hit.baseCost + placeCost + slashCost + partCost + takenCost }

    var assignment: Assignment {
      var assignment = Assignment(
        clause: hit.clause, alternative: hit.alternative, way: hit.way, field: hit.field, firstWord: hit.firstWord,
        lastWord: hit.lastWord, firstCounted: hit.firstCounted, lastCounted: hit.lastCounted, units: hit.units,
        typos: hit.typos)
      assignment.wayCost = hit.wayCost
      assignment.fieldCost = hit.fieldCost
      assignment.placeCost = placeCost
      assignment.slashCost = slashCost
      assignment.partCost = partCost
      assignment.takenCost = takenCost
      assignment.cost = cost
      return assignment
    }
  }

  /// The states after the last clause.
  ///
  /// - Parameters:
  ///   - mayOverlap: whether hits of a way may take the same part of the text, at a price.
  ///   - costOfStart: what it costs that a hit is the first of a way.
  func lastStates(
    _ single: [[PlainHit]], _ joined: [[PlainHit]], mayOverlap: Bool, costOfStart: (PlainHit) -> UInt32
  ) -> [State] {
    var after: [[State]] = []
    for clause in scorer.clauses.indices {
      var states: [State] = []
      for hit in single[clause] + (clause > 0 ? joined[clause - 1] : []) {
        var ways: [State] = []
        if hit.clause == 0 {
          let partCost = hit.isPartial && !takesAllParts([], hit) ? scorer.costs.partOfCompound : 0
          let step = Step(
            hit: hit, placeCost: costOfStart(hit), partCost: partCost, slashCost: costOfSlashes(hit))
          ways = [State(steps: [step])]
        } else {
          for before in after[hit.clause - 1] {
            if let way = way(over: before, to: hit, mayOverlap: mayOverlap) { ways.append(way) }
          }
        }
        if let best = firstCheapest(ways.filter { $0.typos <= scorer.typoBudget }) { states.append(best) }
      }
      after.append(states)
    }
    return after.last ?? []
  }

  /// The way that goes on to a hit; `nil` if it may not.
  private func way(over before: State, to hit: PlainHit, mayOverlap: Bool) -> State? {
    guard let previous = before.steps.last?.hit else { return nil }
    var steps = before.steps
    var step = Step(hit: hit)
    step.placeCost = costOfStep(from: previous, to: hit)
    step.slashCost = costOfSlashes(hit)
    if hit.isPartial {
      step.partCost = takesAllParts(steps, hit) ? 0 : scorer.costs.partOfCompound
      // What the hit before was to pay for this compound is paid here, if at all.
      if areBeside(previous, hit) { steps[steps.count - 1].partCost = 0 }
    }
    if before.steps.contains(where: { $0.hit.overlaps(hit) }) {
      guard mayOverlap else { return nil }
      step.takenCost = scorer.costs.takenWord
    }
    return State(steps: steps + [step])
  }

  private func costOfStart(_ hit: PlainHit) -> UInt32 {
    if hit.isName || hit.way == .absent { return 0 }
    switch hit.field {
    case .title:
      let start = scorer.clauses[0].isFolder ? 0 : layout.titleStart
      return hit.units.lowerBound == start ? 0 : scorer.costs.notAtStart
    case .reading: return hit.units.lowerBound == 0 ? 0 : scorer.costs.notAtStart
    case .searchText: return scorer.costs.notAtStart
    }
  }

  /// What the slashes beside the terms of a hit cost where a path has none.
  private func costOfSlashes(_ hit: PlainHit) -> UInt32 {
    guard layout.lastComponent != nil, hit.field == .title else { return 0 }
    let clauses = scorer.clauses[hit.clause..<hit.clause + max(1, hit.way.termCount)]
    var missing: UInt32 = 0
    for (number, clause) in clauses.enumerated() {
      // Between two terms that are one word there is no slash, and none begins a component.
      if clause.beginsComponent, number > 0 || beginsInsideCompound(hit) { missing += 1 }
    }
    if clauses.last?.isFolder == true, hit.units.upperBound > layout.titleStart { missing += 1 }
    return missing * scorer.costs.slash
  }

  private func beginsInsideCompound(_ hit: PlainHit) -> Bool {
    guard hit.isPartial, let compound = hit.firstCompound else { return false }
    return compound.units.lowerBound != hit.units.lowerBound
  }

  private func costOfStep(from previous: PlainHit, to hit: PlainHit) -> UInt32 {
    guard previous.field == hit.field, previous.way != .absent, hit.way != .absent else { return 0 }
    if hit.units.lowerBound < previous.units.lowerBound {
      return scorer.costs.stepBack + (previous.firstCounted - hit.lastCounted <= 1 ? 0 : scorer.costs.gap)
    }
    return hit.firstCounted - previous.lastCounted <= 1 ? 0 : scorer.costs.gap
  }

  /// Whether both hits take parts of the same compound.
  private func areBeside(_ previous: PlainHit, _ hit: PlainHit) -> Bool {
    guard previous.isPartial, hit.isPartial else { return false }
    return previous.lastCompound != nil && previous.lastCompound == hit.firstCompound
      || previous.firstCompound != nil && previous.firstCompound == hit.lastCompound
  }

  /// Whether a hit and those right before it that lie in the same compound take all of it that matters.
  private func takesAllParts(_ steps: [Step], _ hit: PlainHit) -> Bool {
    guard let compound = hit.onlyCompound else { return false }
    var units = Set(hit.units)
    for step in steps.reversed() {
      guard step.hit.isPartial, step.hit.onlyCompound == compound else { break }
      units.formUnion(step.hit.units)
    }
    return compound.stem.allSatisfy { units.contains($0) }
  }

  func firstCheapest(_ states: [State]) -> State? {
    var best: State?
    for state in states where state.cost < best?.cost ?? .max { best = state }
    return best
  }
}
