#if Store
  import GRDB
  import Riffle
  import RiffleList

  /// The rows of a list over a store, made of the store's items on demand.
  final class StoreRows: RowKeeper {
    let store: ListStore
    let index: SearchIndex<AnyRow, RowID>
    /// The options of the index.
    let options: Riffle.IndexOptions
    let sections: StoreSections
    private let makeRow: @Sendable (Item<ItemID>, inout RowTraits) -> Void
    private let makeSection: @Sendable (String, inout SectionTraits) -> Void
    /// The rows of the latest snapshot of items.
    private let made: Lock<(items: Snapshot<Item<ItemID>, ItemID>, rows: Snapshot<AnyRow, RowID>)?> = Lock(nil)
    private let following = Lock<Task<Void, Never>?>(nil)

    /// - Throws: ``StoreError``.
    init(
      _ store: ListStore, row: @escaping @Sendable (Item<ItemID>, inout RowTraits) -> Void,
      section: @escaping @Sendable (String, inout SectionTraits) -> Void
    ) throws {
      self.store = store
      (makeRow, makeSection) = (row, section)
      sections = try StoreSections(store)
      let settings = store.indexer.settings
      var options = settings.options
      // Nothing is merged, because the rows are only read.
      options.upkeep.mostSegments = .max
      self.options = options
      index = try SearchIndex(
        EmptyCollection(), scopes: settings.conditions.mapValues { _ in { _ in false } }, options: options)
    }

    deinit { following.withLock { $0 }?.cancel() }

    // MARK: - Following

    /// Makes a list follow the changes of the store, as long as the list exists.
    func follow(for list: ListModel) {
      let changes = store.indexer.index.changes
      let task = Task.detached { [weak list] in
        for await _ in changes {
          var pause: Duration?
          repeat {
            if let pause { try? await Task.sleep(for: pause) }
            guard !Task.isCancelled, let list else { return }
            do {
              try list.follow()
              pause = nil
              // A list that is being built changes continually.
              if list.isPartial { try await Task.sleep(for: .milliseconds(200)) }
            } catch {
              if (try? list.store?.checkOpen()) == nil { return }
              // The store reports the reason; the next change may be far off.
              pause = .milliseconds(250)
            }
          } while pause != nil
        }
      }
      following.withLock { $0 = task }
    }

    // MARK: - Reading

    func read<Result>(_ body: (any KeptRows) throws -> Result) throws -> Result {
      guard sections.areRead else { return try body(kept(store.indexer.index.snapshot(), nil)) }
      // Sections are read from the database, whose state must match that of the index. If another program has written meanwhile,
      // it is tried again.
      for _ in 0..<StoreRows.mostAttempts {
        try store.upkeep.catchUp()
        let result = try store.database.read { db -> Result? in
          try store.indexer.snapshot(db).map { try body(kept($0, db)) }
        }
        if let result { return result }
      }
      return try store.database.read { try body(kept(store.indexer.index.snapshot().incomplete, $0)) }
    }

    private static let mostAttempts = 100

    private func kept(_ items: Snapshot<Item<ItemID>, ItemID>, _ db: Database?) -> Kept {
      let rows = made.withLock { made in
        if let made, made.items.isSame(as: items) { return made.rows }
        let rows = items.mapped(
          as: index, element: { [makeRow] in AnyRow($0, makeRow) }, id: { RowID($0) }, original: { ItemID($0) })
        made = (items, rows)
        return rows
      }
      return Kept(items: items, snapshot: rows, db: db, store: sections, makeSection: makeSection)
    }

    private struct Kept: KeptRows {
      let items: Snapshot<Item<ItemID>, ItemID>
      let snapshot: Snapshot<AnyRow, RowID>
      let db: Database?
      let store: StoreSections
      let makeSection: (String, inout SectionTraits) -> Void

      var hasEmptySections: Bool { !store.areRead }

      func sections() throws -> [KeptSection] {
        try store.all(items, db).map { KeptSection(traits(of: $0), rowCount: $0.rowCount) }
      }

      func sections(of rows: [RowID]) throws -> [SectionTraits] {
        try store.sections(of: rows.compactMap { ItemID($0) }, items, db).map { traits(of: $0) }
      }

      private func traits(of section: StoreSections.Section) -> SectionTraits {
        var traits = section.traits
        makeSection(section.name, &traits)
        traits.id = section.traits.id
        return traits
      }
    }
  }

  extension AnyRow {
    /// Creates the row of an item, with the item as its payload.
    fileprivate init(_ item: Item<ItemID>, _ make: (Item<ItemID>, inout RowTraits) -> Void) {
      var traits = RowTraits(id: RowID(item.id), title: item.title)
      make(item, &traits)
      // The searched fields are those of the item.
      (traits.id, traits.title) = (RowID(item.id), item.title)
      (traits.searchText, traits.reading) = (item.searchText, item.reading)
      (traits.weight, traits.isSearchable, traits.isHidden) = (item.weight, item.isSearchable, false)
      self.init(Row(traits, payload: item))
    }
  }
#endif
