#if Store
  import MadeUpLists
  import Riffle
  import RiffleStore
  import RiffleStoreTestSupport

  /// A list whose items all follow from the number of its last batch, so that half a batch shows.
  ///
  /// Each batch writes its number to one item, and all items of a group anew, more or fewer than before.
  struct NumberedBatches {
    private static let groupCount = 12
    private static let clock: ItemID = 0

    /// Up to which batch the items are.
    private(set) var last = 0
    /// The last batch of each group; 0 for none.
    private var groups = [Int](repeating: 0, count: groupCount)

    private static func number(of batch: Int, _ stream: String, below bound: Int) -> Int {
      var random = SeededRandom(seed: UInt64(batch), stream: stream)
      return random.below(bound)
    }

    private static func group(of batch: Int) -> Int { number(of: batch, "group", below: groupCount) }

    private static func itemCount(of batch: Int) -> Int {
      if batch == 0 { return 0 }
      return number(of: batch, "size", below: number(of: batch, "kind", below: 30) == 0 ? 1500 : 40)
    }

    private static func id(_ item: Int, of group: Int) -> ItemID {
      item % 2 == 0 ? .integer(Int64(1 + group + item * groupCount)) : .text("\(group) \(item)")
    }

    private static func items(of batch: Int) -> [StoreItem] {
      let group = group(of: batch)
      return (0..<itemCount(of: batch)).map { item in
        StoreItem(id: id(item, of: group), title: "group \(group) batch \(batch)", searchText: "item \(item)")
      }
    }

    /// What the next batch does to the list.
    func next() -> StoreBatch {
      var changes = StoreBatch()
      let group = NumberedBatches.group(of: last + 1)
      let items = NumberedBatches.items(of: last + 1)
      changes.upsert(contentsOf: items)
      for item in items.count..<max(items.count, NumberedBatches.itemCount(of: groups[group])) {
        changes.delete(id: NumberedBatches.id(item, of: group))
      }
      changes.upsert(StoreItem(id: NumberedBatches.clock, title: "\(last + 1)"))
      return changes
    }

    /// - Precondition: none of these batches is before ``last``.
    mutating func advance(to batch: Int) {
      for batch in stride(from: last + 1, through: batch, by: 1) { groups[NumberedBatches.group(of: batch)] = batch }
      last = max(last, batch)
    }

    /// The number of the last batch in a list.
    static func last(in list: Snapshot<Item<ItemID>, ItemID>) -> Int {
      list.element(withID: clock).flatMap { Int($0.title) } ?? 0
    }

    /// Compares a list with what it has to be after the batch whose number it has, and goes on to that.
    /// - Throws: ``CampaignFailure``.
    mutating func check(_ list: Snapshot<Item<ItemID>, ItemID>) throws {
      let found = NumberedBatches.last(in: list)
      if found < last { throw CampaignFailure("after batch \(last) the list is that of batch \(found)") }
      advance(to: found)
      var count = found == 0 ? 0 : 1
      for batch in groups {
        let items = NumberedBatches.items(of: batch)
        count += items.count
        for item in items {
          let other = list.element(withID: item.id)
          if other?.title != item.title || other?.searchText != item.searchText {
            throw CampaignFailure("in the list of batch \(found) item \(item.id) is that of “\(other?.title ?? "")”")
          }
        }
      }
      if list.count != count {
        throw CampaignFailure("the list of batch \(found) has \(list.count) items, not \(count)")
      }
    }

    /// Searches a list that has been checked.
    /// - Throws: ``CampaignFailure``.
    func checkSearch(_ list: Snapshot<Item<ItemID>, ItemID>, group: Int) throws {
      let batch = groups[group % NumberedBatches.groupCount]
      guard let query = try? Query("batch \(batch)", mode: .words), batch > 0 else { return }
      let found = list.search(SearchRequest(query)).count { $0.element.title.hasSuffix(" batch \(batch)") }
      let count = NumberedBatches.itemCount(of: batch)
      if found != count { throw CampaignFailure("of \(count) items of batch \(batch) \(found) are found") }
    }
  }
#endif
