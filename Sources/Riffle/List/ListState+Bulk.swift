/// Many changes at once: what is new is indexed as it comes, without a stay in the tail.
extension ListState {
  /// New items on their way into a segment, in no order.
  private struct NewItems {
    var labels: [OrderLabel] = []
    var elements: [Element] = []
    var ids: [ID] = []
    /// That of the last item of the list, these included.
    var last: OrderLabel?
  }

  /// Whether a batch needs nothing to be known of its own items: they are many, the list is in its own order, and none
  /// of them goes to a place of its own.
  func isBulk(_ batch: UpdateBatch<Element, ID>) -> Bool {
    guard reader.order.isManual, batch.changes.count > reader.options.upkeep.mostTailItems else { return false }
    // Where labels are about to run out, those of others have to move.
    let last = rows.last.map { rows.label($0) } ?? .first
    guard last.rawValue < OrderLabel.greatest,
      (OrderLabel.greatest - last.rawValue) / OrderLabel.step > batch.changes.count
    else { return false }
    return batch.changes.allSatisfy { change in
      switch change {
      case .insert(_, let destination): destination == nil
      case .move: false
      case .upsert, .update, .delete: true
      }
    }
  }

  /// Applies a batch that is bulk; see ``apply(_:_:)``.
  mutating func applyBulk(_ batch: UpdateBatch<Element, ID>, _ log: inout ChangeLog) throws(IndexError) {
    try indexTail()
    var new = NewItems(last: rows.last.map { rows.label($0) })
    for (offset, change) in batch.changes.enumerated() {
      switch change {
      case .insert(let element, _):
        let id = reader.id(element)
        if place(of: id, inTail: false) != nil { throw .idInUse(id: "\(id)", offset: offset) }
        append(element, id, nil, to: &new)
      case .upsert(let element):
        let id = reader.id(element)
        append(element, id, place(of: id, inTail: false), to: &new)
      case .update(let id, let change):
        guard let place = place(of: id, inTail: false) else { throw .unknownID(id: "\(id)", offset: offset) }
        var element = element(place)
        change(&element)
        let newID = reader.id(element)
        guard newID == id else { throw .changedID(from: "\(id)", to: "\(newID)", offset: offset) }
        append(element, id, place, to: &new)
      case .delete(let id):
        if let place = place(of: id, inTail: false) {
          remove(place)
          log.hasChanged = true
        } else {
          log.unknownIDs.append(id)
        }
      case .move: break
      }
      if new.labels.count >= reader.options.upkeep.mostUnindexedItems { try index(&new, &log) }
    }
    try index(&new, &log)
  }

  /// - Parameter place: of the item that this one replaces.
  private mutating func append(_ element: Element, _ id: ID, _ place: ListRow?, to new: inout NewItems) {
    if let place {
      new.labels.append(rows.label(place))
      remove(place)
    } else if let label = OrderLabel(after: new.last, before: nil) {
      new.last = label
      new.labels.append(label)
    }
    new.elements.append(element)
    new.ids.append(id)
  }

  /// Makes a segment of new items.
  private mutating func index(_ new: inout NewItems, _ log: inout ChangeLog) throws(IndexError) {
    let count = new.labels.count
    guard count > 0 else { return }
    let labels = new.labels
    let order = labels.indices.sorted { labels[$0] < labels[$1] }
    var list = NewList<Element, ID>(reader.options, expectedCount: count, threadCount: 1)
    for place in order {
      let element = new.elements[place]
      let fields = reader.fields(of: element)
      try list.append(
        element, id: new.ids[place], title: fields.title, reading: fields.reading, searchText: fields.searchText,
        weight: fields.weight, isSearchable: fields.isSearchable)
    }
    let content = try list.finish(bucketStarts: [], reader)
    log.truncatedFields += content.truncated.map { field in
      TruncatedField(id: content.ids[field.row], field: field.field, utf8Count: field.bytes)
    }
    append(content, ListRows.Segment(labels: OrderLabels(order.map { labels[$0] })))
    log.hasChanged = true
    new = NewItems(last: new.last)
  }
}
