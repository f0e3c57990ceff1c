#if Store
  import Foundation
  import Riffle
  import RiffleStore
  import RiffleStoreTestSupport
  import RiffleTestSupport
  import SystemPackage

  /// Opens a store with damaged index files, and does with it what people do.
  struct DamageCheck {
    private let sample: DamageSample
    private let path: String
    private(set) var outcome = Outcome()

    struct Outcome {
      var isRefused = false
      var isNoticed = false
      var isMended = false
      /// What was done with the store, in words.
      var uses: [String] = []
    }

    init(_ sample: DamageSample, _ files: [String: [UInt8]], _ folder: TestFolder) throws {
      self.sample = sample
      path = folder.file(DamageSample.database).string
      var image = DiskImage()
      image.files = sample.databaseFiles
      let index = DamageSample.database + "-riffle/items"
      image.folders = [index]
      for (name, bytes) in files { image.files[index + "/" + name] = bytes }
      try image.write(to: folder.path)
    }

    /// - Throws: ``CampaignFailure``.
    mutating func run(_ random: inout RandomText) throws {
      if try isSound() { throw CampaignFailure("verifying does not find it") }
      do {
        try read(&random)
        // To build an index takes long, and is the same whatever was wrong.
        if random.oneIn(outcome.isRefused ? 20 : 2) { try write(&random) }
      } catch let error as StoreError {
        throw CampaignFailure("\(error)")
      }
    }

    private func isSound() throws -> Bool {
      var faults: [StoreFault] = []
      return try ListStore.verify(path) { faults.append($0) }.fileCount > 0 && faults.isEmpty
    }

    private mutating func read(_ random: inout RandomText) throws {
      let store = try ListStore(path, options: StoreOptions(access: .reading, buildsInBackground: true))
      note(store)
      try checkAnswers(store, &random)
      if outcome.isRefused, random.oneIn(20) { try waitUntilMended(store, &random) }
      try store.close()
    }

    private mutating func write(_ random: inout RandomText) throws {
      // Fields are added to what is sound, and to nothing else.
      let settings = random.oneIn(3) ? random.withOtherFields(sample.settings) : nil
      let store = try ListStore(
        path, settings: settings, options: StoreOptions(buildsInBackground: random.oneIn(4)))
      note(store)
      let use = random.number(below: 5)
      outcome.uses.append("written in way \(use)")
      switch use {
      case 0: try checkAnswers(store, &random)
      case 1:
        // Makes new segments of those that are there.
        try store.optimize()
      case 2:
        // The same items, so that answers stay as they are.
        for _ in 0..<3 {
          let ids = (0..<40).map { _ in sample.items[random.number(below: sample.items.count)].id }
          try store.write { batch in for id in ids { batch.update(id: id, StorePatch(section: nil)) } }
          if random.oneIn(2) { try store.checkpoint() }
        }
      case 3: try store.checkpoint()
      default: try store.rebuild()
      }
      try checkAnswers(store, &random)
      try waitUntilMended(store, &random)
      outcome.uses.append("mended")
      try store.close()
      let again = try ListStore(path)
      try checkAnswers(again, &random)
      try again.rebuild()
      try checkAnswers(again, &random, mayBePartial: false)
      try again.close()
      if !(try isSound()) { throw CampaignFailure("the index has been rebuilt, but is not sound") }
      outcome.isMended = true
    }

    private mutating func note(_ store: ListStore) {
      if case .built = store.opening { outcome.isRefused = true }
    }

    /// Who has searched all of it has found what is damaged of it, and then the store mends it.
    private mutating func waitUntilMended(_ store: ListStore, _ random: inout RandomText) throws {
      let start = Date()
      while true {
        if !store.snapshot().isPartial {
          try checkAnswers(store, &random)
          if !store.snapshot().isPartial { return }
        }
        if Date().timeIntervalSince(start) > 60 { throw CampaignFailure("the index has not been mended in a minute") }
        usleep(2000)
      }
    }

    /// What is answered is what the sound store answers, or says that it is not.
    private mutating func checkAnswers(
      _ store: ListStore, _ random: inout RandomText, mayBePartial: Bool = true
    ) throws {
      for _ in 0..<6 {
        let (request, filter, ids) = sample.answers[random.number(below: sample.answers.count)]
        let list = store.snapshot()
        let left = try filter.map { try list.filtered(by: $0) } ?? list
        let found = left.search(request).map(\.id)
        if list.isDamaged { outcome.isNoticed = true }
        if found == ids || mayBePartial && list.isPartial { continue }
        let within = filter.map { " within \($0)" } ?? ""
        throw CampaignFailure("“\(request.query.text)”\(within) finds \(found), in the sound store \(ids)")
      }
      let list = store.snapshot()
      let items = list.elements(offset: 0, limit: .max)
      if items == sample.items || mayBePartial && list.isPartial { return }
      throw CampaignFailure("the list has other items than that of the sound store")
    }
  }
#endif
