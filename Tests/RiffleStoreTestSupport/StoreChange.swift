#if Store
  package import Riffle
  package import RiffleStore

  /// One change of a store, as a value that can be printed and made to a plain list.
  package enum StoreChange: Sendable {
    case insert(StoreItem)
    case upsert(StoreItem)
    case update(ItemID, StorePatch)
    case delete(ItemID)

    package func add(to batch: inout StoreBatch) {
      switch self {
      case .insert(let item): batch.insert(item)
      case .upsert(let item): batch.upsert(item)
      case .update(let id, let patch): batch.update(id: id, patch)
      case .delete(let id): batch.delete(id: id)
      }
    }
  }

  extension StoreBatch {
    package init(_ changes: [StoreChange]) {
      self.init()
      for change in changes { change.add(to: &self) }
    }
  }

  /// A store as a plain array, in the order in which its items have come.
  package struct StoreModel: Sendable, Equatable {
    package private(set) var items: [StoreItem] = []

    package init() {}

    /// Makes changes as one batch.
    /// - Throws: ``StoreError/idInUse(id:)``; nothing is then changed.
    package mutating func apply(_ changes: [StoreChange]) throws(StoreError) {
      var model = self
      for change in changes { try model.apply(change) }
      self = model
    }

    private func place(of id: ItemID) -> Int? { items.firstIndex { $0.id == id } }

    private mutating func apply(_ change: StoreChange) throws(StoreError) {
      switch change {
      case .insert(let item):
        if place(of: item.id) != nil { throw .idInUse(id: item.id) }
        items.append(item)
      case .upsert(let item):
        if let place = place(of: item.id) { items[place] = item } else { items.append(item) }
      case .update(let id, let patch): if let place = place(of: id) { items[place].apply(patch) }
      case .delete(let id): if let place = place(of: id) { items.remove(at: place) }
      }
    }

    /// The items as a store has them that is arranged by arrival or by sections.
    package func list(_ arrangement: StoreSettings.Arrangement) -> [StoreItem] {
      guard arrangement == .sections else { return items }
      return items.enumerated().sorted { a, b in
        if a.element.section != b.element.section {
          return a.element.section.utf8.lexicographicallyPrecedes(b.element.section.utf8)
        }
        return (a.element.position, a.offset) < (b.element.position, b.offset)
      }.map(\.element)
    }
  }

  extension StoreItem {
    fileprivate mutating func apply(_ patch: StorePatch) {
      title = patch.title ?? title
      searchText = patch.searchText ?? searchText
      reading = patch.reading ?? reading
      weight = patch.weight ?? weight
      isSearchable = patch.isSearchable ?? isSearchable
      section = patch.section ?? section
      position = patch.position ?? position
      if let payload = patch.payload { self.payload = payload }
      for (name, values) in patch.fields { fields[name] = values.isEmpty ? nil : values }
    }
  }
#endif
