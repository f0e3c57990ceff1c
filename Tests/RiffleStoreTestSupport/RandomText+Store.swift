#if Store
  package import Riffle
  package import RiffleStore
  package import RiffleTestSupport

  /// Random stores, what is done to them, and what they have to answer.
  extension RandomText {
    package mutating func storeSettings() -> StoreSettings {
      StoreSettings(
        arrangement: [.arrival, .sections, .alphabet(locales: ["en"])][number(below: 3)],
        scopes: oneIn(2) ? ["light": "weight = 0", "own": "section LIKE 's%' AND position > 1"] : [:],
        fields: oneIn(2) ? storeFields() : [],
        options: IndexOptions(titlesArePaths: oneIn(5), romanizesTitles: oneIn(4)))
    }

    /// Some of the fields of ``RandomFields``, in any order.
    package mutating func storeFields() -> [FieldDefinition] {
      var left = RandomFields.fields.map(\.definition)
      return (0..<1 + number(below: left.count)).map { _ in left.remove(at: number(below: left.count)) }
    }

    /// The settings of a list that perhaps has one more field than these, which no item has a value of.
    package mutating func withOtherFields(_ settings: StoreSettings) -> StoreSettings {
      var settings = settings
      if oneIn(2) {
        settings.fields.insert(FieldDefinition("more", .integer), at: number(below: settings.fields.count + 1))
      }
      return settings
    }

    /// Values of some of a list's fields.
    package mutating func fieldValues(_ fields: [FieldDefinition]) -> [String: [FieldValue]] {
      if fields.isEmpty { return [:] }
      var random = RandomFields(seed: UInt64(number(below: .max)))
      let names = Set(fields.map(\.name))
      return random.storableValues().filter { names.contains($0.key) }
    }

    package mutating func storeItem(_ id: ItemID, _ settings: StoreSettings) -> StoreItem {
      let item = items(count: 1)[0]
      let isSorted = if case .alphabet = settings.arrangement { true } else { false }
      return StoreItem(
        // Equal ones of an alphabet stand as they have come, which a table does not say.
        id: id, title: item.title + (isSorted ? " \(id)" : ""), searchText: item.searchText,
        reading: isSorted ? "" : item.reading, weight: item.weight, isSearchable: item.isSearchable,
        section: ["", "s", "t"][number(below: 3)], position: Double(number(below: 5)),
        payload: oneIn(2) ? .json("\(number(below: 100))") : nil, fields: fieldValues(settings.fields))
    }

    /// - Parameter id: gives those of the items that are changed.
    package mutating func storeChanges(
      _ settings: StoreSettings, id: (inout RandomText) -> ItemID
    ) -> [StoreChange] {
      (0..<number(below: oneIn(4) ? 300 : 8)).map { _ in
        let id = id(&self)
        let item = storeItem(id, settings)
        switch number(below: 8) {
        case 0: return .delete(id)
        case 1: return .update(id, StorePatch(title: item.title, section: oneIn(2) ? item.section : nil))
        case 2: return .update(id, StorePatch(weight: 3, position: item.position, payload: .some(nil)))
        case 4 where !settings.fields.isEmpty && oneIn(2):
          var fields = item.fields
          if let gone = settings.fields.first { fields[gone.name] = [] }
          return .update(id, StorePatch(fields: fields))
        case 3 where oneIn(6): return .insert(item)
        default: return .upsert(item)
        }
      }
    }

    /// - Returns: what one list answers otherwise than the other, in words; `nil` if nothing was found.
    package mutating func difference(
      between a: Snapshot<Item<ItemID>, ItemID>, and b: Snapshot<Item<ItemID>, ItemID>
    ) -> String? {
      let all = (a.elements(offset: 0, limit: .max), b.elements(offset: 0, limit: .max))
      if all.0 != all.1 {
        return "items\n  \(all.0.map { "\($0.id)" })\n  \(all.1.map { "\($0.id)" })"
      }
      if a.isPartial { return "it is partial" }
      for item in all.1 where a.position(of: item.id) != b.position(of: item.id) { return "position of \(item.id)" }
      let texts = all.1.map { Item(id: 0, title: $0.title, searchText: $0.searchText) }
      for _ in 0..<4 {
        guard let parsed = try? Query(query(for: texts)) else { continue }
        let request = SearchRequest(parsed, order: oneIn(4) ? .list : .relevance, limit: 10, reach: reach())
        let (found, expected) = (a.search(request), b.search(request))
        if found.map(\.id) != expected.map(\.id) || found.map(\.score) != expected.map(\.score) {
          return "hits of “\(parsed.text)”"
        }
        if let found = try? a.restricted(to: .scope("light")), let expected = try? b.restricted(to: .scope("light")),
          found.elements(offset: 0, limit: 10) != expected.elements(offset: 0, limit: 10)
        {
          return "scope"
        }
      }
      return a.fields.isEmpty && b.fields.isEmpty ? nil : differenceOfFields(a, b)
    }

    private mutating func differenceOfFields(
      _ a: Snapshot<Item<ItemID>, ItemID>, _ b: Snapshot<Item<ItemID>, ItemID>
    ) -> String? {
      guard a.fields == b.fields else { return "fields \(a.fields)" }
      var random = RandomFields(seed: UInt64(number(below: .max)))
      for _ in 0..<4 {
        let filter = random.filter()
        // Some filters name fields that the list does not have.
        guard let expected = try? b.filtered(by: filter) else { continue }
        guard let found = try? a.filtered(by: filter) else { return "filter \(filter)" }
        if found.elements(offset: 0, limit: .max) != expected.elements(offset: 0, limit: .max) {
          return "filter \(filter)"
        }
        let facets = a.fields.map { Facet($0.name, limit: 5) }
        if (try? found.facets(facets)) != (try? expected.facets(facets)) { return "facets of \(filter)" }
        let key = SortKey(a.fields[number(below: a.fields.count)].name, isDescending: oneIn(2))
        if (try? found.sorted(by: [key]).elements(limit: 20)) != (try? expected.sorted(by: [key]).elements(limit: 20)) {
          return "order by \(key)"
        }
      }
      return nil
    }
  }
#endif
