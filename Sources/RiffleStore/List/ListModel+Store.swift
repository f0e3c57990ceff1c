#if Store
  public import Riffle
  public import RiffleList

  /// Lists over stores: see <doc:ListsOverStores>.
  extension ListModel {
    /// Creates a list of the items of a store; a row is in memory only while it is used.
    ///
    ///     let list = try ListModel(store) { item, row in row.abilities.isDeletable = true }
    ///
    /// It shows the items of the store in their order: in the sections of a store arranged by sections, under the letters of an
    /// alphabet, otherwise in one section. It follows all changes of the store by any program. Edits of rows are written to the
    /// store, and are durable when they return. Sections cannot be edited, because they are derived from the items, but their
    /// traits can. What is selected, hidden or folded is state of the list and is not stored.
    ///
    /// The list retains the store.
    ///
    /// - Parameters:
    ///   - settings: without options of the index, scopes, fields and arrangement, which are those of the store; filters can use
    ///     its scopes and fields.
    ///   - row: sets traits of a row in addition to those of its item. It cannot change its id, title, the fields that searches
    ///     use, or whether it is hidden. It must depend only on the item, which is the payload of the row, without the item's own
    ///     payload. It is called on any thread whenever the row is read, and must not edit the list.
    ///   - section: sets traits of a section in addition to its title. Its argument is the items' section, or the label of a
    ///     letter. It must not edit the list.
    /// - Throws: ``StoreError``, `ListError`.
    /// - Complexity: O(log *n*) for each section; O(*n*) if no index of the database begins with the columns of the rows' order.
    public convenience init(
      _ store: ListStore, settings: ListSettings = ListSettings(),
      row: @escaping @Sendable (_ item: Item<ItemID>, _ row: inout RowTraits) -> Void = { _, _ in },
      section: @escaping @Sendable (_ name: String, _ section: inout SectionTraits) -> Void = { _, _ in }
    ) throws {
      try store.checkOpen()
      let others = [
        (!settings.scopes.isEmpty, "scopes"), (!settings.fields.isEmpty, "fields"),
        (settings.arrangement != nil, "arrangement"),
      ]
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

    /// Reads what other programs have written to the store, and shows it. A list does so by itself within some milliseconds. Does
    /// nothing for a list that is not over a store.
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

    /// The store of the list; `nil` if it has none.
    public var store: ListStore? { (keeper as? StoreRows)?.store }
  }

  extension ListStore {
    /// Reads whole items of rows, with their payloads, in the database's present state: for visible rows, a window at a time.
    ///
    /// - Returns: the item of each row; `nil` if it no longer exists.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(*k* log *n*) in the number of rows.
    public func items(of rows: some Sequence<AnyRow>) throws(StoreError) -> [StoreItem?] {
      let ids = rows.map { ItemID($0.id) }
      var items = try self.items(ids.compactMap(\.self))[...]
      return ids.map { $0 == nil ? nil : items.removeFirst() }
    }
  }
#endif
