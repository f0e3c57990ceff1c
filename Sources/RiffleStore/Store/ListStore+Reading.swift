#if Store
  public import Riffle

  extension ListStore {
    // MARK: - Searching

    /// Returns the present list. Elements have no payload; ``items(_:)`` reads it.
    public func snapshot() -> Snapshot<Item<ItemID>, ItemID> { indexer.index.snapshot() }

    /// Searches the present list.
    public func search(
      _ request: SearchRequest, cancellation: Cancellation? = nil
    ) -> SearchResults<Item<ItemID>, ItemID> {
      indexer.index.search(request, cancellation: cancellation)
    }

    /// Searches the present list.
    /// - Throws: `QueryError`.
    public func search(_ text: String, limit: Int = .max) throws(QueryError) -> SearchResults<Item<ItemID>, ItemID> {
      try indexer.index.search(text, limit: limit)
    }

    /// Returns a search field over the list, which follows all changes.
    ///
    /// - Parameters:
    ///   - request: the request for pages of results.
    ///   - scope: the part of the list to search; `nil` for all of it.
    public func session(
      _ request: SearchRequest = SearchRequest(limit: 50), scope: Scope? = nil
    ) -> SearchSession<Item<ItemID>, ItemID> {
      indexer.index.session(request, scope: scope)
    }

    // MARK: - Items

    /// Reads whole items, with their payloads, in the database's present state.
    ///
    /// - Returns: the item of each id; `nil` if it no longer exists.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(*k* log *n*) in the number of ids.
    public func items(_ ids: some Sequence<ItemID>) throws(StoreError) -> [StoreItem?] {
      try items(ids, upTo: .max) ?? []
    }

    /// Reads whole items up to a size; see ``items(_:)``. No more of them are in memory at any time.
    ///
    /// - Parameters:
    ///   - byteLimit: the most bytes that they may have together.
    ///   - hasPayloads: whether payloads are returned, and counted.
    /// - Returns: `nil` if they have more bytes.
    /// - Throws: ``StoreError``.
    package func items(
      _ ids: some Sequence<ItemID>, upTo byteLimit: Int, hasPayloads: Bool = true
    ) throws(StoreError) -> [StoreItem?]? {
      try checkOpen()
      do {
        return try database.read { db in
          var reader = ItemReader(indexer.record.sql)
          var items: [StoreItem?] = []
          var byteCount = 0
          for id in ids {
            var item = try reader.wholeItem(id, db)
            if !hasPayloads { item?.payload = nil }
            byteCount += item?.byteCount ?? 0
            if byteCount > byteLimit { return nil }
            items.append(item)
          }
          return items
        }
      } catch {
        throw StoreDatabase.error(error, path)
      }
    }

    /// Reads one item; see ``items(_:)``.
    /// - Throws: ``StoreError``.
    public func item(_ id: ItemID) throws(StoreError) -> StoreItem? { try items([id])[0] }
  }
#endif
