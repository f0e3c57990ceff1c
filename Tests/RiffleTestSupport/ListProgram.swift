package import Riffle

/// What is done to a list, step by step, and what is asked of it in between.
package enum ListStep: Sendable, CustomStringConvertible {
  case update([ListChange])
  case search(SearchRequest, scope: String?)
  case window(offset: Int, limit: Int)
  case position(id: Int)
  case jumplists
  /// Keeps a snapshot, to be looked at later.
  case keep
  /// Looks at the oldest snapshot that is kept, and gives it up.
  case lookBack
  case settle
  case optimize

  package var description: String {
    switch self {
    case .update(let changes): "update \(changes)"
    case .search(let asked, let scope):
      "search “\(asked.query.text)” \(asked.query.mode) \(asked.order) \(asked.offset)+\(asked.limit) \(scope ?? "")"
    case .window(let offset, let limit): "window \(offset)+\(limit)"
    case .position(let id): "position of \(id)"
    case .jumplists: "jumplists"
    case .keep: "keep"
    case .lookBack: "look back"
    case .settle: "settle"
    case .optimize: "optimize"
    }
  }
}

/// Runs steps on an index and on a ``ListModel``, and tells the first difference.
package struct ListProgram {
  private let index: SearchIndex<Item<Int>, Int>
  private var model: ListModel
  private let order: ListModel.Order
  private let options: IndexOptions
  private var kept: [(snapshot: Snapshot<Item<Int>, Int>, model: ListModel)] = []
  private var generation: UInt64 = 0

  package static let scopes: [String: @Sendable (Item<Int>) -> Bool] = [
    "even": { $0.id % 2 == 0 }, "heavy": { $0.weight > 1 },
  ]

  package init(_ items: [Item<Int>], _ order: ListModel.Order, _ options: IndexOptions) throws(IndexError) {
    index = try SearchIndex(
      items, order: order.listOrder, id: \.id, title: \.title, searchText: \.searchText, reading: \.reading,
      weight: \.weight, isSearchable: \.isSearchable, scopes: ListProgram.scopes, options: options)
    model = ListModel(items, order)
    self.order = order
    self.options = options
  }

  /// What differs; `nil` if nothing does.
  package mutating func run(_ step: ListStep) -> String? {
    switch step {
    case .update(let changes): return update(changes)
    case .settle: do { try index.waitForMerges() } catch { return "waiting threw \(error)" }
    case .optimize: do { try index.optimize() } catch { return "optimize threw \(error)" }
    case .keep:
      kept.append((index.snapshot(), model))
      if kept.count > 20 { kept.removeFirst() }
    case .lookBack:
      guard !kept.isEmpty else { return nil }
      let (snapshot, model) = kept.removeFirst()
      return difference(snapshot, model, offset: 0, limit: .max)
    default: return ask(step, index.snapshot(), model)
    }
    return nil
  }

  private mutating func update(_ changes: [ListChange]) -> String? {
    let expected = Result { () throws(IndexError) in try model.apply(changes) }
    let found = Result { () throws(IndexError) in
      try index.update { batch in for change in changes { change.add(to: &batch) } }
    }
    switch (found, expected) {
    case (.failure(let found), .failure(let expected)):
      return found == expected ? nil : "threw \(found), expected \(expected)"
    case (.failure(let error), .success): return "threw \(error)"
    case (.success, .failure(let error)): return "did not throw \(error)"
    case (.success(let report), .success(let expected)):
      generation += expected.hasChanged ? 1 : 0
      if report.generation != generation || index.snapshot().generation != generation {
        return "generation \(report.generation), expected \(generation)"
      }
      return report.unknownIDs == expected.unknown ? nil : "unknown \(report.unknownIDs), expected \(expected.unknown)"
    }
  }

  private func ask(_ step: ListStep, _ snapshot: Snapshot<Item<Int>, Int>, _ model: ListModel) -> String? {
    switch step {
    case .search(let request, let scope): return search(request, scope, snapshot, model)
    case .window(let offset, let limit): return difference(snapshot, model, offset: offset, limit: limit)
    case .position(let id):
      let expected = model.place(of: id)
      let found = snapshot.position(of: id)
      if found != expected { return "position \(String(describing: found)), expected \(String(describing: expected))" }
      return snapshot.element(withID: id) == expected.map { model.items[$0] } ? nil : "another element"
    case .jumplists: return jumplists(snapshot, model)
    default: return nil
    }
  }

  private func difference(
    _ snapshot: Snapshot<Item<Int>, Int>, _ model: ListModel, offset: Int, limit: Int
  ) -> String? {
    if snapshot.count != model.items.count { return "count \(snapshot.count), expected \(model.items.count)" }
    let found = snapshot.search(SearchRequest(offset: offset, limit: limit))
    let expected = Array(model.items.dropFirst(offset).prefix(limit))
    if found.map(\.element) != expected { return "\(found.map(\.id)), expected \(expected.map(\.id))" }
    for (row, hit) in found.enumerated().prefix(5) where hit.position != offset + row {
      return "position \(hit.position), expected \(offset + row)"
    }
    let first = snapshot.element(at: offset)
    return first == expected.first || limit == 0 ? nil : "element at \(offset)"
  }

  private func search(
    _ request: SearchRequest, _ scope: String?, _ snapshot: Snapshot<Item<Int>, Int>, _ model: ListModel
  ) -> String? {
    var snapshot = snapshot
    var items = model.items
    if let scope, let condition = ListProgram.scopes[scope] {
      guard let part = try? snapshot.restricted(to: .scope(scope)) else { return "no scope" }
      snapshot = part
      items = items.filter(condition)
    }
    var request = request
    request.totalLimit = .exact
    let found = snapshot.search(request)
    let expected = Oracle(items, options: options).search(request)
    if found.map(\.id) != expected.ids { return "\(found.map(\.id)), expected \(expected.ids)" }
    for (hit, score) in zip(found, expected.scores) where hit.score != score {
      return "\(hit.id) “\(hit.text(of: .title))” costs \(hit.score.cost), expected \(score.cost)"
    }
    if found.total != expected.total || !found.isTotalExact {
      return "total \(found.total), expected \(expected.total)"
    }
    for (hit, highlights) in zip(found, expected.highlights) {
      if Field.allCases.map({ hit.utf8Highlights(in: $0) }) != highlights { return "highlights of \(hit.id)" }
      if let place = model.place(of: hit.id), hit.position != place { return "position of \(hit.id)" }
    }
    request.totalLimit = .upTo(3)
    let limited = snapshot.search(request)
    if limited.map(\.id) != expected.ids { return "with a limit \(limited.map(\.id)), expected \(expected.ids)" }
    if case .relevance = request.order, !items.isEmpty, request.limit < .max {
      let counted = max(3, request.offset + request.limit)
      let isExact = expected.total <= counted
      if limited.total != min(expected.total, counted) && limited.total != expected.total {
        return "limited total \(limited.total) of \(expected.total)"
      }
      if limited.isTotalExact != isExact && limited.total != expected.total { return "exactness of \(limited.total)" }
    }
    return jumplist(found, items)
  }

  /// Of an answer in list order that is shown whole.
  private func jumplist(_ found: SearchResults<Item<Int>, Int>, _ items: [Item<Int>]) -> String? {
    guard let jumplist = found.jumplist(), found.total == found.count else { return nil }
    let ids = Set(found.map(\.id))
    let buckets = items.filter { ids.contains($0.id) }.compactMap { order.bucket(of: $0) }
    for entry in jumplist.entries where entry.count != buckets.count(where: { $0 == entry.id }) {
      return "filtered bucket \(entry)"
    }
    return nil
  }

  private func jumplists(_ snapshot: Snapshot<Item<Int>, Int>, _ model: ListModel) -> String? {
    let sizes = stride(from: 0, to: model.items.count, by: 7).map { min(7, model.items.count - $0) }
    if let buckets = try? JumplistBuckets(labels: sizes.map { ("x", $0) }) {
      guard let part = try? snapshot.restricted(to: .scope("even")) else { return "no scope" }
      guard let found = try? part.jumplist(in: buckets) else { return "no jumplist" }
      for entry in found.entries {
        let members = model.items.dropFirst(entry.id * 7).prefix(7).count { $0.id % 2 == 0 }
        if entry.count != members { return "own bucket \(entry), expected \(members)" }
      }
    }
    guard let jumplist = snapshot.jumplist() else {
      return model.items.first.flatMap { order.bucket(of: $0) } == nil ? nil : "no jumplist"
    }
    let buckets = model.items.compactMap { order.bucket(of: $0) }
    for entry in jumplist.entries {
      if entry.count != buckets.count(where: { $0 == entry.id }) { return "bucket \(entry)" }
      if entry.start != buckets.count(where: { $0 < entry.id }) { return "start of bucket \(entry)" }
    }
    return nil
  }
}
