#if Store
  import Foundation
  import Riffle
  import RiffleStore
  import RiffleStoreTestSupport
  import RiffleTestSupport

  /// What is done with a store while its disk fails, and what it may hold because of that.
  final class FaultUse {
    private let path: String
    private let plan: FaultPlan
    private let settings: StoreSettings
    /// Those that the list has, or those with one more field.
    private var wanted: StoreSettings
    private var random: RandomText
    /// What the store may hold: two for each batch that has failed, because one whose end could not be synchronised may still
    /// turn up.
    private var models = [StoreModel()]
    private(set) var errorCount = 0

    init(_ path: String, _ plan: FaultPlan, _ random: RandomText) {
      (self.path, self.plan, self.random) = (path, plan, random)
      settings = StoreSettings(
        arrangement: self.random.oneIn(2) ? .arrival : .sections,
        fields: self.random.oneIn(2) ? self.random.storeFields() : [])
      wanted = settings
    }

    private func open(_ access: StoreOptions.Access = .writing) throws -> ListStore {
      try ListStore(
        path, settings: access == .writing ? wanted : nil, options: StoreOptions(access: access, busyTimeout: 2),
        files: ObservedFiles(plan))
    }

    /// Does something that may fail.
    /// - Returns: `nil` if it has.
    /// - Throws: ``CampaignFailure`` if it has not said why as it should.
    private func attempt<Result>(_ what: String, _ body: () throws -> Result) throws -> Result? {
      do {
        return try body()
      } catch let error as StoreError {
        if case .database(_, code: -1, let message) = error {
          throw CampaignFailure("\(what): “\(message)” has no code")
        }
        errorCount += 1
        return nil
      } catch {
        throw CampaignFailure("\(what) threw \(type(of: error)): \(error)")
      }
    }

    private func must<Result>(_ what: String, _ body: () throws -> Result) throws -> Result {
      do { return try body() } catch { throw CampaignFailure("\(what), although the disk works: \(error)") }
    }

    /// Makes the store, with something in the index files and something that came later.
    func make() throws {
      let store = try open()
      for step in 0..<3 {
        try write(store)
        if step == 1 { try store.checkpoint() }
      }
      if random.oneIn(2) { try store.close() }
    }

    // MARK: - Writing

    private func write(_ store: ListStore) throws {
      var changes: [StoreChange] = []
      for _ in 0..<1 + random.number(below: random.oneIn(5) ? 100 : 6) {
        let id = ItemID.integer(Int64(random.number(below: 60)))
        changes.append(random.oneIn(5) ? .delete(id) : .upsert(random.storeItem(id, settings)))
      }
      let next = try models.map { model in
        var model = model
        try model.apply(changes)
        return model
      }
      let isWritten = try attempt("a write") { try store.write(StoreBatch(changes)) } != nil
      models = (isWritten ? next : models + next).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
      try checkAnswers(store)
    }

    /// - Parameter endsBefore: whether the disk works again before the store is closed.
    func write(endsBefore: Bool) throws {
      wanted = random.withOtherFields(settings)
      guard let store = try attempt("opening", { try open() }) else { return }
      let (kept, before) = (store.snapshot(), models)
      for _ in 0..<6 + random.number(below: 6) {
        switch random.number(below: 9) {
        case 0..<4: try write(store)
        case 4: _ = try attempt("a checkpoint") { try store.checkpoint() }
        case 5: _ = try attempt("optimising") { try store.optimize() }
        case 6: _ = try attempt("rebuilding") { try store.rebuild() }
        case 7: _ = try attempt("refreshing") { try store.refresh() }
        default: try checkItems(store)
        }
        try checkAnswers(store)
      }
      if endsBefore {
        plan.end()
        try must("writing") { try write(store) }
        try checkFollows(store)
        try must("closing") { try store.close() }
      } else {
        _ = try attempt("closing") { try store.close() }
      }
      let left = try FaultScenario.openFiles(beginningWith: path).filter { !$0.contains("-riffle/items/") }
      if !left.isEmpty { throw CampaignFailure("closing has left files of the database open: \(left)") }
      if !kept.isPartial, !before.contains(where: { list($0) == items(kept) }) {
        throw CampaignFailure("a snapshot that was kept has changed")
      }
    }

    // MARK: - Reading

    func read() throws {
      guard let store = try attempt("opening", { try open(.reading) }) else { return }
      var former = models
      for _ in 0..<4 + random.number(below: 4) {
        if random.oneIn(2) {
          try plan.pause {
            let writer = try open()
            try write(writer)
            if random.oneIn(2) { try writer.checkpoint() }
            if random.oneIn(2) { try writer.close() }
          }
          former += models
        }
        let isNew = try attempt("refreshing") { try store.refresh() } != nil
        try checkAnswers(store, isNew ? models : former)
        if isNew { try checkItems(store) }
      }
      plan.end()
      try checkFollows(store)
      try must("closing") { try store.close() }
    }

    // MARK: - What has to be

    private func list(_ model: StoreModel) -> [Item<ItemID>] { model.list(settings.arrangement).map(\.indexed) }

    private func items(_ snapshot: Snapshot<Item<ItemID>, ItemID>) -> [Item<ItemID>] {
      snapshot.elements(offset: 0, limit: .max)
    }

    /// What is found is what the store may hold, or says that it is not.
    private func checkAnswers(_ store: ListStore, _ allowed: [StoreModel]? = nil) throws {
      let snapshot = store.snapshot()
      let items = items(snapshot)
      if snapshot.isPartial || (allowed ?? models).contains(where: { list($0) == items }) { return }
      throw CampaignFailure(
        "the list has \(items.count) items that it must not have, and does not say that it is partial")
    }

    private func checkItems(_ store: ListStore) throws {
      let ids = (0..<60).map { ItemID.integer($0) }
      guard let items = try attempt("reading items", { try store.items(ids) }) else { return }
      let isRight = models.contains { model in
        let known = Dictionary(uniqueKeysWithValues: model.items.map { ($0.id, $0) })
        return items == ids.map { known[$0] }
      }
      if !isRight { throw CampaignFailure("items are not what has been written") }
    }

    /// When the disk works again, the store does.
    private func checkFollows(_ store: ListStore) throws {
      try must("refreshing") { try store.refresh() }
      var present = settings
      present.fields = store.snapshot().fields
      let table = try StoredTable(path, present)
      let expected = try table.index().snapshot()
      let start = Date()
      while true {
        var random = random
        guard let difference = random.difference(between: store.snapshot(), and: expected) else { break }
        if Date().timeIntervalSince(start) > 20 {
          throw CampaignFailure(
            "the index has not become the table again: \(difference), \(store.failure.map { "\($0)" } ?? "no failure")")
        }
        usleep(2000)
      }
      if !models.contains(where: { $0.list(settings.arrangement) == table.items }) {
        throw CampaignFailure("the table is not what has been written")
      }
    }

    /// What is there when the store is opened again.
    func check() throws {
      let store = try must("opening") { try open() }
      try checkFollows(store)
      var faults: [StoreFault] = []
      _ = try ListStore.verify(path) { faults.append($0) }
      if !faults.isEmpty { throw CampaignFailure("it has faults: \(faults)") }
      try must("closing") { try store.close() }
    }
  }
#endif
