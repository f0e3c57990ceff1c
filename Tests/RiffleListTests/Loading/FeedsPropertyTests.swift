import RiffleTestSupport
import Testing

@testable import Riffle
@testable import RiffleList

/// Two feeds among static rows, under whatever can happen to them at once: hands that edit, a filter, a front end
/// that scrolls, sources that answer late or fail. RIFFLE_CASES sets how many lists there are, RIFFLE_SEED where they
/// begin.
@Suite(.timeLimit(.minutes(15))) struct FeedsPropertyTests {
  private static let firstSeed = setting("RIFFLE_SEED") ?? 1
  private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 40)

  /// Where static rows stand.
  private enum Layout: CaseIterable {
    case everywhere, belowBothFeeds, nowhere, aboveBothFeeds

    func rows(_ ids: [RowID], of section: SectionID) -> [RowID] {
      switch self {
      case .everywhere: ids
      case .belowBothFeeds: section == "bottom" ? ids : []
      case .nowhere: []
      case .aboveBothFeeds: section == "top" ? ids : []
      }
    }
  }

  /// One feed, what its source has been asked, and what is known of its rows.
  private final class Member {
    let group: GroupID
    let feed: Feed
    let options: PagingOptions
    let rowCount: Int
    let isTwoWay: Bool
    var open: [ControlledSource.Question] = []
    var takenCount = 0, answeredCount = 0
    /// Rows of the source that somebody has removed or moved by hand.
    var touched: Set<RowID> = []

    init(_ list: RiffleList.ListModel, _ group: GroupID, _ random: inout RandomText) {
      self.group = group
      var options = PagingOptions(
        pageSize: 1 + random.number(below: 6), initialSize: 1 + random.number(below: 12),
        prefetchDistance: random.number(below: 6), maxRows: random.oneIn(3) ? nil : 1 + random.number(below: 20))
      options.emptyPageLimit = 1 + random.number(below: 4)
      self.options = options
      feed = Feed(list, group, options)
      rowCount = random.number(below: 60)
      isTwoWay = random.oneIn(2)
    }

    /// The same page for the same cursor.
    func page(_ request: PageRequest) -> Page {
      guard case .integer(let cursor) = request.cursor ?? .integer(isTwoWay ? rowCount / 2 : 0) else {
        return .rows(0..<0)
      }
      let length = 1 + (cursor * 7 + 3) % request.size
      let start = request.direction == .prepend ? max(0, cursor - length) : cursor
      let end = request.direction == .prepend ? cursor : min(rowCount, cursor + length)
      let rows = (start..<max(start, end)).map { number in
        AnyRow(Row(id: "\(group)\(number)", title: "\(number % 7 < 2 ? "rare" : "usual") \(number)"))
      }
      return Page(
        rows: rows, next: end < rowCount ? .integer(end) : nil,
        previous: isTwoWay && start > 0 ? .integer(start) : nil)
    }

    /// Takes what has been asked, and waits for what has been answered.
    func settle() async {
      _ = await feed.loader.currentStates
      while await feed.loader.answerCount < answeredCount { await Task.yield() }
      while await takenCount < feed.loader.requestCount {
        open.append(await feed.source.next())
        takenCount += 1
      }
    }

    func number(_ id: RowID) -> Int? {
      id.name.hasPrefix(group.name) ? Int(id.name.dropFirst(group.name.count)) : nil
    }
  }

  private final class Course {
    var random: RandomText
    let list: RiffleList.ListModel
    let members: [Member]
    /// The static rows, by section.
    var fixed: [SectionID: [RowID]]
    /// The rows that a front end shows, and the positions it said.
    var shown: [RowID] = []
    var viewport: Range<Int>?
    var handCount = 0

    init(seed: UInt64) throws {
      var random = RandomText(seed: seed)
      let layout = Layout.allCases[random.number(below: Layout.allCases.count)]
      let all: [SectionID: [RowID]] = [
        "top": ["t0", "t1", "t2"], "middle": ["m0", "m1"], "bottom": ["u0", "u1", "u2", "u3"],
      ]
      fixed = [:]
      for (section, ids) in all { fixed[section] = layout.rows(ids, of: section) }
      let fixed = fixed
      list = try RiffleList.ListModel(
        ListContents {
          Section(id: "top", rows: Course.rows(fixed["top"] ?? []))
          Section(id: "a", rows: [])
          Section(id: "middle", rows: Course.rows(fixed["middle"] ?? []))
          Section(id: "more") { RowGroup(id: "b") {} }
          Section(id: "bottom", rows: Course.rows(fixed["bottom"] ?? []))
        })
      members = [Member(list, "a", &random), Member(list, "b", &random)]
      self.random = random
    }

    private static func rows(_ ids: [RowID]) -> [AnyRow] {
      ids.enumerated().map { AnyRow(Row(id: $1, title: "\($0.isMultiple(of: 2) ? "rare" : "usual") \($1)")) }
    }

    func rows(of group: GroupID) throws -> [RowID] {
      var ids: [RowID] = []
      try list.transaction { ids = try $0.rowIDs(of: group) }
      return ids
    }

    // MARK: - What happens

    func step() async throws -> String? {
      let member = members[random.number(below: 2)]
      let loader = member.feed.loader
      let direction = LoadDirection.allCases[random.number(below: 3)]
      switch random.number(below: 32) {
      case 0: _ = await loader.beginRefresh(isInitial: true)
      case 1: _ = await loader.beginRefresh()
      case 2: _ = await loader.beginExtension(.append)
      case 3: _ = await loader.beginExtension(.prepend)
      case 4: await loader.cancel(direction)
      case 5 where random.oneIn(4):
        if random.oneIn(2) { await loader.invalidate() } else { await loader.fail(SourceError(number: 1)) }
      case 6: await loader.setAllowed(!random.oneIn(4), direction)
      case 7: try list.show(only: ["rare", "usual", "nothing", nil, nil][random.number(below: 5)])
      case 8..<12: try edit(member)
      case 12..<20: return try await scroll()
      default: return try await answer(member)
      }
      for member in members { await member.settle() }
      return nil
    }

    private func edit(_ member: Member) throws {
      let ids = try rows(of: member.group)
      let id = ids.isEmpty ? nil : ids[random.number(below: ids.count)]
      switch random.number(below: 5) {
      case 0, 1:
        guard let id else { return }
        member.touched.insert(id)
        try list.transaction { try $0.remove(id) }
      case 2:
        guard let id, member.number(id) != nil else { return }
        member.touched.insert(id)
        try list.transaction { try $0.move(id, to: .end(of: "middle")) }
        fixed["middle", default: []].append(id)
      case 3:
        handCount += 1
        let row = AnyRow(Row(id: "hand\(handCount)", title: "rare \(handCount)"))
        try list.transaction {
          try $0.insert([row], at: random.oneIn(2) ? .groupEnd(member.group) : .groupStart(member.group))
        }
      default:
        let isHidden = random.oneIn(3)
        try list.transaction { try $0.setHidden(isHidden, group: member.group) }
      }
    }

    private func scroll() async throws -> String? {
      for member in members { await member.settle() }
      let start = random.number(below: list.view.count + 6) - 3
      let positions = start..<start + random.number(below: 8)
      let told = Told()
      let observation = list.tell(told)
      list.viewport(positions)
      observation.cancel()
      let isNews = told.take().contains { $0.hasPrefix("did scroll") }
      let rows = list.view.rows(offset: max(0, start), limit: max(0, positions.upperBound) - max(0, start)).map(\.id)
      (shown, viewport) = (rows, positions)
      for member in members {
        let before = await member.feed.loader.requestCount
        await member.settle()
        let isAsking = await member.feed.loader.requestCount > before
        for direction in [LoadDirection.append, .prepend] {
          let states = await member.feed.loader.currentStates
          let isNear = try isNear(member, direction, positions)
          // Nothing stands against it; one that was under way before may go on.
          let mayLoad =
            states.isAllowed(direction) && states.refresh != .loading && !states.isStale && states.rowCount > 0
            && states.hasMore(direction) && states[direction].failure == nil
          if isNews, mayLoad, isNear, states[direction] != .loading { return "\(member.group) does not \(direction)" }
        }
        if isAsking, try !isNear(member, .append, positions), try !isNear(member, .prepend, positions) {
          return "\(member.group) loads what is far"
        }
      }
      return nil
    }

    /// Whether the end of a feed shows, or would after scrolling by no more rows than wanted, by counting.
    private func isNear(_ member: Member, _ direction: LoadDirection, _ viewport: Range<Int>) throws -> Bool {
      guard list.group(member.group)?.isHidden == false else { return false }
      let view = list.view.rows().map(\.id)
      let own = Set(try rows(of: member.group))
      let positions = view.indices.filter { own.contains(view[$0]) }
      let ends: [Int]
      if let end = direction == .append ? positions.last : positions.first {
        ends = [end]
      } else {
        let above: [GroupID] = member.group == "a" ? ["top"] : ["top", "a", "middle"]
        let place = try view.count { id in
          try above.contains { try rows(of: $0).contains(id) }
        }
        ends = [place, max(0, place - 1)]
      }
      return ends.contains { end in
        let start = min(viewport.lowerBound, max(view.count - 1, 0))
        let last = max(viewport.upperBound - 1, start, 0)
        let distance = end > last ? end - last : max(0, start - end)
        return distance <= member.options.prefetchDistance ?? 0
      }
    }

    /// The rows that show if the first of those reported that is left is where it was on the screen.
    private var showing: [RowID] {
      guard let viewport else { return [] }
      let view = list.view.rows().map(\.id)
      for (index, id) in shown.enumerated() {
        guard let position = view.firstIndex(of: id) else { continue }
        let start = position - index + min(0, viewport.lowerBound)
        return view.indices.filter { start..<start + viewport.count ~= $0 }.map { view[$0] }
      }
      return []
    }

    private func answer(_ member: Member) async throws -> String? {
      guard !member.open.isEmpty else { return nil }
      let question = member.open.remove(at: random.number(below: member.open.count))
      let lateCount = await member.feed.loader.lateAnswerCount
      let before = try rows(of: member.group)
      let states = await member.feed.loader.currentStates
      let showing = showing.filter { before.contains($0) }
      member.answeredCount += 1
      let isFailing = random.oneIn(6)
      if isFailing { question.fail() } else { question.answer(member.page(question.request)) }
      for member in members { await member.settle() }
      let after = try rows(of: member.group)
      let isLate = await member.feed.loader.lateAnswerCount > lateCount
      if isLate || isFailing, after != before { return "\(member.group) has changed by no page" }
      if states.refresh != .loading, let lost = showing.first(where: { !after.contains($0) }) {
        return "\(lost) shows and has left"
      }
      return nil
    }

    // MARK: - What is always so

    func problem() async throws -> String? {
      for (section, ids) in fixed {
        let rows = try rows(of: .section(section))
        if rows != ids { return "\(section) has \(rows), and not \(ids)" }
      }
      for member in members {
        let ids = try rows(of: member.group)
        let states = await member.feed.loader.currentStates
        if states.rowCount != ids.count { return "\(states.rowCount) rows, and \(ids.count) in \(member.group)" }
        let isLoading = LoadDirection.allCases.contains { states[$0] == .loading }
        if !isLoading, !states.isFailed {
          let phase: LoadPhase =
            !ids.isEmpty ? .idle : states.refresh.failure != nil ? .error : states.isLoaded ? .empty : .idle
          if states.phase != phase { return "\(states.phase), and not \(phase)" }
        }
        // The rows of the source come in order, and none is left out but by hand.
        let numbers = ids.compactMap { member.number($0) }
        if numbers != numbers.sorted() { return "no order: \(ids)" }
        if let first = numbers.first, let last = numbers.last {
          let missing = Set(first...last).subtracting(numbers).map { RowID("\(member.group)\($0)") }
          if let id = missing.first(where: { !member.touched.contains($0) }) { return "\(id) is left out of \(ids)" }
        }
        // One that has just begun by itself, as the loader looks when it gets round to it, has asked.
        await member.settle()
        if member.open.count < LoadDirection.allCases.count(where: { states[$0] == .loading }) {
          return "a load that nobody answers"
        }
      }
      return nil
    }

    /// Answers all that is asked while nobody scrolls, which must end.
    func drain() async throws -> String? {
      for _ in 0..<2000 {
        guard let member = members.first(where: { !$0.open.isEmpty }) else { return nil }
        let question = member.open.removeFirst()
        member.answeredCount += 1
        question.answer(member.page(question.request))
        for member in members { await member.settle() }
      }
      return "loads for ever"
    }
  }

  @Test(arguments: seeds) func feedsKeepTheirRowsApart(seed: Int) async throws {
    let course = try Course(seed: UInt64(seed))
    for step in 0..<200 {
      var problem = try await course.step()
      if problem == nil { problem = try await course.problem() }
      if problem == nil, step % 50 == 49 { problem = try await course.drain() }
      if let problem {
        Issue.record("\(problem) (seed \(seed), step \(step))")
        return
      }
    }
  }
}
