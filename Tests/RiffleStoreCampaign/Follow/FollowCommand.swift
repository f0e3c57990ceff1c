#if Store
  import ArgumentParser
  import Foundation
  import Riffle
  import RiffleStore
  import RiffleStoreTestSupport
  import RiffleTestSupport
  import SystemPackage

  struct FollowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "follow",
      abstract: "Writes a store in one process and reads it in another one, beside a plain array.",
      discussion: """
        Random programs write, checkpoint, optimise, rebuild, close and leave the store, and open it again, while another \
        process opens it, follows and closes it. What that has of the list, and finds in it, has to be what an array has.
        """)

    @Option(help: "Where the random programs begin.") var seed = 1
    @Option(help: "How many random programs there are.") var cases = 1000

    func run() throws {
      ObservedSQLite.observe(nil)
      let reader = try ChildProgram(["follow-reader"])
      var answerCount = 0
      for seed in seed..<seed + cases {
        do {
          var program = try FollowProgram(reader, seed: seed)
          try program.run()
          answerCount += program.answerCount
        } catch {
          throw CampaignFailure("\(error)\nseed \(seed)")
        }
      }
      reader.end()
      print("\(cases) programs, \(answerCount) answers, seeds \(seed)..<\(seed + cases)")
    }
  }

  private struct FollowProgram {
    private let folder: TestFolder
    private let path: String
    private let settings: StoreSettings
    private let reader: ChildProgram
    private var random: RandomText
    private var model = StoreModel()
    private var store: ListStore?
    private var isReading = false
    private(set) var answerCount = 0

    init(_ reader: ChildProgram, seed: Int) throws {
      self.reader = reader
      folder = try TestFolder()
      path = folder.file("a.db").string
      random = RandomText(seed: UInt64(seed), mixesScripts: seed % 4 == 0)
      settings = StoreSettings(
        arrangement: random.oneIn(2) ? .arrival : .sections,
        scopes: random.oneIn(2) ? ["light": "weight = 0", "own": "section = 's' AND position > 1"] : [:])
    }

    mutating func run() throws {
      for _ in 0..<24 {
        let open = try store ?? ListStore(path, settings: settings)
        store = open
        switch random.number(below: 16) {
        case 0..<5: for _ in 0..<1 + random.number(below: 3) { try write(open) }
        case 5: try open.checkpoint()
        case 6: try open.optimize()
        case 7: try open.rebuild()
        case 8:
          try open.close()
          store = nil
        case 9: store = nil
        case 10 where isReading:
          _ = try ask(.close, [String].self)
          isReading = false
        default: try read()
        }
      }
      try read()
      _ = try ask(.close, [String].self)
      try store?.close()
    }

    private mutating func write(_ store: ListStore) throws {
      let changes = random.storeChanges(settings) { random in
        let number = random.number(below: 50)
        return number % 3 == 0 ? .text("id \(number)") : .integer(Int64(number) - 20)
      }
      let isRight = (try? model.apply(changes)) != nil
      do {
        try store.write(StoreBatch(changes))
        if !isRight { throw CampaignFailure("a batch was written that inserts what is there") }
      } catch StoreError.idInUse {
        if isRight { throw CampaignFailure("a batch was turned down that inserts nothing that is there") }
      }
    }

    // MARK: - Reading

    private func ask<Answer: Decodable>(_ request: FollowRequest, _: Answer.Type) throws -> Answer {
      try reader.send(String(decoding: try JSONEncoder().encode(request), as: UTF8.self))
      let line = try reader.nextLine()
      do {
        return try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
      } catch {
        throw CampaignFailure("the reader said: \(line)")
      }
    }

    private mutating func read() throws {
      if !isReading { _ = try ask(.open(path: path), [String].self) }
      isReading = true
      let list = list()
      let items = list.map { FollowItem($0.indexed) }
      let isAsked = random.oneIn(2)
      let found = try ask(isAsked ? .list : .wait(items), [FollowItem].self)
      answerCount += 1
      if found != items {
        throw CampaignFailure(
          "\(isAsked ? "asked" : "by itself"), the reader has\n\(found.map(\.id))\nthe array\n\(items.map(\.id))")
      }
      let index = try settings.index(list)
      let texts = list.map { Item(id: 0, title: $0.title, searchText: $0.searchText) }
      for _ in 0..<2 {
        let text = random.query(for: texts)
        guard let expected = try? index.search(text, limit: 20).map({ FollowItem.text($0.id) }) else { continue }
        let found = try ask(.search(text), [String].self)
        answerCount += 1
        if found != expected { throw CampaignFailure("“\(text)” finds \(found), in the array \(expected)") }
      }
    }

    /// The items as the store has to have them.
    private func list() -> [StoreItem] {
      model.list(settings.arrangement).map { item in
        var item = item
        if !settings.scopes.isEmpty {
          if item.weight == 0 { item.scopes.insert("light") }
          if item.section == "s", item.position > 1 { item.scopes.insert("own") }
        }
        return item
      }
    }
  }
#endif
