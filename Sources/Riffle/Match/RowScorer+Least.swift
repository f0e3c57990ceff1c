/// The cheapest way to a hit of a clause.
struct WayState: Sendable {
  /// Without ``open``.
  var paid: UInt32
  /// What is to be paid unless the next hit goes on with the compound of which this one takes a part.
  var open: UInt32 = 0
  var hit: Int32
  /// The state of the clause before that the way comes from; -1 for none.
  var parent: Int32
  var clause: UInt8
  var alternative: UInt8
  var typos: UInt8
  /// The units that the way takes; see ``TermHit/unitBits``.
  var bits: UInt64 = 0
  /// Which units of the compound the way has taken that ends here; see ``PartOfCompound/units``.
  var parts: UInt32 = 0

  var cost: UInt32 { paid &+ open }
}

/// The recurrence: after each clause there is one state for each of its hits, the cheapest way there from a state of the
/// clause before, of equals the first.
extension RowScorer {
  /// The least cost of a row whose hits are collected; `nil` if it is no hit or costs more than `most`.
  mutating func least(upTo most: UInt32) -> UInt32? {
    limitHits()
    return clauses.count == 1 ? cheapestHit(upTo: most) : findWays(in: nil, upTo: most)
  }

  /// The recurrence of a single clause.
  private mutating func cheapestHit(upTo most: UInt32) -> UInt32? {
    states.removeAll()
    lastStates = 0..<0
    bestState = -1
    let search = WaySearch(most: most, phrase: nil, titleStart: titleStart, mayOverlap: false, anchored: 0)
    var best = most.addingClamped(1)
    for slot in slots {
      var index = lists[slot.list].head
      while index >= 0 {
        let hit = hits[Int(index)]
        defer { index = hit.next }
        guard var cost = cost(of: hit, slot.isSource ? slot.list : nil, clause: 0, isLast: true, search) else {
          continue
        }
        cost = cost &+ costs.start(hit, titleStart: titleStart) &+ slashes(hit, clause: 0)
        let open = costOfPart(hit)
        guard cost &+ open < best, Int(hit.typos) <= scorer.typoBudget else { continue }
        best = cost &+ open
        states.removeAll()
        states.append(
          WayState(
            paid: cost, open: open, hit: index, parent: -1, clause: 0,
            alternative: UInt8(truncatingIfNeeded: slot.alternative), typos: hit.typos))
        bestState = 0
      }
    }
    return bestState < 0 ? nil : best
  }

  /// The same of whole words of one phrase of the search text, which no two terms share.
  mutating func least(in phrase: Range<Int>, upTo most: UInt32) -> UInt32? { findWays(in: phrase, upTo: most) }

  private mutating func findWays(in phrase: Range<Int>?, upTo most: UInt32) -> UInt32? {
    states.removeAll()
    lastStates = 0..<0
    let search = WaySearch(
      most: most, phrase: phrase, titleStart: titleStart,
      mayOverlap: clauses.count > 1 && mayOverlap, anchored: hasMisspelt ? anchoredClauses : 0)
    // The states after the clause before, and after the one before that.
    var (previous, before) = (0..<0, 0..<0)
    var slot = 0
    for number in clauses.indices {
      let start = states.count
      let isLast = number == clauses.count - 1
      while slot < slots.count, slots[slot].clause == number {
        let (list, isSource, alternative) = (slots[slot].list, slots[slot].isSource, slots[slot].alternative)
        let isHalf = slots[slot].isHalf
        slot += 1
        if isHalf { continue }
        var index = lists[list].head
        while index >= 0 {
          let hit = hits[Int(index)]
          if let cost = cost(of: hit, isSource ? list : nil, clause: number, isLast: isLast, search) {
            let state = WayState(
              paid: cost, hit: index, parent: -1, clause: UInt8(truncatingIfNeeded: number),
              alternative: UInt8(truncatingIfNeeded: alternative), typos: hit.typos)
            add(state, hit, after: number == 0 ? nil : previous, isLast: isLast, search)
          }
          index = hit.next
        }
      }
      if number > 0, let joined = clauses[number - 1].joined {
        var index = lists[joined].head
        while index >= 0 {
          let hit = hits[Int(index)]
          if let cost = cost(of: hit, joined, clause: number, isLast: isLast, search) {
            let state = WayState(
              paid: cost, hit: index, parent: -1, clause: UInt8(truncatingIfNeeded: number - 1), alternative: 0,
              typos: 0)
            add(state, hit, after: number == 1 ? nil : before, isLast: isLast, search)
          }
          index = hit.next
        }
      }
      (before, previous) = (previous, start..<states.count)
    }
    lastStates = previous
    bestState = -1
    var best: UInt32?
    for index in previous where states[index].cost < best ?? .max {
      best = states[index].cost
      bestState = index
    }
    return best
  }

  /// Returns the cost of a hit for a clause without its place; `nil` if it is no hit of the clause.
  @inline(__always)
  private func cost(
    of hit: TermHit, _ source: Int?, clause: Int, isLast: Bool, _ search: WaySearch
  ) -> UInt32? {
    if let phrase = search.phrase {
      guard phrase ~= Int(hit.firstWord), let source, hit.way == .exact || hit.way == .joined else { return nil }
      return hit.wayCost &+ costs.inWholePhrase &* sources[source].termCount
    }
    guard hit.typos > 0, let source else { return hit.cost }
    guard Int(hit.typos) <= sources[source].typoBudget || search.anchored >> UInt32(clause) & 1 != 0 else { return nil }
    guard Int(hit.typos) <= sources[source].anchoredTypoBudget else { return nil }
    if !hit.typosInPrefix { return hit.cost }
    return hit.cost &+ (isLast ? costs.typoInPrefix : costs.typoInPrefixOfFinishedTerm)
  }

  /// Adds the state of a hit, unless no way leads there that costs no more than the most.
  /// - Parameters:
  ///   - state: with what the hit itself costs.
  ///   - sources: the states that the way may come from; `nil` if it begins with the hit.
  ///   - isLast: whether no hit comes after it.
  @inline(__always)
  private mutating func add(
    _ state: WayState, _ hit: TermHit, after sources: Range<Int>?, isLast: Bool, _ search: WaySearch
  ) {
    var state = state
    state.paid = state.paid &+ slashes(hit, clause: Int(state.clause))
    let own = state.paid
    guard own <= search.most else { return }
    let bits = clauses.count > 1 ? hit.unitBits : 0
    let isPartial = hit.isPartial && search.phrase == nil
    guard let sources else {
      guard Int(hit.typos) <= scorer.typoBudget else { return }
      if let phrase = search.phrase {
        state.paid = own &+ (hit.firstUnit == places[phrase.lowerBound].unit ? 0 : costs.notAtStart)
      } else {
        state.paid = own &+ costs.start(hit, titleStart: search.titleStart)
        if isPartial { (state.parts, state.open) = (parts[Int(hit.part)].units, costOfPart(hit)) }
      }
      guard (isLast ? state.cost : state.paid) <= search.most else { return }
      state.bits = bits
      states.append(state)
      return
    }
    // What is open need not be paid in the end.
    var best = search.most.addingClamped(isPartial && !isLast ? costs.partOfCompound : 0).addingClamped(1)
    for number in sources {
      let source = states[number]
      guard source.paid &+ own < best else { continue }
      let previous = hits[Int(source.hit)]
      var (paid, open, parts) = (source.cost &+ own &+ costs.step(from: previous, to: hit), UInt32(0), UInt32(0))
      if isPartial {
        let part = self.parts[Int(hit.part)]
        parts = part.units
        if previous.isPartial {
          let other = self.parts[Int(previous.part)]
          if part.isBeside(other) { paid &-= source.open }
          if part.isInCompound(of: other) { parts |= source.parts }
        }
        open = parts & part.all == part.all ? 0 : costs.partOfCompound
      }
      guard paid &+ open < best, Int(source.typos &+ hit.typos) <= scorer.typoBudget else { continue }
      if search.mayOverlap, source.bits & bits != 0, isTaken(hit, onWayTo: number) {
        if search.phrase != nil { continue }
        paid = paid &+ costs.takenWord
        guard paid &+ open < best else { continue }
      }
      best = paid &+ open
      (state.paid, state.open, state.parts) = (paid, open, parts)
      state.parent = Int32(truncatingIfNeeded: number)
      state.typos = source.typos &+ hit.typos
      state.bits = source.bits | bits
    }
    guard state.parent >= 0 else { return }
    states.append(state)
  }

  /// What the slashes beside the term of a clause, or beside two as one word, cost a hit in a path.
  @inline(__always)
  private func slashes(_ hit: TermHit, clause: Int) -> UInt32 {
    componentStarts | folders == 0 ? 0 : costOfSlashes(hit, clause)
  }

  /// The unit at which the title starts for the first term.
  var titleStart: Int32 { folders & 1 != 0 ? 0 : traits.lastComponent?.firstUnit ?? 0 }

  private func costOfSlashes(_ hit: TermHit, _ number: Int) -> UInt32 {
    guard let lastComponent = traits.lastComponent, hit.field == .title, hit.firstWord >= 0 else { return 0 }
    let isTwo = hit.way.termCount == 2
    let (first, last) = (UInt32(1) << UInt32(number), UInt32(1) << UInt32(isTwo ? number + 1 : number))
    var slashes: UInt32 = componentStarts & first != 0 && !beginsComponent(hit) ? 1 : 0
    if folders & last != 0, hit.endUnit > lastComponent.firstUnit { slashes += 1 }
    if isTwo, componentStarts & last != 0 { slashes += 1 }
    return slashes * costs.slash
  }

  /// Whether a hit begins with the first part of a compound, or with a word that is none.
  private func beginsComponent(_ hit: TermHit) -> Bool {
    guard hit.isPartial else { return true }
    let compound = parts[Int(hit.part)].first
    return compound < 0 || places[Int(compound)].unit == hit.firstUnit
  }

  private func isTaken(_ hit: TermHit, onWayTo state: Int) -> Bool {
    var index = state
    while index >= 0 {
      if hits[Int(states[index].hit)].overlaps(hit) { return true }
      index = Int(states[index].parent)
    }
    return false
  }

  /// The clauses that another one anchors, a bit each.
  var anchoredClauses: UInt32 {
    guard clauses.count > 1 else { return 0 }
    var anchors: UInt32 = 0
    for (number, clause) in clauses.enumerated() where clause.anchors {
      for list in clause.lists where list < sources.count {
        if lists[list].isLiteral || clause.anchorsMisspelt && lists[list].isMisspelt { anchors |= 1 << UInt32(number) }
      }
    }
    return Scorer.anchored(by: anchors)
  }

  // MARK: - Ways

  /// Whether both take parts of one compound, which is charged once.
  private func areBeside(_ hit: TermHit, _ other: TermHit) -> Bool {
    hit.isPartial && other.isPartial && parts[Int(hit.part)].isBeside(parts[Int(other.part)])
  }

  /// What the terms take on the way to a state, from left to right.
  func way(to state: Int) -> [Assignment] {
    var ways: [Assignment] = []
    var (index, next) = (state, -1)
    while index >= 0 {
      let state = states[index]
      let hit = hits[Int(state.hit)]
      let parent = Int(state.parent)
      var assignment = Assignment(hit, clause: Int(state.clause), alternative: Int(state.alternative))
      assignment.partCost = next >= 0 && areBeside(hits[Int(states[next].hit)], hit) ? 0 : state.open
      assignment.cost = state.paid &+ assignment.partCost
      assignment.slashCost = slashes(hit, clause: Int(state.clause))
      if parent >= 0 {
        let previous = hits[Int(states[parent].hit)]
        assignment.placeCost = costs.step(from: previous, to: hit)
        assignment.takenCost = isTaken(hit, onWayTo: parent) ? costs.takenWord : 0
        assignment.cost &-= states[parent].paid &+ (areBeside(hit, previous) ? 0 : states[parent].open)
      } else {
        assignment.placeCost = costs.start(hit, titleStart: titleStart)
      }
      // The surcharge of a typo in the beginning of a word depends on the clause. In a name all this is computed anew.
      assignment.wayCost =
        assignment.cost &- hit.fieldCost &- assignment.placeCost &- assignment.slashCost &- assignment.partCost
        &- assignment.takenCost
      ways.append(assignment)
      (next, index) = (index, parent)
    }
    return ways.reversed()
  }

  // MARK: - Names

  /// The cheapest way that takes all of a phrase of the search text, of those that ``least(in:upTo:)`` has found.
  func cheapestWhole(of phrase: Range<Int>, _ layout: borrowing ItemLayout) -> (cost: UInt32, ways: [Assignment])? {
    var best: (cost: UInt32, ways: [Assignment])?
    for state in lastStates where states[state].cost < best?.cost ?? .max {
      var ways = way(to: state)
      for index in ways.indices {
        let terms = UInt32(ways[index].way.termCount)
        ways[index].fieldCost = costs.inWholePhrase * terms
        (ways[index].partCost, ways[index].slashCost) = (0, 0)
        ways[index].wayCost = ways[index].way == .joined ? costs.joined : 0
        ways[index].placeCost = ways[index].cost - ways[index].fieldCost - ways[index].wayCost
      }
      if scorer.isWholePhrase(ways, layout) { best = (states[state].cost, ways) }
    }
    return best
  }
}

/// What a search for ways is about.
private struct WaySearch {
  let most: UInt32
  /// The words that ways may take; `nil` for all.
  let phrase: Range<Int>?
  let titleStart: Int32
  let mayOverlap: Bool
  /// The clauses that have an anchor, a bit each.
  let anchored: UInt32
}
