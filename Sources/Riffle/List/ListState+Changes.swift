/// One change after the other.
extension ListState {
  /// What is noted while a batch is applied.
  struct ChangeLog {
    var unknownIDs: [ID] = []
    var truncatedFields: [TruncatedField<ID>] = []
    var hasChanged = false
    /// Whether new items are to be searched in the tail; if not, they are indexed before anybody sees them.
    let staysInTail: Bool
  }

  /// Applies a batch; if it throws, the state is of no more use.
  ///
  /// - Parameter items: what reads items for the tail.
  /// - Complexity: O(log² *n*) for each change and segment, beside what it takes to read the new elements.
  mutating func apply(
    _ batch: UpdateBatch<Element, ID>, _ items: inout TailItemReader
  ) throws(IndexError) -> ChangeLog {
    let ids = ids(of: batch)
    // Which of them come twice is all that is asked here.
    if ids.count > 1 { _ = try IDTable(ids) }
    let limits = reader.options.upkeep
    var log = ChangeLog(staysInTail: tail.count + batch.changes.count <= limits.mostTailItems)
    // No change is about an item of another one's: so with nothing else in the tail, nobody need look there.
    if !log.staysInTail { try indexTail() }
    // What makes room for those at places may take some of the room at the end.
    if isBulk(batch), let placed = placedLabels(of: batch, ids), isBulk(batch) {
      try applyBulk(batch, ids, placed: placed, &log)
      if log.hasChanged { generation += 1 }
      return log
    }
    for (offset, change) in batch.changes.enumerated() {
      switch change {
      case .insert(let element, let destination):
        let id = reader.id(element)
        if place(of: id, inTail: log.staysInTail) != nil { throw .idInUse(id: "\(id)", offset: offset) }
        try insert(element, id, destination, offset, &log, &items)
      case .upsert(let element):
        let id = reader.id(element)
        if let place = place(of: id, inTail: log.staysInTail) {
          replace(place, by: element, id, &log, &items)
        } else {
          try insert(element, id, nil, offset, &log, &items)
        }
      case .place(let element, let destination):
        let id = reader.id(element)
        let place = place(of: id, inTail: log.staysInTail)
        let label = rows.label(between: try neighbours(for: destination, of: id, moved: place, offset))
        if let place { remove(place) }
        add(element, id, bucket: 0, label, &log, &items)
      case .update(let id, let change):
        guard let place = place(of: id, inTail: log.staysInTail) else {
          throw .unknownID(id: "\(id)", offset: offset)
        }
        replace(place, by: try changed(element(place), by: change, id, offset), id, &log, &items)
      case .delete(let id):
        if let place = place(of: id, inTail: log.staysInTail) {
          remove(place)
          log.hasChanged = true
        } else {
          log.unknownIDs.append(id)
        }
      case .move(let id, let destination):
        guard let place = place(of: id, inTail: log.staysInTail) else {
          throw .unknownID(id: "\(id)", offset: offset)
        }
        let neighbours = try neighbours(for: destination, of: id, moved: place, offset)
        move(place, id, between: neighbours, &log, &items)
      }
      if tail.count >= limits.mostOrderedItems { try indexTail() }
    }
    if tail.count > limits.mostTailItems || !log.staysInTail { try indexTail() }
    if log.hasChanged { generation += 1 }
    return log
  }

  /// What each change is about.
  private func ids(of batch: UpdateBatch<Element, ID>) -> [ID] {
    var ids: [ID] = []
    ids.reserveCapacity(batch.changes.count)
    for change in batch.changes {
      switch change {
      case .insert(let element, _), .upsert(let element), .place(let element, _): ids.append(reader.id(element))
      case .update(let id, _), .delete(let id), .move(let id, _): ids.append(id)
      }
    }
    return ids
  }

  private mutating func insert(
    _ element: Element, _ id: ID, _ destination: UpdateBatch<Element, ID>.Destination?, _ offset: Int,
    _ log: inout ChangeLog, _ items: inout TailItemReader
  ) throws(IndexError) {
    let text = reader.sortedText(of: element)
    let bucket = reader.order.bucket(of: element, sortedAs: text)
    let neighbours =
      if let destination {
        try neighbours(for: destination, of: id, moved: nil, offset)
      } else {
        neighbours(of: element, bucket: bucket, sortedAs: text)
      }
    let label = rows.label(between: neighbours)
    add(element, id, bucket: bucket, label, &log, &items)
  }

  func changed(
    _ element: Element, by change: (inout Element) -> Void, _ id: ID, _ offset: Int
  ) throws(IndexError) -> Element {
    var element = element
    change(&element)
    let newID = reader.id(element)
    guard newID == id else { throw .changedID(from: "\(id)", to: "\(newID)", offset: offset) }
    return element
  }

  private mutating func replace(
    _ place: ListRow, by element: Element, _ id: ID, _ log: inout ChangeLog, _ items: inout TailItemReader
  ) {
    let text = reader.order.isManual ? "" : reader.sortedText(of: element)
    let bucket = reader.order.bucket(of: element, sortedAs: text)
    let isInPlace = belongs(element, ofBucket: bucket, at: place)
    var label = rows.label(place)
    remove(place)
    if !isInPlace { label = rows.label(between: neighbours(of: element, bucket: bucket, sortedAs: text)) }
    add(element, id, bucket: bucket, label, &log, &items)
  }

  /// Whether an element belongs where the one is that it replaces.
  func belongs(_ element: Element, ofBucket bucket: Int, at place: ListRow) -> Bool {
    reader.order.isManual || bucket == self.bucket(place) && reader.areEqualInOrder(self.element(place), element)
  }

  private mutating func move(
    _ place: ListRow, _ id: ID, between neighbours: ListRows.Neighbours, _ log: inout ChangeLog,
    _ items: inout TailItemReader
  ) {
    let (element, bucket) = (element(place), bucket(place))
    let label = rows.label(between: neighbours)
    remove(place)
    add(element, id, bucket: bucket, label, &log, &items)
  }

  private func neighbours(
    for destination: UpdateBatch<Element, ID>.Destination, of id: ID, moved: ListRow?, _ offset: Int
  ) throws(IndexError) -> ListRows.Neighbours {
    guard reader.order.isManual else { throw .notInManualOrder(id: "\(id)", offset: offset) }
    let count = moved == nil ? count : count - 1
    switch destination {
    case .start: return rows.neighbours(at: 0, without: moved)
    case .end: return rows.neighbours(at: count, without: moved)
    case .position(let position):
      guard 0...count ~= position else {
        throw .positionOutOfRange(position: position, count: count, offset: offset)
      }
      return rows.neighbours(at: position, without: moved)
    case .before(let other), .after(let other):
      guard other != id, let place = place(of: other) else { throw .unknownID(id: "\(other)", offset: offset) }
      let isAfter = if case .after = destination { true } else { false }
      return rows.neighbours(nextTo: place, after: isAfter, without: moved)
    }
  }

  private mutating func add(
    _ element: Element, _ id: ID, bucket: Int, _ label: OrderLabel, _ log: inout ChangeLog,
    _ items: inout TailItemReader
  ) {
    let fields = reader.fields(of: element)
    log.truncatedFields += fields.truncated.map { TruncatedField(id: id, field: $0.field, utf8Count: $0.bytes) }
    add(log.staysInTail ? items.item(fields) : TailItem(fields), element, id, bucket: bucket, label)
    log.hasChanged = true
  }

  /// Puts an item into the tail.
  mutating func add(_ item: TailItem, _ element: Element, _ id: ID, bucket: Int, _ label: OrderLabel) {
    let entry = Tail<Element, ID>.Entry(
      element, id: id, bucket: bucket, scopes: reader.scopes(of: element), fields: reader.contents(of: element))
    tail.insert(item, entry, at: rows.insertIntoTail(label))
    if hasBuckets { bucketCounts[bucket] += 1 }
  }

  mutating func remove(_ place: ListRow) {
    if hasBuckets { bucketCounts[bucket(place)] -= 1 }
    let (part, row) = (Int(place.part), Int(place.row))
    if part == tailPart {
      tail.remove(row)
      rows.removeFromTail(row)
    } else {
      rows.segments[part].live.remove(row)
      if rows.segments[part].live.count == 0 { removeSegment(part) }
    }
  }

  /// Removes several items.
  mutating func remove(_ places: [ListRow]) {
    if hasBuckets { for place in places { bucketCounts[bucket(place)] -= 1 } }
    var gone = [[UInt32]](repeating: [], count: tailPart + 1)
    for place in places { gone[Int(place.part)].append(UInt32(place.row)) }
    for row in gone.removeLast().sorted(by: >) {
      tail.remove(Int(row))
      rows.removeFromTail(Int(row))
    }
    // From the last one, because segments that nothing is left of make way for others.
    for (part, gone) in gone.enumerated().reversed() where !gone.isEmpty { remove(gone, ofSegment: part) }
  }

  /// Makes rows of a segment tombstones.
  mutating func remove(_ tombstones: [UInt32], ofSegment part: Int) {
    rows.segments[part].live.remove(contentsOf: tombstones)
    if rows.segments[part].live.count == 0 { removeSegment(part) }
  }

  /// Makes a segment of the tail.
  mutating func indexTail() throws(IndexError) {
    guard tail.count > 0 else { return }
    let (labels, starts) = (rows.tailLabels, reader.order.bucketStarts(of: tail.entries.map { $0.bucket }))
    var list = NewSegments<Element, ID>(reader, expectedCount: tail.count, bucketStarts: starts, threadCount: 1)
    try list.append(contentsOf: tail)
    append(try list.finish()) { OrderLabels(labels[$0]) }
    tail = Tail()
    rows.removeTail()
  }
}

extension ElementReader {
  /// Whether neither of two elements of one bucket has to stand before the other.
  fileprivate func areEqualInOrder(_ a: Element, _ b: Element) -> Bool {
    switch order.kind {
    case .manual: return true
    case .sorted(let areInIncreasingOrder, _): return !areInIncreasingOrder(a, b) && !areInIncreasingOrder(b, a)
    case .alphabet(let alphabet, let ties):
      if let ties, ties(a, b) || ties(b, a) { return false }
      let (a, b) = (sortedText(of: a), sortedText(of: b))
      return !alphabet.isOrdered(a, before: b) && !alphabet.isOrdered(b, before: a)
    }
  }
}

extension ListOrder {
  /// Where each bucket begins in rows that stand in order, and at last their number.
  func bucketStarts(of buckets: [Int]) -> [Int] {
    if labels.isEmpty { return [] }
    var starts = [Int](repeating: 0, count: labels.count + 1)
    for bucket in buckets { starts[bucket + 1] += 1 }
    for bucket in labels.indices { starts[bucket + 1] += starts[bucket] }
    return starts
  }
}
