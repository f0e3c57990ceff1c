#if Store
  public import Riffle

  extension ListStore {
    // MARK: - Searching

    /// The list as it is now. Elements have no payload; ``items(_:)`` reads that.
    public func snapshot() -> Snapshot<Item<ItemID>, ItemID> { indexer.index.snapshot() }

    /// Searches the list as it is now.
    public func search(
      _ request: SearchRequest, cancellation: Cancellation? = nil
    ) -> SearchResults<Item<ItemID>, ItemID> {
      indexer.index.search(request, cancellation: cancellation)
    }

    /// Searches the list as it is now.
    /// - Throws: `QueryError`.
    public func search(_ text: String, limit: Int = .max) throws(QueryError) -> SearchResults<Item<ItemID>, ItemID> {
      try indexer.index.search(text, limit: limit)
    }

    /// A search field over the list; it goes along with all changes.
    ///
    /// - Parameters:
    ///   - request: how pages are searched for.
    ///   - scope: the part of the list that they search; `nil` for all of it.
    public func session(
      _ request: SearchRequest = SearchRequest(limit: 50), scope: Scope? = nil
    ) -> SearchSession<Item<ItemID>, ItemID> {
      indexer.index.session(request, scope: scope)
    }

    // MARK: - Items

    /// Reads items whole, with their payloads, as they are in the database now.
    ///
    /// - Returns: for each id its item, or `nil` if there is none any more.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(*k* log *n*) in the number of ids.
    public func items(_ ids: some Sequence<ItemID>) throws(StoreError) -> [StoreItem?] {
      try items(ids, upTo: .max) ?? []
    }

    /// Reads items whole; see ``items(_:)``. There are never more of them in memory than may be.
    ///
    /// - Parameters:
    ///   - byteLimit: how many bytes they may have together.
    ///   - hasPayloads: whether they are given, and counted, with their payloads.
    /// - Returns: `nil` if they have more.
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
