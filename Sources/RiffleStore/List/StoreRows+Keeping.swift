#if Store
  import Riffle
  import RiffleList

  /// Edits of a list over a store, written as changes of its items.
  extension StoreRows {
    var order: KeptOrder {
      if sections.alphabet != nil { return .alphabet }
      // A store that cannot be written reports that itself.
      return store.definition.ownsTable && store.definition.arrangement == .arrival ? .arrival : .places
    }

    func keep(_ changes: RowChanges) throws {
      var batch = StoreBatch()
      for id in changes.deleted { batch.delete(id: try StoreRows.item(id)) }
      for row in changes.updated {
        batch.update(
          id: try StoreRows.item(row.id),
          StorePatch(
            title: row.title, searchText: row.searchText, reading: row.reading, weight: row.weight,
            isSearchable: row.isSearchable))
      }
      var plan = PositionPlan(changes, store)
      if order == .places, store.definition.ownsTable { for stretch in changes.placed { try plan.place(stretch) } }
      for stretch in changes.placed {
        for (row, isNew) in stretch.rows where isNew {
          var item = try StoreRows.item(row)
          if let place = plan.places.removeValue(forKey: row.id) {
            (item.section, item.position) = (place.section, place.position)
          }
          batch.insert(item)
        }
      }
      for (id, place) in plan.places {
        batch.update(id: try StoreRows.item(id), StorePatch(section: place.section, position: place.position))
      }
      try store.write(batch)
    }

    fileprivate static func item(_ id: RowID) throws(ListError) -> ItemID {
      guard let item = ItemID(id) else {
        throw .keptRows(
          .failed(reason: "“\(id)” is the id of no item: make the ids of new rows of those of their items"))
      }
      return item
    }

    /// Returns a new item.
    private static func item(_ row: AnyRow) throws(ListError) -> StoreItem {
      let payload = row.payload(as: StoreItem.self)
      guard payload != nil || row.payload(as: NoPayload.self) != nil || row.payload(as: Item<ItemID>.self) != nil else {
        throw .keptRows(.content(row: row.id.description))
      }
      return StoreItem(
        id: try item(row.id), title: row.title, searchText: row.searchText, reading: row.reading, weight: row.weight,
        isSearchable: row.isSearchable, payload: payload?.payload, fields: payload?.fields ?? [:])
    }
  }

  /// The new positions of items: those of rows between their neighbours, and those of neighbours that make room for them.
  private struct PositionPlan {
    var places: [RowID: (section: String, position: Double)] = [:]
    private let store: ListStore
    /// Rows still to be placed; they are not neighbours, wherever they are now.
    private var waiting: Set<RowID>

    /// The most neighbours that get other positions.
    private static let mostNeighbours = 10_000

    init(_ changes: RowChanges, _ store: ListStore) {
      self.store = store
      waiting = Set(changes.placed.flatMap { $0.rows.map(\.row.id) })
    }

    /// - Throws: ``ListError``, ``StoreError``.
    mutating func place(_ stretch: RowChanges.Stretch) throws {
      guard let section = stretch.section.section else {
        throw ListError.keptRows(.failed(reason: "“\(stretch.section)” is the section of no item"))
      }
      let rows = stretch.rows.map(\.row.id)
      waiting.subtract(rows)
      var before = Neighbours(self, stretch.before)
      var behind = Neighbours(self, stretch.behind)
      let (low, high) = (try before.next(), try behind.next())
      if let found = PositionPlan.positions(rows.count, between: low?.position, high?.position) {
        return set(rows, found, section)
      }
      // Moves neighbours on the nearest side that has room.
      for isForward in [true, false] {
        guard var next = isForward ? high : low else { continue }
        var moved: [RowID] = []
        while moved.count < PositionPlan.mostNeighbours {
          moved.append(next.row)
          let edge = try isForward ? behind.next() : before.next()
          let range = isForward ? (low?.position, edge?.position) : (edge?.position, high?.position)
          if let found = PositionPlan.positions(rows.count + moved.count, between: range.0, range.1) {
            return set(isForward ? rows + moved : moved.reversed() + rows, found, section)
          }
          guard let edge else { break }
          next = edge
        }
      }
      throw ListError.keptRows(.noRoom(row: rows.first?.description ?? ""))
    }

    private mutating func set(_ rows: [RowID], _ positions: [Double], _ section: String) {
      for (row, position) in zip(rows, positions) { places[row] = (section, position) }
    }

    /// Returns ascending positions between two others, or beyond one; `nil` if there is no room for so many.
    private static func positions(_ count: Int, between low: Double?, _ high: Double?) -> [Double]? {
      if let low, let high, low >= high { return nil }
      let numbers = 1...max(1, count)
      let found: [Double]
      switch (low, high) {
      case (nil, nil): found = numbers.map { Double($0) }
      case (let low?, nil): found = numbers.map { low + Double($0) }
      case (nil, let high?): found = numbers.reversed().map { high - Double($0) }
      case (let low?, let high?):
        let step = (high - low) / Double(count + 1)
        found = numbers.map { low + Double($0) * step }
      }
      let all = (low.map { [$0] } ?? []) + found + (high.map { [$0] } ?? [])
      return zip(all, all.dropFirst()).allSatisfy { $0 < $1 } && all.allSatisfy(\.isFinite) ? found : nil
    }

    /// The rows of a section on one side of a stretch, from the nearest on, each with its position.
    private struct Neighbours {
      private let plan: PositionPlan
      private let rows: (_ offset: Int, _ limit: Int) -> [RowID]
      private var offset = 0
      private var read: ArraySlice<(row: RowID, position: Double)> = []

      private static let rowsAtOnce = 64

      init(_ plan: PositionPlan, _ rows: @escaping (_ offset: Int, _ limit: Int) -> [RowID]) {
        (self.plan, self.rows) = (plan, rows)
      }

      mutating func next() throws -> (row: RowID, position: Double)? {
        while read.isEmpty {
          // Usually one is enough.
          let limit = offset == 0 ? 1 : Neighbours.rowsAtOnce
          let next = rows(offset, limit)
          offset += limit
          if next.isEmpty { return nil }
          let asked = next.filter { !plan.waiting.contains($0) }
          let items = try plan.store.items(asked.filter { plan.places[$0] == nil }.map { try StoreRows.item($0) })
          let known = Dictionary(items.compactMap(\.self).map { (RowID($0.id), $0.position) }) { first, _ in first }
          // Rows that another program has deleted are not neighbours either.
          read =
            asked.compactMap { row in
              (plan.places[row]?.position ?? known[row]).map { (row, $0) }
            }[...]
        }
        return read.removeFirst()
      }
    }
  }
#endif
