/// Finds rows that two generations of a list have alike though they lie in segments that only one of them has: merged, written
/// to a file, or read anew from where the list is kept. Only for lists whose elements are made of what segments know.
///
/// Both are walked side by side in list order. Where they part, the row whose counterpart is farther away is the one that has
/// moved. What is kept on the way is the rows that come and go, and no others.
struct ContentDifference<Element: Sendable, ID: Hashable & Sendable> {
  private let old, new: Side
  private let shared: SharedParts
  private lazy var sharedRows = shared.rows

  private struct Side {
    let state: ListState<Element, ID>
    let parts: SharedParts.Side

    /// Where the item with an id lies, if it is among those that are walked.
    func place(of id: ID) -> ListRow? { state.place(of: id).flatMap { parts.isAlone($0) ? $0 : nil } }

    /// How many rows lie between two places.
    func distance(from place: ListRow, to other: ListRow) -> Int {
      let (list, rows) = (parts.stretch.list, parts.stretch.parts)
      return abs(list.position(of: other, among: rows) - list.position(of: place, among: rows))
    }
  }

  init(_ old: ListState<Element, ID>, _ new: ListState<Element, ID>, _ shared: SharedParts) {
    self.old = Side(state: old, parts: shared.before)
    self.new = Side(state: new, parts: shared.after)
    self.shared = shared
  }

  /// - Parameter difference: of the segments that both have; all else is added.
  mutating func find(_ difference: inout RowDifference) {
    var (rows, newRows) = (RowsAlone(old.parts), RowsAlone(new.parts))
    var (row, newRow) = (rows.next(), newRows.next())
    // Those ahead that are known to have moved.
    var (gone, come): (Set<ListRow>, Set<ListRow>) = ([], [])
    func isGone(_ row: ListRow, _ newRow: ListRow?, _ id: ID, _ old: Side, _ new: Side) -> Bool {
      guard let newRow, let target = new.place(of: id) else { return true }
      guard let source = old.place(of: new.state.id(newRow)) else { return false }
      if new.distance(from: newRow, to: target) < old.distance(from: row, to: source) {
        gone.insert(source)
        return false
      }
      come.insert(target)
      return true
    }
    while row != nil || newRow != nil {
      if let known = row, gone.remove(known) != nil {
        difference.addGone(known)
        row = rows.next()
      } else if let known = newRow, come.remove(known) != nil {
        difference.addCome(known)
        newRow = newRows.next()
      } else if let known = row {
        let id = old.state.id(known)
        if let other = newRow, new.state.holds(id, at: other) {
          if !isSame(known, other) {
            difference.addGone(known)
            difference.addCome(other)
          }
          (row, newRow) = (rows.next(), newRows.next())
        } else if isGone(known, newRow, id, old, new) {
          difference.addGone(known)
          row = rows.next()
        } else if let other = newRow {
          difference.addCome(other)
          newRow = newRows.next()
        }
      } else if let other = newRow {
        difference.addCome(other)
        newRow = newRows.next()
      }
    }
  }

  /// Whether an item of both stands where it stood, and nothing about it is otherwise.
  private mutating func isSame(_ row: ListRow, _ newRow: ListRow) -> Bool {
    guard old.state.hasEqualContent(row, new.state, newRow) else { return false }
    let (list, newList) = (old.state.rows, new.state.rows)
    // What costs little says it mostly.
    if list.labelling === newList.labelling, list.label(row) == newList.label(newRow) { return true }
    guard let sharedRows else { return true }
    return list.position(of: row, among: sharedRows.before) == newList.position(of: newRow, among: sharedRows.after)
  }
}

/// Goes through the rows of a stretch that the other one does not share, in list order.
private struct RowsAlone: IteratorProtocol {
  private let parts: SharedParts.Side
  /// In each part the row where it stands, and its label; `nil` where no more follow.
  private var heads: [(part: Int, row: Int, label: OrderLabel?)] = []

  init(_ parts: SharedParts.Side) {
    self.parts = parts
    for part in parts.isShared.indices where !parts.isShared[part] {
      heads.append((part, parts.stretch.range(part).lowerBound - 1, nil))
      advance(heads.count - 1)
    }
    heads.removeAll { $0.label == nil }
  }

  private mutating func advance(_ head: Int) {
    let part = heads[head].part
    let end = parts.stretch.range(part).upperBound
    var row = heads[head].row + 1
    let isTail = part == parts.stretch.list.tailPart
    repeat {
      row = parts.stretch.parts[part].first(from: row, to: end)
      guard isTail, row < end, parts.tail[row] else { break }
      row += 1
    } while true
    heads[head].row = row
    heads[head].label = row < end ? parts.stretch.list.label(ListRow(part: part, row: row)) : nil
  }

  mutating func next() -> ListRow? {
    var best: (head: Int, label: OrderLabel)?
    for (head, label) in heads.lazy.map(\.label).enumerated() {
      guard let label else { continue }
      if let known = best, known.label <= label { continue }
      best = (head, label)
    }
    guard let best else { return nil }
    let row = ListRow(part: heads[best.head].part, row: heads[best.head].row)
    advance(best.head)
    return row
  }
}

extension ListState {
  /// Whether the row at a place has an id.
  fileprivate func holds(_ id: ID, at place: ListRow) -> Bool {
    let row = Int(place.row)
    return place.part == tailPart ? tail.entries[row].id == id : contents[Int(place.part)].ids.ids.holds(id, at: row)
  }

  /// Whether an item and one of another generation have the same fields, and are in the same scopes.
  fileprivate func hasEqualContent(_ place: ListRow, _ other: Self, _ otherPlace: ListRow) -> Bool {
    let (row, otherRow) = (Int(place.row), Int(otherPlace.row))
    switch (item(place), other.item(otherPlace)) {
    case (nil, nil):
      let (a, b) = (contents[Int(place.part)], other.contents[Int(otherPlace.part)])
      return a.segment.hasEqualContent(row, b.segment, otherRow)
        && a.scopes.membership(row) == b.scopes.membership(otherRow)
    case (let item?, nil):
      let content = other.contents[Int(otherPlace.part)]
      return content.segment.hasEqualContent(otherRow, item.fields)
        && content.scopes.membership(otherRow) == tail.entries[row].scopes
    case (nil, let item?):
      let content = contents[Int(place.part)]
      return content.segment.hasEqualContent(row, item.fields)
        && content.scopes.membership(row) == other.tail.entries[otherRow].scopes
    case (let item?, let otherItem?):
      return item.fields.given == otherItem.fields.given
        && tail.entries[row].scopes == other.tail.entries[otherRow].scopes
    }
  }

  /// The item of the tail at a place, if it is there.
  private func item(_ place: ListRow) -> TailItem? { place.part == tailPart ? tail.items[Int(place.row)] : nil }
}

extension Segment {
  fileprivate func hasEqualContent(_ row: Int, _ other: Segment, _ otherRow: Int) -> Bool {
    weight(row) == other.weight(otherRow) && isSearchable(row) == other.isSearchable(otherRow)
      && titles.hasEqualText(row, other.titles, otherRow) && searchTexts.hasEqualText(row, other.searchTexts, otherRow)
      && hasEqualReading(row, other, otherRow)
  }

  private func hasEqualReading(_ row: Int, _ other: Segment, _ otherRow: Int) -> Bool {
    switch (isRomanized(row), other.isRomanized(otherRow)) {
    case (true, true): true
    case (false, false): readings.hasEqualText(row, other.readings, otherRow)
    case (true, false): other.readings.range(otherRow).isEmpty
    case (false, true): readings.range(row).isEmpty
    }
  }

  fileprivate func hasEqualContent(_ row: Int, _ fields: ItemFields) -> Bool {
    weight(row) == fields.weight && isSearchable(row) == fields.isSearchable
      && titles.hasText(fields.title, row) && searchTexts.hasText(fields.searchText, row)
      && (isRomanized(row) ? fields.given.reading.isEmpty : readings.hasText(fields.given.reading, row))
  }
}

extension TextColumn {
  fileprivate func hasEqualText(_ row: Int, _ other: TextColumn, _ otherRow: Int) -> Bool {
    let (bytes, otherBytes) = (bytes, other.bytes)
    return bytes.span(range(row)).isEqual(to: otherBytes.span(other.range(otherRow)))
  }

  fileprivate func hasText(_ text: String, _ row: Int) -> Bool {
    let bytes = bytes
    return bytes.span(range(row)).isEqual(to: text.utf8Span.span)
  }
}

extension ItemFields {
  /// As they were given, without what has been made of the title.
  fileprivate var given: ItemFields {
    guard isRomanized else { return self }
    var fields = self
    (fields.reading, fields.isRomanized) = ("", false)
    return fields
  }
}
