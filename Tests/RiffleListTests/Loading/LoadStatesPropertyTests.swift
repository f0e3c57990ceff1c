import Riffle
import RiffleList
import RiffleTestSupport
import Testing

/// States after whatever can happen, against what is said about them. RIFFLE_CASES sets how many loadings
/// there are, RIFFLE_SEED where they begin.
@Suite struct LoadStatesPropertyTests {
  private static let firstSeed = setting("RIFFLE_SEED") ?? 1
  private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 20)

  /// What a test knows of the loads, from what it did.
  private struct Course {
    var states = LoadStates()
    var random: RandomText
    /// The loads that should be under way, and all that ever were.
    var current: [LoadDirection: LoadTicket] = [:]
    var before: [LoadDirection: LoadState] = [:]
    var tickets: [LoadTicket] = []
    /// Whether the program has said that something went wrong, and no refresh has succeeded since.
    var isFailed = false

    mutating func direction() -> LoadDirection { LoadDirection.allCases[random.number(below: 3)] }

    mutating func begin() -> String? {
      let direction = direction()
      let isInitial = direction == .refresh && random.oneIn(2)
      let old = states
      let begun = isInitial ? states.beginInitial() : states.begin(direction)
      let isPage = direction != .refresh
      let isLegal =
        current[direction] == nil
        && (isPage
          ? old.isAllowed(direction) && current[.refresh] == nil && !old.isStale && old.rowCount > 0
            && old.hasMore(direction)
          : old.rowCount == 0 || old.isStale || !isInitial && old.canRefresh)
      switch begun {
      case .success(let ticket):
        if !isLegal { return "an illegal load began" }
        if tickets.contains(ticket) || ticket.direction != direction { return "a ticket of another load" }
        before[direction] = old[direction]
        current[direction] = ticket
        tickets.append(ticket)
      case .failure(let refusal):
        if isLegal { return "refused: \(refusal)" }
        if states != old { return "a refusal changed something" }
        if case .alreadyLoading(let ticket) = refusal, ticket != current[direction] { return "the wrong ticket" }
      }
      return nil
    }

    mutating func finish() -> String? {
      guard !tickets.isEmpty else { return nil }
      // Mostly a load under way; sometimes one that has ended in whatever way.
      let living = LoadDirection.allCases.compactMap { current[$0] }
      let ticket =
        living.isEmpty || random.oneIn(4)
        ? tickets[random.number(below: tickets.count)] : living[random.number(below: living.count)]
      let old = states
      let isCurrent = current[ticket.direction] == ticket
      let rows = LoadedRows(
        count: random.oneIn(3) ? 0 : random.number(below: 50), hasMoreToAppend: random.oneIn(2),
        hasMoreToPrepend: random.oneIn(2))
      let isFailure = random.oneIn(3)
      let time = Timestamp(millisecondsSince1970: Int64(random.number(below: 1000)))
      let isTaken = states.finish(ticket, isFailure ? .failed(SourceError(number: 0)) : .loaded(rows), at: time)
      if isTaken != isCurrent { return "a late ending counts, or a timely one does not" }
      guard isTaken else { return states == old ? nil : "a late ending changed something" }
      current[ticket.direction] = nil
      if isFailure {
        if states[ticket.direction].failure?.ticket != ticket { return "the error is lost" }
        if states.rowCount != old.rowCount { return "a failure changed the rows" }
        return states.lastUpdated == old.lastUpdated ? nil : "a failure is an update"
      }
      if states.rowCount != rows.count || states.hasMoreToAppend != rows.hasMoreToAppend { return "wrong rows" }
      guard ticket.direction == .refresh else {
        return states.lastUpdated == old.lastUpdated ? nil : "a page is an update"
      }
      current = [:]
      isFailed = false
      if states.lastUpdated != time || states.isStale || !states.isLoaded { return "the refresh does not count" }
      return LoadDirection.allCases.allSatisfy { states[$0] == .idle } ? nil : "not overtaken"
    }

    mutating func step() -> String? {
      let old = states
      switch random.number(below: 21) {
      case 20 where random.oneIn(3):
        states.fail(SourceError(number: 1))
        isFailed = true
        current = [:]
        if states.refresh.failure == nil || states.refresh == old.refresh { return "not failed" }
        if !states.isStale || states.rowCount != old.rowCount { return "rows are gone, or not stale" }
      case 0..<8: return begin()
      case 8..<15: return finish()
      case 15:
        let direction = direction()
        if states.cancel(direction) != (current[direction] != nil) { return "cancelled what is not" }
        if current.removeValue(forKey: direction) != nil, states[direction] != before[direction] {
          return "what was before does not show again"
        }
      case 16:
        states.invalidate()
        for direction in current.keys where states[direction] != before[direction] { return "not given up" }
        current = [:]
        if !states.isStale || states.rowCount != old.rowCount { return "rows are gone, or not stale" }
      case 17:
        let count = random.number(below: 3)
        states.setRowCount(count)
        if states.rowCount != count { return "wrong count" }
      default: states.setAllowed(!random.oneIn(3), direction())
      }
      return nil
    }

    /// What is wrong whatever has happened.
    func problem() -> String? {
      for direction in LoadDirection.allCases {
        if (states[direction] == .loading) != (current[direction] != nil) { return "\(direction) loads, or does not" }
      }
      for ticket in tickets where states.isCurrent(ticket) != (current[ticket.direction] == ticket) {
        return "another ticket is current"
      }
      if states.isFailed != isFailed { return "failed, or not" }
      let isLoading = !current.isEmpty
      let isRight =
        switch states.phase {
        case .initialLoading: current[.refresh] != nil && states.rowCount == 0
        case .refreshing: current[.refresh] != nil && states.rowCount > 0
        case .nextPage: current[.refresh] == nil && current[.append] != nil
        case .previousPage: current[.refresh] == nil && current[.append] == nil && current[.prepend] != nil
        case .empty: !isLoading && !isFailed && states.rowCount == 0 && states.isLoaded && states.refresh == .idle
        case .error: !isLoading && (isFailed || states.rowCount == 0) && states.refresh.failure != nil
        case .idle: !isLoading && !isFailed && (states.rowCount > 0 || !states.isLoaded && states.refresh == .idle)
        }
      return isRight ? nil : "phase \(states.phase) of \(states)"
    }
  }

  @Test(arguments: seeds) func statesNeverContradictEachOther(seed: Int) {
    var course = Course(random: RandomText(seed: UInt64(seed)))
    for step in 0..<300 {
      if let problem = course.step() ?? course.problem() {
        Issue.record("\(problem) (seed \(seed), step \(step))")
        return
      }
    }
  }
}
