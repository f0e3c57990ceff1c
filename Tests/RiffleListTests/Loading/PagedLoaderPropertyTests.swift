import RiffleTestSupport
import Testing

@testable import Riffle
@testable import RiffleList

/// A loader under whatever can happen to it, with a source that answers in any order, late or with errors: the list is
/// always one stretch of the source's rows. RIFFLE_CASES sets how many loaders there are, RIFFLE_SEED where
/// they begin.
@Suite(.timeLimit(.minutes(15))) struct PagedLoaderPropertyTests {
  private static let firstSeed = setting("RIFFLE_SEED") ?? 1
  private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 40)

  /// A list with its source, and a hand that does things to them.
  private final class Course {
    var random: RandomText
    let rowCount: Int
    let isTwoWay, saysOffsets: Bool
    let source = ControlledSource()
    let target = ArrayTarget()
    let loader: PagedLoader
    let told: Lock<[LoadTransition]>
    var open: [ControlledSource.Question] = []
    var takenCount = 0
    var answeredCount = 0
    /// What was told last.
    var latest = LoadStates()

    init(seed: UInt64) {
      var random = RandomText(seed: seed)
      let told = Lock<[LoadTransition]>([])
      rowCount = random.oneIn(5) ? random.number(below: 3) : random.number(below: 80)
      isTwoWay = random.oneIn(2)
      saysOffsets = random.oneIn(2)
      let options = PagingOptions(
        pageSize: 1 + random.number(below: 10), initialSize: random.oneIn(2) ? nil : 1 + random.number(below: 20),
        prefetchDistance: random.oneIn(2) ? nil : random.number(below: 8),
        maxRows: random.oneIn(3) ? nil : 1 + random.number(below: 40))
      loader = PagedLoader(source: source, target: target, options: options) { transition in
        told.withLock { $0.append(transition) }
      }
      self.random = random
      self.told = told
    }

    /// The same page for the same cursor, in length too, and mostly shorter than asked for.
    private func page(_ request: PageRequest) -> Page {
      guard case .integer(let cursor) = request.cursor ?? .integer(start(request)) else { return .rows(0..<0) }
      let length = 1 + (cursor * 7 + 3) % request.size
      let start = request.direction == .prepend ? max(0, cursor - length) : cursor
      let end = request.direction == .prepend ? cursor : min(rowCount, cursor + length)
      return .rows(
        start..<end, next: end < rowCount ? .integer(end) : nil,
        previous: isTwoWay && start > 0 ? .integer(start) : nil, total: rowCount, offset: saysOffsets ? start : nil)
    }

    /// A source that can go both ways begins near what shows.
    private func start(_ request: PageRequest) -> Int {
      guard isTwoWay, let anchor = request.anchor.flatMap({ Int($0.name) }) else { return 0 }
      return max(0, min(rowCount, anchor) - 2)
    }

    /// Takes what has been asked, and waits for what has been answered.
    func settle() async {
      _ = await loader.currentStates
      while await loader.answerCount < answeredCount { await Task.yield() }
      while await takenCount < loader.requestCount {
        open.append(await source.next())
        takenCount += 1
      }
    }

    func answer(failing: Bool) async {
      guard !open.isEmpty else { return }
      let question = open.remove(at: random.number(below: open.count))
      answeredCount += 1
      if failing { question.fail() } else { question.answer(page(question.request)) }
      await settle()
    }

    func step() async {
      let direction = LoadDirection.allCases[random.number(below: 3)]
      switch random.number(below: 24) {
      case 0: _ = await loader.beginRefresh(isInitial: true)
      case 1: _ = await loader.beginRefresh(anchor: random.oneIn(2) ? nil : "\(random.number(below: 80))")
      case 2, 3: _ = await loader.beginExtension(.append)
      case 4, 5: _ = await loader.beginExtension(.prepend)
      case 6..<10:
        let start = random.number(below: 50) - 5
        target.viewport(start..<start + random.number(below: 12))
      case 10: await loader.cancel(direction)
      case 11 where random.oneIn(3):
        if random.oneIn(2) { await loader.invalidate() } else { await loader.fail(SourceError(number: 3)) }
      case 12: await loader.setAllowed(!random.oneIn(4), direction)
      default: await answer(failing: random.oneIn(6))
      }
      await settle()
    }

    func problem() async -> String? {
      let states = await loader.currentStates
      let ids = target.ids
      let first = ids.first.flatMap { Int($0.name) } ?? 0
      if ids != RiffleListTests.ids(first..<first + ids.count) { return "no stretch: \(ids)" }
      if let problem = target.problems.first { return problem }
      if states.rowCount != ids.count { return "\(states.rowCount) rows, and \(ids.count) in the list" }
      if states.isLoaded {
        if states.hasMoreToAppend != (first + ids.count < rowCount) { return "more after \(ids)?" }
        if states.hasMoreToPrepend != (first > 0) { return "more before \(ids)?" }
        let extent = await loader.extent
        if let offset = extent.offset, offset != first, !ids.isEmpty { return "offset \(offset), and not \(first)" }
        if extent.offset == nil, saysOffsets { return "no offset" }
        if extent.offset != nil, extent.placeholdersBefore + ids.count + extent.placeholdersAfter != rowCount {
          return "placeholders \(extent)"
        }
      }
      let loading = LoadDirection.allCases.filter { states[$0] == .loading }
      if open.count < loading.count { return "a load that nobody answers" }
      return transitionProblem(states)
    }

    private func transitionProblem(_ states: LoadStates) -> String? {
      let transitions = told.withLock { $0 }
      for index in stride(from: 0, to: transitions.count, by: 2) {
        let (will, did) = (transitions[index], transitions[min(index + 1, transitions.count - 1)])
        if will.moment != .will || did.moment != .did || will.to != did.to || will.from != did.from {
          return "not told before and after"
        }
        if will.from == will.to || will.from != latest { return "told what did not happen" }
        latest = will.to
      }
      told.withLock { $0 = [] }
      return latest == states ? nil : "not told"
    }

    /// Goes through the whole source.
    func traverse() async -> String? {
      for direction in LoadDirection.allCases { await loader.setAllowed(true, direction) }
      await loader.invalidate()
      _ = await loader.beginRefresh()
      await settle()
      while !open.isEmpty { await answer(failing: false) }
      for direction in [LoadDirection.append, .prepend] {
        for _ in 0...rowCount {
          _ = await loader.beginExtension(direction)
          await settle()
          while !open.isEmpty { await answer(failing: false) }
        }
        if await loader.currentStates.hasMore(direction) { return "no end" }
        if rowCount > 0, target.ids.contains(direction == .append ? "\(rowCount - 1)" : "0") == false {
          return "the end is not there"
        }
      }
      return nil
    }
  }

  @Test(arguments: seeds) func theListIsAlwaysAStretchOfTheSource(seed: Int) async {
    let course = Course(seed: UInt64(seed))
    for step in 0..<200 {
      await course.step()
      if let problem = await course.problem() {
        Issue.record("\(problem) (seed \(seed), step \(step))")
        return
      }
    }
    if let problem = await course.traverse() { Issue.record("\(problem) (seed \(seed), at the end)") }
  }
}
