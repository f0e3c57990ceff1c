import RiffleTestSupport
import Testing

@testable import Riffle

/// A list that many threads read while others change it and merges run. What was read is compared afterwards with the
/// model of the generation that the snapshot says. RIFFLE_STEPS sets how many batches each writer applies, RIFFLE_SEED
/// where chance begins.
@Suite struct ListStressTests {
  private static let batchCount = setting("RIFFLE_STEPS") ?? 80
  private static let seed = setting("RIFFLE_SEED").map(UInt64.init) ?? 1

  struct Setup: Sendable, CustomTestStringConvertible {
    let isSorted: Bool
    let writerCount: Int
    var testDescription: String { "\(isSorted ? "sorted" : "manual"), \(writerCount) writers" }
  }

  static let setups = [
    Setup(isSorted: false, writerCount: 1), Setup(isSorted: false, writerCount: 2),
    Setup(isSorted: true, writerCount: 2),
  ]

  @Test(arguments: setups)
  func everySnapshotIsTheListOfItsGeneration(setup: Setup) throws {
    let seed = ListStressTests.seed
    var random = RandomText(seed: seed)
    var options = IndexOptions()
    options.upkeep = random.upkeep()
    options.efforts = random.efforts()
    let order = setup.isSorted ? ListModel.Order.weight : .manual
    let items = random.items(count: 90)
    let index = try SearchIndex(items, order: order.listOrder, options: options)
    let log = Lock(Log())
    let writers = (0..<setup.writerCount).map { number in
      WorkerThread {
        var writer = Writer(number, of: setup, items, seed: seed)
        for _ in 0..<ListStressTests.batchCount {
          let changes = writer.batch()
          let result = Result { () throws(IndexError) in
            try index.update { batch in for change in changes { change.add(to: &batch) } }
          }
          log.withLock { log in
            switch result {
            case .success(let report): log.batches[report.generation] = changes
            case .failure(let error): log.problems.append("\(changes): \(error)")
            }
          }
        }
        log.withLock { $0.writersDone += 1 }
      }
    }
    let readers = (0..<3).map { number in
      WorkerThread {
        var reader = Reader(index, items, seed: seed + UInt64(number) * 1000)
        while log.withLock({ $0.writersDone }) < setup.writerCount || reader.readings.count < 30 { reader.read() }
        reader.lookBack()
        let (readings, problems) = (reader.readings, reader.problems)
        log.withLock { log in
          log.problems += problems
          for reading in readings { log.readings[reading.generation, default: []].append(reading) }
        }
      }
    }
    let optimizer = WorkerThread {
      while log.withLock({ $0.writersDone }) < setup.writerCount {
        try? index.optimize()
        try? index.waitForMerges()
      }
    }
    for thread in writers + readers + [optimizer] { thread?.join() }
    let found = log.withLock { $0 }
    #expect(found.problems == [], "\(setup.testDescription), seed \(seed)")
    try compare(found, items, order, options, "\(setup.testDescription), seed \(seed)")
    #expect(index.snapshot().generation == UInt64(found.batches.count), "seed \(seed)")
  }

  /// Runs all batches again, one by one.
  private func compare(
    _ log: Log, _ items: [Item<Int>], _ order: ListModel.Order, _ options: IndexOptions, _ origin: String
  ) throws {
    var model = ListModel(items, order)
    for generation in 0...UInt64(log.batches.count) {
      if generation > 0 {
        let changes = try #require(log.batches[generation], "\(origin), no batch made generation \(generation)")
        _ = try model.apply(changes)
      }
      for reading in log.readings[generation] ?? [] {
        let expected = reading.question.answer(model, options)
        guard reading.answer != expected else { continue }
        Issue.record(
          "\(origin), generation \(generation), \(reading.question): \(reading.answer), expected \(expected)")
        return
      }
    }
  }

  /// What all threads write down.
  private struct Log: Sendable {
    /// By the generation that they made.
    var batches: [UInt64: [ListChange]] = [:]
    var readings: [UInt64: [Reading]] = [:]
    var writersDone = 0
    var problems: [String] = []
  }

  private struct Reading: Sendable {
    let generation: UInt64
    let question: Question
    let answer: [Int]
  }

  enum Question: Sendable {
    case window(offset: Int, limit: Int)
    case position(Int)
    case search(SearchRequest)

    /// Ids, and what else there is in numbers.
    func answer(_ snapshot: Snapshot<Item<Int>, Int>) -> [Int] {
      switch self {
      case .window(let offset, let limit):
        return [snapshot.count]
          + snapshot.search(SearchRequest(offset: offset, limit: limit)).flatMap {
            [$0.id, $0.position, $0.element.payloadSum]
          }
      case .position(let id):
        return [snapshot.position(of: id) ?? -1, snapshot.element(withID: id)?.payloadSum ?? -1]
      case .search(let request):
        return answer(snapshot.search(request))
      }
    }

    func answer(_ found: SearchResults<Item<Int>, Int>) -> [Int] {
      [found.total] + found.flatMap { [$0.id, Int($0.score.rawValue)] }
    }

    func answer(_ model: ListModel, _ options: IndexOptions) -> [Int] {
      switch self {
      case .window(let offset, let limit):
        let window = model.items.enumerated().dropFirst(offset).prefix(limit)
        return [model.items.count] + window.flatMap { [$0.element.id, $0.offset, $0.element.payloadSum] }
      case .position(let id):
        let place = model.place(of: id)
        return [place ?? -1, place.map { model.items[$0].payloadSum } ?? -1]
      case .search(let request):
        let found = Oracle(model.items, options: options).search(request)
        return [found.total] + zip(found.ids, found.scores).flatMap { [$0, Int($1.rawValue)] }
      }
    }
  }

  /// Changes items that no other writer changes, so that it knows what it may do.
  private struct Writer {
    private var random: RandomText
    private let isSorted: Bool
    private let firstID, step: Int
    private var own: Set<Int>
    private var generator: SeededGenerator

    init(_ number: Int, of setup: Setup, _ items: [Item<Int>], seed: UInt64) {
      random = RandomText(seed: seed + 77 * UInt64(number + 1))
      generator = SeededGenerator(seed: seed + 99 * UInt64(number + 1))
      isSorted = setup.isSorted
      firstID = number
      step = setup.writerCount
      own = Set(items.map(\.id).filter { $0 % setup.writerCount == number })
    }

    mutating func batch() -> [ListChange] {
      let count = random.oneIn(3) ? 1 + random.number(below: 30) : 1
      let ids = Array(Set((0..<count).map { _ in random.number(below: 130 / step) * step + firstID })).sorted()
      // What stays where it is while the batch is applied.
      let anchors = own.subtracting(ids).sorted()
      var changes = [ListChange.upsert(item(-1 - firstID))]
      for id in ids {
        let isThere = own.contains(id)
        switch (random.number(below: 6), isThere) {
        case (0, true), (1, true):
          changes.append(.delete(id))
          own.remove(id)
        case (2, true) where !isSorted: changes.append(.move(id, place(anchors)))
        case (2, false) where !isSorted:
          changes.append(.insert(item(id), place(anchors)))
          own.insert(id)
        case (4, true): changes.append(.update(id, title: random.title(), weight: 2))
        default:
          changes.append(.upsert(item(id)))
          own.insert(id)
        }
      }
      return changes
    }

    private mutating func item(_ id: Int) -> Item<Int> {
      Item(
        id: id, title: random.title(), weight: UInt16(random.number(below: 4)),
        payload: (0..<3).map { _ in UInt8(random.number(below: 256)) })
    }

    private mutating func place(_ anchors: [Int]) -> ListChange.Place {
      guard let anchor = anchors.randomElement(using: &generator), !random.oneIn(3) else {
        return random.oneIn(2) ? .start : .end
      }
      return random.oneIn(2) ? .before(anchor) : .after(anchor)
    }
  }

  /// Asks, keeps some of what it has asked, and asks that again much later.
  private struct Reader {
    private(set) var readings: [Reading] = []
    private(set) var problems: [String] = []
    private let index: SearchIndex<Item<Int>, Int>
    private let session: SearchSession<Item<Int>, Int>
    private let items: [Item<Int>]
    private var random: RandomText
    private var kept: [(snapshot: Snapshot<Item<Int>, Int>, reading: Reading)] = []
    private var generation: UInt64 = 0

    private static let mostReadings = setting("RIFFLE_STEPS") ?? 100

    init(_ index: SearchIndex<Item<Int>, Int>, _ items: [Item<Int>], seed: UInt64) {
      self.index = index
      self.items = items
      session = index.session()
      random = RandomText(seed: seed)
    }

    mutating func read() {
      let snapshot = index.snapshot()
      if snapshot.generation < generation { problems.append("generation \(snapshot.generation) after \(generation)") }
      generation = snapshot.generation
      let question = question()
      let answer = question.answer(snapshot)
      let reading = Reading(generation: generation, question: question, answer: answer)
      keep(reading)
      if random.oneIn(10) { kept.append((snapshot, reading)) }
      if kept.count > 30 { check(kept.remove(at: random.number(below: kept.count))) }
      if case .search(let request) = question {
        let before = session.snapshot.generation
        let answer = question.answer(session.search(request))
        // Otherwise nobody knows which of the two it was asked of.
        if session.snapshot.generation == before {
          keep(Reading(generation: before, question: question, answer: answer))
        }
      }
    }

    private mutating func keep(_ reading: Reading) {
      if readings.count < Reader.mostReadings { readings.append(reading) }
    }

    /// Snapshots never change.
    mutating func lookBack() {
      for one in kept { check(one) }
      kept = []
    }

    private mutating func check(_ kept: (snapshot: Snapshot<Item<Int>, Int>, reading: Reading)) {
      let answer = kept.reading.question.answer(kept.snapshot)
      if answer != kept.reading.answer {
        problems.append("\(kept.reading.question) of generation \(kept.reading.generation) then: \(answer)")
      }
    }

    private mutating func question() -> Question {
      switch random.number(below: 4) {
      case 0: return .window(offset: random.number(below: 100), limit: random.oneIn(3) ? 200 : 10)
      case 1: return .position(random.number(below: 130))
      default:
        guard let query = try? Query(random.query(for: items)) else { return .position(0) }
        return .search(
          SearchRequest(
            query, order: random.oneIn(4) ? .list : .relevance, limit: 1 + random.number(below: 20), totalLimit: .exact)
        )
      }
    }
  }
}

extension Item {
  /// Tells the versions of an item apart.
  fileprivate var payloadSum: Int { payload.reduce(0) { $0 * 256 + Int($1) } }
}
