/// Edits a list in a transaction: see ``ListModel/transaction(_:)``. It shows the list as the edits before have left it, and
/// is of no use afterwards, nor on another thread.
///
/// Every method throws ``ListError`` and has then changed nothing. Indices are from 0, and those of hidden and filtered
/// rows count: edits are about the list, not about what shows of it.
public final class ListEditor {
  var draft: Draft

  init(_ draft: Draft) { self.draft = draft }

  /// Where a row goes.
  public enum RowPlace: Sendable, Hashable {
    case start(of: GroupID)
    case end(of: GroupID)
    /// The index in the group that the row then has.
    case index(Int, in: GroupID)
    case before(RowID)
    case after(RowID)
  }

  // MARK: - Looking

  /// The row with an id; `nil` if there is none.
  public func row(_ id: RowID) -> AnyRow? { draft.row(id) }

  /// The section ids of the list, in order.
  public var sectionIDs: [SectionID] { draft.sections.map(\.traits.id) }

  /// The ids of a section's groups, in order.
  public func groupIDs(of section: SectionID) throws(ListError) -> [GroupID] {
    draft.sections[try draft.section(section)].groups.map(\.traits.id)
  }

  /// The ids of a group's rows, in order.
  /// - Complexity: O(*n*) in their number.
  public func rowIDs(of group: GroupID) throws(ListError) -> [RowID] {
    let place = try draft.group(group)
    return draft.ids(place, 0..<draft[place].rowCount)
  }

  /// How many rows a group has, hidden or not.
  public func rowCount(of group: GroupID) throws(ListError) -> Int { draft[try draft.group(group)].rowCount }

  /// The group of a row, and its index there.
  public func place(of row: RowID) throws(ListError) -> (group: GroupID, index: Int) {
    let (place, index) = try draft.place(of: row)
    return (draft[place].traits.id, index)
  }

  // MARK: - Rows

  /// Adds new rows, in their order.
  public func insert(_ rows: [AnyRow], at place: RowPlace) throws(ListError) {
    let (group, index) = try resolve(place, without: nil)
    try draft.insert(rows, group, at: index)
  }

  /// Adds a new row.
  public func insert<Payload>(_ row: Row<Payload>, at place: RowPlace) throws(ListError) {
    try insert([AnyRow(row)], at: place)
  }

  /// Adds new rows at the end of a group.
  public func append(_ rows: [AnyRow], to group: GroupID) throws(ListError) { try insert(rows, at: .end(of: group)) }

  /// Adds a new row at the end of a group.
  public func append<Payload>(_ row: Row<Payload>, to group: GroupID) throws(ListError) {
    try insert(row, at: .end(of: group))
  }

  /// Adds new rows at the start of a group.
  public func prepend(_ rows: [AnyRow], to group: GroupID) throws(ListError) {
    try insert(rows, at: .start(of: group))
  }

  /// Takes a row out of the list.
  public func remove(_ id: RowID) throws(ListError) { try draft.remove(id) }

  /// Takes rows out of the list, all or none; naming one twice is naming it once.
  public func remove(_ ids: [RowID]) throws(ListError) {
    try transaction { editor throws(ListError) in
      for id in Set(ids) { try editor.draft.remove(id) }
    }
  }

  /// Takes rows out of a group, by their indices before any of them is gone.
  public func remove(at indices: [Int], of group: GroupID) throws(ListError) {
    try remove(try ids(at: indices, of: group))
  }

  /// Takes the first row out of a group that something is true of.
  /// - Returns: its id; `nil` if there is none.
  /// - Complexity: O(*n*) in the rows of the group.
  @discardableResult
  public func removeFirst(of group: GroupID, where isMeant: (AnyRow) -> Bool) throws(ListError) -> RowID? {
    guard let id = try rowIDs(of: group).first(where: { draft.row($0).map(isMeant) ?? false }) else { return nil }
    try remove(id)
    return id
  }

  /// Changes all of a row but its id and its payload.
  public func update(_ id: RowID, _ change: (inout RowTraits) -> Void) throws(ListError) {
    guard let row = draft.row(id) else { throw .unknownID(of: .row, id: id) }
    let changed = row.with(change)
    guard changed.id == id else { throw .changedID(from: id, to: changed.id) }
    try draft.write(changed)
  }

  /// Puts a row into the place of the one with its id.
  public func replace<Payload>(_ row: Row<Payload>) throws(ListError) { try draft.write(AnyRow(row)) }

  /// Puts a row into the place of the one with its id.
  public func replace(_ row: AnyRow) throws(ListError) { try draft.write(row) }

  /// Takes a row to another place.
  public func move(_ id: RowID, to place: RowPlace) throws(ListError) {
    switch place {
    // A row stands beside itself where it is.
    case .before(id), .after(id): _ = try draft.place(of: id)
    default:
      let (group, index) = try resolve(place, without: id)
      try draft.move(id, group, at: index)
    }
  }

  /// Takes a row from one index of a group to another, which is the one that it then has.
  public func move(from index: Int, to newIndex: Int, of group: GroupID) throws(ListError) {
    let ids = try ids(at: [index], of: group)
    for id in ids { try move(id, to: .index(newIndex, in: group)) }
  }

  /// Makes these the rows of a group: those whose ids it has are kept and brought into order, the others come and go.
  public func setRows(_ rows: [AnyRow], of group: GroupID) throws(ListError) {
    try transaction { editor throws(ListError) in
      let place = try editor.draft.group(group)
      editor.draft.removeRows(place)
      try editor.draft.insert(rows, place, at: 0)
    }
  }

  private func ids(at indices: [Int], of group: GroupID) throws(ListError) -> [RowID] {
    let place = try draft.group(group)
    let count = draft[place].rowCount
    for index in indices where !(0..<count ~= index) {
      throw .outOfRange(index: index, count: count - 1, in: "group “\(group)”")
    }
    return indices.flatMap { draft.ids(place, $0..<$0 + 1) }
  }

  /// - Parameter id: of a row that is not counted.
  private func resolve(_ place: RowPlace, without id: RowID?) throws(ListError) -> (Draft.Place, index: Int) {
    let own = try id.map { id throws(ListError) in try draft.place(of: id) }
    func index(nextTo other: RowID, after: Bool) throws(ListError) -> (Draft.Place, index: Int) {
      if other == id { throw .unknownID(of: .row, id: other) }
      let (group, index) = try draft.place(of: other)
      let isBehind = own.map { $0.group == group && $0.index < index } ?? false
      return (group, index + (after ? 1 : 0) - (isBehind ? 1 : 0))
    }
    switch place {
    case .start(let group): return (try draft.group(group), 0)
    case .end(let group):
      let found = try draft.group(group)
      return (found, draft[found].rowCount - (own?.group == found ? 1 : 0))
    case .index(let index, let group): return (try draft.group(group), index)
    case .before(let other): return try index(nextTo: other, after: false)
    case .after(let other): return try index(nextTo: other, after: true)
    }
  }

  // MARK: - Nesting

  /// Edits that are made together: if `body` throws, none of them.
  public func transaction<Failure: Error>(_ body: (ListEditor) throws(Failure) -> Void) throws(Failure) {
    let before = draft
    do throws(Failure) {
      try body(self)
    } catch {
      draft = before
      throw error
    }
  }
}
