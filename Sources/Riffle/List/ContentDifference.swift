/// The rows that two generations of a list have alike though they lie in segments that only one of them has: merged, written to
/// a file, or read anew from storage. Only for lists whose elements are made from segments.
///
/// Both are walked side by side in list order. Where they part, the row whose counterpart is farther away is the one that has
/// moved. Only the rows that come and go are kept.
struct ContentDifference<Element: Sendable, ID: Hashable & Sendable> {
  private let old, new: Side
  private let shared: SharedParts
  private lazy var sharedRows = shared.rows

  private struct Side {
    private let state: ListState<Element, ID>
    let parts: SharedParts.Side
    let contents: RowContents
    private let ids: [IDColumn<ID>]

    init(_ state: ListState<Element, ID>, _ parts: SharedParts.Side) {
      (self.state, self.parts) = (state, parts)
      contents = RowContents(state)
      ids = state.contents.map(\.ids.ids)
    }

    func id(_ place: ListRow) -> ID {
      let (part, row) = (Int(place.part), Int(place.row))
      return part == ids.count ? state.tail.entries[row].id : ids[part][row]
    }

    /// Whether the row at a place has an id.
    func holds(_ id: ID, at place: ListRow) -> Bool {
      let (part, row) = (Int(place.part), Int(place.row))
      return part == ids.count ? state.tail.entries[row].id == id : ids[part].holds(id, at: row)
    }

    /// Where the item with an id lies, if it is among those that are walked.
    func place(of id: ID) -> ListRow? { state.place(of: id).flatMap { parts.isAlone($0) ? $0 : nil } }

    /// Returns the number of rows between two places.
    func distance(from place: ListRow, to other: ListRow) -> Int {
      let (list, rows) = (parts.stretch.list, parts.stretch.parts)
      return abs(list.position(of: other, among: rows) - list.position(of: place, among: rows))
    }
  }

  init(_ old: ListState<Element, ID>, _ new: ListState<Element, ID>, _ shared: SharedParts) {
    self.old = Side(old, shared.before)
    self.new = Side(new, shared.after)
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
      guard let source = old.place(of: new.id(newRow)) else { return false }
      if new.distance(from: newRow, to: target) < old.distance(from: row, to: source) {
        gone.insert(source)
        return false
      }
      come.insert(target)
      return true
    }
    while row != nil || newRow != nil {
      if !gone.isEmpty, let known = row, gone.remove(known) != nil {
        difference.addGone(known)
        row = rows.next()
      } else if !come.isEmpty, let known = newRow, come.remove(known) != nil {
        difference.addCome(known)
        newRow = newRows.next()
      } else if let known = row {
        let id = old.id(known)
        if let other = newRow, new.holds(id, at: other) {
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
    guard old.contents.areEqual(row, new.contents, newRow) else { return false }
    let (list, newList) = (old.parts.stretch.list, new.parts.stretch.list)
    // A cheap check that is mostly conclusive.
    if list.labelling === newList.labelling, list.label(row) == newList.label(newRow) { return true }
    guard let sharedRows else { return true }
    return list.position(of: row, among: sharedRows.before) == newList.position(of: newRow, among: sharedRows.after)
  }
}

/// An iterator over the rows of a stretch that the other one does not share, in list order.
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
