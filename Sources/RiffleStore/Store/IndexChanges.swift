#if Store
  import Riffle

  /// Changes of an index that are applied at once. If an item has several, the last counts.
  ///
  /// They come from the table (``ChangeReader``), or from a transaction of the store itself (``OwnNotes``).
  struct IndexChanges {
    private enum Change {
      case upsert(Item<ItemID>)
      case place(Item<ItemID>, UpdateBatch<Item<ItemID>, ItemID>.Destination)
      /// An item that the index has.
      case replace(Item<ItemID>)
      /// An item that the index does not have, at the end or where it is sorted.
      case append(Item<ItemID>)
    }

    private var deleted: Set<ItemID> = []
    private var changes: [Change] = []
    private var numbers: [ItemID: Int] = [:]

    var count: Int { changes.count + deleted.count }

    func holds(_ id: ItemID) -> Bool { numbers[id] != nil }
    func deletes(_ id: ItemID) -> Bool { deleted.contains(id) }

    mutating func upsert(_ item: Item<ItemID>) { set(item.id, .upsert(item)) }

    mutating func place(_ item: Item<ItemID>, _ destination: UpdateBatch<Item<ItemID>, ItemID>.Destination) {
      set(item.id, .place(item, destination))
    }

    mutating func append(_ item: Item<ItemID>) { set(item.id, .append(item)) }

    mutating func replace(_ item: Item<ItemID>) {
      if let number = numbers[item.id], case .append = changes[number] {
        changes[number] = .append(item)
      } else {
        set(item.id, .replace(item))
      }
    }

    mutating func delete(_ id: ItemID) { deleted.insert(id) }

    private mutating func set(_ id: ItemID, _ change: Change) {
      if let number = numbers[id] {
        changes[number] = change
      } else {
        numbers[id] = changes.count
        changes.append(change)
      }
    }

    /// Applies the changes, and clears them.
    /// - Throws: ``IndexError``; nothing is then applied. If the index lacks an item to replace, or has one to append, that is
    ///   ``IndexError/unknownID(id:offset:)`` or ``IndexError/idInUse(id:offset:)``.
    mutating func apply(to index: Indexer.Index) throws(IndexError) {
      if count == 0 { return }
      try index.update { batch in
        for id in deleted { batch.delete(id: id) }
        for change in changes {
          switch change {
          case .upsert(let item): batch.upsert(item)
          case .place(let item, let destination): batch.upsert(item, at: destination)
          case .replace(let item): batch.update(id: item.id) { $0 = item }
          case .append(let item): batch.insert(item)
          }
        }
      }
      self = IndexChanges()
    }
  }
#endif
