/// Many changes at once: what is new is indexed as it comes, without a stay in the tail.
///
/// What is done for every item is done in loops without calls of generic functions: each call would find out anew what
/// the types are.
extension ListState {
  /// New items on their way into a segment, in no order.
  private struct NewItems {
    var elements: [Element] = []
    var ids: [ID] = []
    /// Where the item is that each replaces; `nil` if there is none, or the new one does not belong there.
    var places: [ListRow?] = []
    /// In a manual order, those that they get.
    var labels: [OrderLabel] = []
  }

  /// Whether a batch may be applied at once: its items are many, and there are labels for those that go to the end.
  func isBulk(_ batch: UpdateBatch<Element, ID>) -> Bool {
    guard batch.changes.count > reader.options.upkeep.mostTailItems else { return false }
    if !reader.order.isManual { return !batch.namesPlaces }
    // Where labels are about to run out, those of others have to move.
    let last = rows.last.map { rows.label($0) } ?? .first
    return last.rawValue < OrderLabel.greatest
      && (OrderLabel.greatest - last.rawValue) / OrderLabel.step > batch.changes.count
  }

  /// Applies a batch that is bulk; see ``apply(_:_:)``. Nothing is in the tail.
  /// - Parameters:
  ///   - ids: what the changes are about.
  ///   - placed: of ``placedLabels(of:_:)``.
  mutating func applyBulk(
    _ batch: UpdateBatch<Element, ID>, _ ids: [ID], placed: [OrderLabel], _ log: inout ChangeLog
  ) throws(IndexError) {
    let places = places(of: ids)
    var tombstones = contents.map { _ in [UInt32]() }
    var last = [rows.last.map { rows.label($0) }, placed.last].compactMap { $0 }.max()
    var placed = placed.makeIterator()
    var new = NewItems()
    for offset in batch.changes.indices {
      let (id, place) = (ids[offset], places[offset])
      let newElement: Element
      /// In a manual order; `nil` for one at the end.
      var label = place.map { rows.label($0) }
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
      case .place(let element, let destination):
        newElement = element
        label = if case .end = destination { nil } else { placed.next() }
      case .move: continue
      }
      if let place { tombstones[Int(place.part)].append(place.row) }
      new.elements.append(newElement)
      new.ids.append(id)
      if reader.order.isManual {
        new.places.append(place)
        if label == nil {
          last = OrderLabel(after: last, before: nil)
          label = last
        }
        new.labels.append(label ?? .first)
      } else {
        new.places.append(
          place.flatMap { place in
            let bucket = reader.order.bucket(of: newElement, sortedAs: reader.sortedText(of: newElement))
            return belongs(newElement, ofBucket: bucket, at: place) ? place : nil
          })
      }
      if new.ids.count >= reader.options.upkeep.mostUnindexedItems { try index(&new, &log) }
    }
    try index(&new, &log)
    // At last, because segments that nothing is left of make way for others.
    for (part, rows) in tombstones.enumerated().reversed() where !rows.isEmpty {
      if hasBuckets { for row in rows { bucketCounts[bucket(ListRow(part: part, row: Int(row)))] -= 1 } }
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
  func places(of ids: [ID]) -> [ListRow?] {
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
    let items = new
    new = NewItems()
    if items.ids.isEmpty { return }
    log.hasChanged = true
    if reader.order.isManual {
      let order = items.labels.indices.sorted { items.labels[$0] < items.labels[$1] }
      try index(items, order, order.map { items.labels[$0] }, bucketStarts: [], &log)
    } else {
      try indexSorted(items, &log)
    }
  }

  /// Makes a segment of new items of a list that is sorted.
  private mutating func indexSorted(_ new: NewItems, _ log: inout ChangeLog) throws(IndexError) {
    // Of items that are equal in order, those that were there come first, as they stood.
    let known = new.places.indices.compactMap { offset in new.places[offset].map { (offset, rows.label($0)) } }
    let given = known.sorted { $0.1 < $1.1 }.map(\.0) + new.places.indices.filter { new.places[$0] == nil }
    let (places, bucketStarts) = reader.order.order(of: given.map { new.elements[$0] }) { reader.sortedText(of: $0) }
    let order = places.map { $0.map { given[$0] } } ?? given
    if let labels = labels(of: new, order, bucketStarts: bucketStarts) {
      return try index(new, order, labels, bucketStarts: bucketStarts, &log)
    }
    // The order contradicts itself, as with NaN: then each is placed by comparison with earlier rows.
    for offset in order {
      let element = new.elements[offset]
      let text = reader.sortedText(of: element)
      let bucket = reader.order.bucket(of: element, sortedAs: text)
      let label = rows.label(between: neighbours(of: element, bucket: bucket, sortedAs: text))
      let fields = reader.fields(of: element)
      log.truncatedFields += fields.truncated.map { field in
        TruncatedField(id: new.ids[offset], field: field.field, utf8Count: field.bytes)
      }
      add(TailItem(fields), element, new.ids[offset], bucket: bucket, label)
      if tail.count >= reader.options.upkeep.mostOrderedItems { try indexTail() }
    }
    try indexTail()
  }

  /// The labels of new items of a list that is sorted, after others have made room where there was none.
  /// - Returns: `nil` if the order contradicts itself.
  private mutating func labels(of new: NewItems, _ order: [Int], bucketStarts: [Int]) -> [OrderLabel]? {
    let neighbours = neighbours(ofSorted: order.map { new.elements[$0] }, bucketStarts: bucketStarts)
    var gaps: [ListRows.Gap] = []
    for (neighbours, offset) in zip(neighbours, order) where new.places[offset] == nil {
      if let last = gaps.last, last.neighbours == neighbours {
        gaps[gaps.count - 1].count += 1
      } else {
        gaps.append(ListRows.Gap(neighbours: neighbours, count: 1))
      }
    }
    guard var fresh = rows.labels(in: gaps)?.makeIterator() else { return nil }
    var labels: [OrderLabel] = []
    labels.reserveCapacity(order.count)
    for offset in order {
      guard let label = new.places[offset].map({ rows.label($0) }) ?? fresh.next() else { return nil }
      if let last = labels.last, last >= label { return nil }
      labels.append(label)
    }
    return labels
  }

  /// Makes a segment of new items.
  /// - Parameter order: where each that stands in the segment is among them.
  private mutating func index(
    _ new: NewItems, _ order: [Int], _ labels: [OrderLabel], bucketStarts: [Int], _ log: inout ChangeLog
  ) throws(IndexError) {
    let contents = try append(
      order.map { new.elements[$0] }, order.map { new.ids[$0] }, labels, bucketStarts: bucketStarts)
    for content in contents {
      log.truncatedFields += content.truncated.map { field in
        TruncatedField(id: content.ids[field.row], field: field.field, utf8Count: field.bytes)
      }
    }
    if hasBuckets {
      for bucket in bucketCounts.indices { bucketCounts[bucket] += bucketStarts[bucket + 1] - bucketStarts[bucket] }
    }
  }

  /// Makes a segment of new items that stand in order, or several of long ones.
  @discardableResult
  mutating func append(
    _ elements: [Element], _ ids: [ID], _ labels: [OrderLabel], bucketStarts: [Int] = []
  ) throws(IndexError) -> [ListSegment<Element, ID>] {
    var list = NewSegments<Element, ID>(reader, expectedCount: labels.count, bucketStarts: bucketStarts)
    try list.append(contentsOf: elements, ids)
    let contents = try list.finish()
    append(contents) { OrderLabels(labels[$0]) }
    return contents
  }
}
