internal import Riffle

/// Makes up what may be done to a list.
package struct RandomProgram {
  package var random: RandomText
  private let isManual: Bool
  /// Ids come from below this, so that they meet again.
  private let idCount: Int
  private let items: [Item<Int>]

  package init(_ random: RandomText, isManual: Bool, idCount: Int) {
    self.random = random
    self.isManual = isManual
    self.idCount = idCount
    items = self.random.items(count: 60)
  }

  package mutating func step() -> ListStep {
    switch random.number(below: 20) {
    case 0..<9: return .update(changes())
    case 9..<14:
      let modes: [QueryMode] = [.smart, .smart, .smart, .words, .substring, .subsequence]
      let text = random.oneIn(8) ? "" : random.query(for: items)
      let query = try? Query(text, mode: modes[random.number(below: modes.count)])
      return .search(
        SearchRequest(
          query ?? .blank(), order: random.oneIn(3) ? .list : .relevance,
          offset: random.oneIn(4) ? random.number(below: 10) : 0,
          limit: random.oneIn(3) ? 1000 : 1 + random.number(below: 12)),
        scope: random.oneIn(5) ? (random.oneIn(2) ? "even" : "heavy") : nil)
    case 14: return .window(offset: random.number(below: idCount), limit: random.number(below: 30))
    case 15: return .position(id: random.number(below: idCount))
    case 16: return .jumplists
    case 17: return random.oneIn(2) ? .keep : .lookBack
    case 18: return random.oneIn(4) ? .optimize : .settle
    default: return .window(offset: 0, limit: 1000)
    }
  }

  private mutating func changes() -> [ListChange] {
    let count = random.oneIn(3) ? random.number(below: 40) : 1
    var ids: Set<Int> = []
    var changes: [ListChange] = []
    for _ in 0..<count {
      let id = random.number(below: idCount)
      // A batch that names an id twice is turned down; too many of those would leave the list as it is.
      guard ids.insert(id).inserted || random.oneIn(300) else { continue }
      changes.append(change(id))
    }
    return changes
  }

  private mutating func change(_ id: Int) -> ListChange {
    switch random.number(below: 40) {
    case 0..<16: return .upsert(item(id))
    case 16..<24: return .delete(id)
    case 24: return .insert(item(id + idCount), isManual || random.oneIn(4) ? place() : nil)
    case 25: return .insert(item(id + idCount * (2 + random.number(below: 50))), nil)
    case 26 where random.oneIn(3): return .update(id, title: random.title(), weight: 1)
    case 27 where random.oneIn(3): return .move(id, place())
    case 28 where isManual || random.oneIn(20): return .place(item(id), place())
    default: return .upsert(item(id))
    }
  }

  private mutating func place() -> ListChange.Place {
    switch random.number(below: 6) {
    case 0: .start
    case 1: .end
    case 2, 3: .position(random.number(below: 20))
    case 4: .before(random.number(below: idCount))
    default: .after(random.number(below: idCount))
    }
  }

  private mutating func item(_ id: Int) -> Item<Int> {
    var item = items[random.number(below: items.count)]
    item.id = id
    if random.oneIn(3) { item.title = random.title() }
    return item
  }
}
