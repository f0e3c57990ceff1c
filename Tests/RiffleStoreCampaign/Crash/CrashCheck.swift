#if Store
  import Riffle
  import RiffleStore
  import RiffleStoreTestSupport
  import RiffleTestSupport
  import SystemPackage

  /// What a store has to be after the power has failed.
  struct CrashCheck {
    let settings: StoreSettings
    let durability: StoreOptions.Durability
    /// What the items of each writer are after each of its batches.
    let models: [[StoreModel]]

    struct Outcome {
      /// Which of the models of each writer the store holds.
      let batches: [Int]
      let opening: ListStore.Opening
    }

    /// Starts a machine with a disk, and opens the store that is on it.
    /// - Parameter batches: of each writer, the last batch that was begun and the last that is known to be written.
    /// - Throws: ``CampaignFailure`` if the store is not what it has to be.
    func run(
      _ image: DiskImage, _ batches: [Int: (begun: Int, acknowledged: Int)], _ random: inout RandomText
    ) throws -> Outcome {
      let folder = try TestFolder()
      try image.write(to: folder.path)
      let path = folder.file(CrashProgram.database).string
      let options = StoreOptions(durability: durability)
      let store = try ListStore(path, settings: settings, options: options)
      let opening = store.opening
      try checkOpening(opening, image)
      let table = try StoredTable(path, settings)
      let held = try checkBatches(table, batches)
      if let difference = random.difference(between: store.snapshot(), and: try table.index().snapshot()) {
        throw CampaignFailure("the index is not the table: \(difference)")
      }
      try checkFaults(path, table.items.count)
      if random.oneIn(3) { try goOn(store, path, &random) }
      try store.close()
      return Outcome(batches: held, opening: opening)
    }

    /// Index files that are named by a manifest have to be what was written, and the database has to know it.
    private func checkOpening(_ opening: ListStore.Opening, _ image: DiskImage) throws {
      guard durability == .full else { return }
      let hasManifest = image.files.keys.contains { $0.hasSuffix("/manifest") }
      switch opening {
      case .mapped, .extended: if !hasManifest { throw CampaignFailure("an index was opened that is not there") }
      case .built(let reason):
        if hasManifest { throw CampaignFailure("the index was built anew: \(reason ?? "no reason")") }
      }
    }

    private func checkBatches(
      _ table: StoredTable, _ batches: [Int: (begun: Int, acknowledged: Int)]
    ) throws -> [Int] {
      let unordered = try StoredTable(table.path, StoreSettings(fields: settings.fields)).items
      return try models.indices.map { writer in
        let items = unordered.filter { CrashWriter.number(of: $0) == writer }
        let (begun, acknowledged) = batches[writer] ?? (0, 0)
        let least = durability == .full ? acknowledged : 0
        // The latest, because batches may leave the items as they are.
        guard let held = (least...begun).last(where: { models[writer][$0].items == items }) else {
          let other = models[writer].lastIndex { $0.items == items }
          throw CampaignFailure(
            "writer \(writer): the store holds \(other.map { "what it was after batch \($0)" } ?? "a part of a batch"), "
              + "\(acknowledged) has been acknowledged and \(begun) begun")
        }
        return held
      }
    }

    private func checkFaults(_ path: String, _ count: Int) throws {
      var faults: [StoreFault] = []
      let check = try ListStore.verify(path) { faults.append($0) }
      if !faults.isEmpty { throw CampaignFailure("it has faults: \(faults)") }
      if check.fileCount == 0 || check.itemCount != count {
        throw CampaignFailure("\(check.itemCount) of \(count) items in \(check.fileCount) files have been verified")
      }
    }

    /// What has been saved from a failure can be used like any other store.
    private func goOn(_ store: ListStore, _ path: String, _ random: inout RandomText) throws {
      let changes = random.storeChanges(settings) { .integer(Int64($0.number(below: 100))) }
      do { try store.write(StoreBatch(changes)) } catch StoreError.idInUse {}
      if random.oneIn(2) { try store.close() }
      let reader = try ListStore(path, options: StoreOptions(access: .reading))
      let table = try StoredTable(path, settings)
      if let difference = random.difference(between: reader.snapshot(), and: try table.index().snapshot()) {
        throw CampaignFailure("the index of a reader is not the table after writing: \(difference)")
      }
      try checkFaults(path, table.items.count)
    }
  }
#endif
