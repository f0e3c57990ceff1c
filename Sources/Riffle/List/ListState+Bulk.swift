/// Many changes at once: what is new is indexed as it comes, without a stay in the tail.
///
/// What is done for every item is done in loops without calls of generic functions: each call would find out anew what
/// the types are.
extension ListState {
  /// New items on their way into a segment, in no order.
  private struct NewItems {
    var labels: [OrderLabel] = []
    var elements: [Element] = []
    var ids: [ID] = []
  }

  /// Whether a batch needs nothing to be known of its own items: they are many, the list is in its own order, and none
  /// of them goes to a place of its own.
  func isBulk(_ batch: UpdateBatch<Element, ID>) -> Bool {
    guard reader.order.isManual, !batch.namesPlaces, batch.changes.count > reader.options.upkeep.mostTailItems
    else { return false }
    // Where labels are about to run out, those of others have to move.
    let last = rows.last.map { rows.label($0) } ?? .first
    return last.rawValue < OrderLabel.greatest
      && (OrderLabel.greatest - last.rawValue) / OrderLabel.step > batch.changes.count
  }

  /// Applies a batch that is bulk; see ``apply(_:_:)``.
  /// - Parameter ids: what the changes are about.
  mutating func applyBulk(
    _ batch: UpdateBatch<Element, ID>, _ ids: [ID], _ log: inout ChangeLog
  ) throws(IndexError) {
    try indexTail()
    let places = places(of: ids)
    var tombstones = contents.map { _ in [UInt32]() }
    var last = rows.last.map { rows.label($0) }
    var new = NewItems()
    for offset in batch.changes.indices {
      let (id, place) = (ids[offset], places[offset])
      let newElement: Element
      switch batch.changes[offset] {
      case .insert(let element, _):
        if place != nil { throw .idInUse(id: "\(id)", offset: offset) }
        newElement = element
      case .upsert(let element): newElement = element
      case .update(_, let change):
        guard let place else { throw .unknownID(id: "\(id)", offset: offset) }
        newElement = try changed(element(place), by: change, id, offset)
      case .delete:
        if let place {
          tombstones[Int(place.part)].append(place.row)
        } else {
          log.unknownIDs.append(id)
        }
        continue
      case .move, .place: continue
      }
      if let place {
        tombstones[Int(place.part)].append(place.row)
        new.labels.append(rows.label(place))
      } else if let label = OrderLabel(after: last, before: nil) {
        last = label
        new.labels.append(label)
      }
      new.elements.append(newElement)
      new.ids.append(id)
      if new.labels.count >= reader.options.upkeep.mostUnindexedItems { try index(&new, &log) }
    }
    try index(&new, &log)
    // At last, because segments that nothing is left of make way for others.
    for (part, rows) in tombstones.enumerated().reversed() where !rows.isEmpty {
      remove(rows, ofSegment: part)
      log.hasChanged = true
    }
  }

  /// Which ids the list has.
  /// - Complexity: O(`ids.count` · parts) on average.
  func contains(_ ids: [ID]) -> [Bool] {
    var found = places(of: ids).map { $0 != nil }
    if tail.count > 0 { for index in ids.indices where tail.row(of: ids[index]) != nil { found[index] = true } }
    return found
  }

  /// Where the items lie that are in segments.
  /// - Complexity: O(`ids.count` · segments) on average.
  private func places(of ids: [ID]) -> [ListRow?] {
    let hashes = reader.idHash.hashes(of: ids)
    var places = [ListRow?](repeating: nil, count: ids.count)
    for part in contents.indices {
      let live = rows.segments[part].live
      contents[part].ids.forEachRow(of: ids, hashes: hashes) { offset, row in
        if live.contains(row) { places[offset] = ListRow(part: part, row: row) }
      }
    }
    return places
  }

  /// Makes a segment of new items.
  private mutating func index(_ new: inout NewItems, _ log: inout ChangeLog) throws(IndexError) {
    let (labels, unordered, ids) = (new.labels, new.elements, new.ids)
    new = NewItems()
    guard !labels.isEmpty else { return }
    let order = labels.indices.sorted { labels[$0] < labels[$1] }
    let content = try append(order.map { unordered[$0] }, order.map { ids[$0] }, order.map { labels[$0] })
    log.truncatedFields += content.truncated.map { field in
      TruncatedField(id: content.ids[field.row], field: field.field, utf8Count: field.bytes)
    }
    log.hasChanged = true
  }

  /// Makes a segment of new items that stand in order.
  @discardableResult
  mutating func append(
    _ elements: [Element], _ ids: [ID], _ labels: [OrderLabel]
  ) throws(IndexError) -> ListSegment<Element, ID> {
    var builder = SegmentBuilder(options: reader.options, expectedCount: labels.count)
    try reader.read(elements, into: &builder)
    let content = try ListSegment(
      builder, elements: elements, ids: ids, bucketStarts: [], reader, scopes: reader.scopeColumns(of: elements))
    append(content, ListRows.Segment(labels: OrderLabels(labels)))
    return content
  }
}
