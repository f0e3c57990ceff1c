#if Store
  public import Riffle
  public import RiffleList

  /// Lists over stores: see <doc:ListsOverStores>.
  extension ListModel {
    /// A list of what a store keeps, of which only those rows are ever in memory that somebody asks for.
    ///
    ///     let list = try ListModel(store) { item, row in row.abilities.isDeletable = true }
    ///
    /// It shows the items of the store in their order: of a store that is arranged by sections in these, by an alphabet under
    /// its letters, otherwise in one. It goes along with all changes of the store, whoever makes them. Edits of rows are written
    /// to the store, and are kept when they return; sections cannot be edited, because they are made of what the items say, but
    /// what shows of them can be. What is selected, hidden or folded is the list's own and is not kept.
    ///
    /// The list keeps the store.
    ///
    /// - Parameters:
    ///   - settings: without options of the index, scopes and arrangement, which are those of the store; filters know its scopes.
    ///   - row: adds what a row has beside what its item says: not its id, its title, nor what it is found by, and not whether it
    ///     is hidden. It depends on nothing but the item, which is the payload of the row without one of its own, and is
    ///     called whenever somebody looks at the row, on any thread. It must not edit the list.
    ///   - section: adds what a section has beside its title; it gets what the items have as their section, or the label of a letter.
    ///     It must not edit the list.
    /// - Throws: ``StoreError``, `ListError`.
    /// - Complexity: O(log *n*) for each section; O(*n*) if no index of the database begins with what the rows are ordered by.
    public convenience init(
      _ store: ListStore, settings: ListSettings = ListSettings(),
      row: @escaping @Sendable (_ item: Item<ItemID>, _ row: inout RowTraits) -> Void = { _, _ in },
      section: @escaping @Sendable (_ name: String, _ section: inout SectionTraits) -> Void = { _, _ in }
    ) throws {
      try store.checkOpen()
      let others = [(!settings.scopes.isEmpty, "scopes"), (settings.arrangement != nil, "arrangement")]
      for (isSet, name) in others where isSet {
        throw ListError.keptRows(.setting(name))
      }
      do {
        let rows = try StoreRows(store, row: row, section: section)
        var settings = settings
        settings.index = rows.options
        settings.arrangement = rows.sections.alphabet.map { .alphabet($0) }
        try self.init(rows, settings: settings)
        rows.follow(for: self)
      } catch {
        throw error is ListError ? error : StoreDatabase.error(error, store.path)
      }
    }

    /// Reads what others have written to the store, and shows it. A list does that by itself within some milliseconds; other
    /// lists than those over stores have nothing to read.
    /// - Throws: ``StoreError``.
    public func catchUp() throws(StoreError) {
      guard let rows = keeper as? StoreRows else { return }
      try rows.store.refresh()
      do {
        try follow()
      } catch {
        throw StoreDatabase.error(error, rows.store.path)
      }
    }

    /// The store that the list is of, if it is of one.
    public var store: ListStore? { (keeper as? StoreRows)?.store }
  }

  extension ListStore {
    /// Reads the items of rows whole, with their payloads, as they are in the database now: for rows that show, a window at a time.
    ///
    /// - Returns: for each row its item, or `nil` if there is none any more.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(*k* log *n*) in the number of rows.
    public func items(of rows: some Sequence<AnyRow>) throws(StoreError) -> [StoreItem?] {
      let ids = rows.map { ItemID($0.id) }
      var items = try self.items(ids.compactMap(\.self))[...]
      return ids.map { $0 == nil ? nil : items.removeFirst() }
    }
  }
#endif
