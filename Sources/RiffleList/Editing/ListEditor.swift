internal import HashTreeCollections
import Riffle

/// The editor of a list in a transaction: see ``ListModel/transaction(_:)``. It shows the list as left by the edits before, is
/// valid until the transaction ends, and belongs to its thread.
///
/// Every editing method throws ``ListError`` and has then changed nothing. Indices are from 0 and include hidden and filtered
/// rows: edits concern the list, not its view.
///
/// Unless stated otherwise, an edit takes O(log² *n*) in the rows of the list, and some 10 µs for each row written.
public final class ListEditor {
  var draft: Draft
  /// The list before the transaction.
  private let base: ListBase
  /// Whether the transaction has ended.
  private var isOver = false
  /// Whether an edit is in progress. The conditions of scopes that it calls may read the list.
  private(set) var isEditing = false

  init(_ draft: Draft) { (self.draft, base) = (draft, draft.base) }

  /// A place to insert a row at.
  public enum RowPlace: Sendable, Hashable {
    /// The start of a section: before all of its groups.
    case start(of: SectionID)
    /// The end of a section: after all of its groups. If the last one is a named group, the row is in the section's own group
    /// behind it.
    case end(of: SectionID)
    case groupStart(GroupID)
    case groupEnd(GroupID)
    /// The new index of the row in a group.
    case index(Int, in: GroupID)
    case before(RowID)
    case after(RowID)
  }

  // MARK: - Reading

  // While an edit is in progress, it owns the draft: reads then return the list as before the transaction.

  /// Returns the row with an id; `nil` if there is none.
  public func row(_ id: RowID) -> AnyRow? {
    isEditing ? base.snapshot.element(withID: id) : draft.rows.element(withID: id)
  }

  /// The section ids of the list, in order.
  /// - Complexity: O(sections).
  public var sectionIDs: [SectionID] { (isEditing ? base.divisions : draft.divisions).sections.elements.map(\.id) }

  /// Returns the ids of a section's groups, in order.
  /// - Complexity: O(*n*) in their number.
  public func groupIDs(of section: SectionID) throws(ListError) -> [GroupID] {
    try checkIsOpen()
    return try draft.section(section).record.groups.elements.map(\.id)
  }

  /// Returns the ids of a group's rows, in order.
  /// - Complexity: O(*n*) in their number.
  public func rowIDs(of group: GroupID) throws(ListError) -> [RowID] {
    try checkIsOpen()
    return draft.rows(of: try draft.group(group)).map(\.id)
  }

  /// Returns the number of rows of a group, hidden or not.
  public func rowCount(of group: GroupID) throws(ListError) -> Int {
    try checkIsOpen()
    return draft.divisions[try draft.group(group)].rowCount
  }

  /// Returns the group of a row, and its index there.
  public func place(of row: RowID) throws(ListError) -> (group: GroupID, index: Int) {
    try checkIsOpen()
    let (place, index, _) = try draft.place(of: row)
    return (draft.divisions[place].id, index)
  }

  // MARK: - Rows

  /// Adds new rows, in their order.
  public func insert(_ rows: [AnyRow], at place: RowPlace) throws(ListError) {
    try checkIsOpen()
    try draft.check(rows)
    if rows.isEmpty { return try checkPlace(place) }
    let (group, index) = try resolve(place, without: nil)
    try edit { draft throws(ListError) in try draft.insert(rows, group, at: index) }
  }

  /// Adds a new row.
  public func insert<Payload>(_ row: Row<Payload>, at place: RowPlace) throws(ListError) {
    try insert([AnyRow(row)], at: place)
  }

  /// Adds new rows at the end of a section.
  public func append(_ rows: [AnyRow], to section: SectionID) throws(ListError) {
    try insert(rows, at: .end(of: section))
  }

  /// Adds a new row at the end of a section.
  public func append<Payload>(_ row: Row<Payload>, to section: SectionID) throws(ListError) {
    try insert(row, at: .end(of: section))
  }

  /// Adds new rows at the start of a section.
  public func prepend(_ rows: [AnyRow], to section: SectionID) throws(ListError) {
    try insert(rows, at: .start(of: section))
  }

  /// Adds new rows at their places in the list's arrangement, and creates sections as needed.
  /// - Throws: ``ListError/notArranged`` if the list has no ``ListArrangement``.
  /// - Complexity: O(log³ *n*) for each row.
  public func insert(_ rows: [AnyRow]) throws(ListError) {
    try checkIsOpen()
    guard let arrangement = draft.arrangement else { throw .notArranged }
    try transaction { editor throws(ListError) in
      try editor.edit { draft throws(ListError) in try draft.insert(rows, by: arrangement) }
    }
  }

  /// Removes a row.
  public func remove(_ id: RowID) throws(ListError) { try remove([id]) }

  /// Removes rows, all or none; repeated ids are ignored.
  public func remove(_ ids: [RowID]) throws(ListError) {
    try checkIsOpen()
    for id in ids where !draft.rows.contains(id) { throw .unknownID(of: .row, id: id.description) }
    try edit { draft throws(ListError) in
      for id in ids where draft.rows.contains(id) {
        let (place, index, _) = try draft.place(of: id)
        draft.remove(place, index..<index + 1)
      }
    }
  }

  /// Removes all rows that satisfy a predicate.
  /// - Returns: their ids, in order.
  /// - Complexity: O(*n*) in the rows of the list.
  @discardableResult
  public func removeAll(where isMeant: (AnyRow) -> Bool) throws(ListError) -> [RowID] {
    try checkIsOpen()
    let ids = draft.rows.elements(0..<draft.rows.count).filter(isMeant).map(\.id)
    try remove(ids)
    return ids
  }

  /// Removes all rows of a group, which stays.
  public func removeAll(of group: GroupID) throws(ListError) {
    try checkIsOpen()
    let place = try draft.group(group)
    try edit { draft throws(ListError) in draft.remove(place, 0..<draft.divisions[place].rowCount) }
  }

  /// Removes rows of a group, by their indices before any of them is removed.
  public func remove(at indices: [Int], of group: GroupID) throws(ListError) {
    try remove(try ids(at: indices, of: group))
  }

  /// Removes the first row of a group that satisfies a predicate.
  /// - Returns: its id; `nil` if there is none.
  /// - Complexity: O(*n*) in the rows of the group.
  @discardableResult
  public func removeFirst(of group: GroupID, where isMeant: (AnyRow) -> Bool) throws(ListError) -> RowID? {
    try checkIsOpen()
    guard let row = draft.rows(of: try draft.group(group)).first(where: isMeant) else { return nil }
    try remove(row.id)
    return row.id
  }

  /// Changes a row, except its id and its payload.
  public func update(_ id: RowID, _ change: (inout RowTraits) -> Void) throws(ListError) {
    try checkIsOpen()
    let row = try draft.row(id)
    var traits = row.traits
    change(&traits)
    guard traits.id == id else { throw .changedID(from: id.description, to: traits.id.description) }
    let now = try draft.row(id)
    // Edits that `change` makes by other calls are kept.
    if !now.isCopy(of: row) { traits = now.traits.changed(from: row.traits, to: traits) }
    if traits == now.traits { return }
    try edit { draft throws(ListError) in try draft.write(now.with { $0 = traits }) }
  }

  /// Replaces the row that has the same id.
  public func replace<Payload>(_ row: Row<Payload>) throws(ListError) { try replace(AnyRow(row)) }

  /// Replaces the row that has the same id.
  public func replace(_ row: AnyRow) throws(ListError) {
    try edit { draft throws(ListError) in try draft.write(row) }
  }

  /// Moves a row.
  public func move(_ id: RowID, to place: RowPlace) throws(ListError) {
    try checkIsOpen()
    switch place {
    // A row moved beside itself stays in place.
    case .before(id), .after(id): _ = try draft.place(of: id)
    default:
      let (group, index) = try resolve(place, without: id)
      try edit { draft throws(ListError) in try draft.move(id, group, at: index) }
    }
  }

  /// Moves rows, which then stand side by side in the order of `ids`; repeated ids are ignored.
  public func move(_ ids: [RowID], to place: RowPlace) throws(ListError) {
    try checkIsOpen()
    var seen: Set<RowID> = []
    let ids = ids.filter { seen.insert($0).inserted }
    try transaction { editor throws(ListError) in
      var place = place
      for id in ids {
        try editor.move(id, to: place)
        place = .after(id)
      }
    }
  }

  /// Moves a row of a group to a new index.
  public func move(from index: Int, to newIndex: Int, of group: GroupID) throws(ListError) {
    for id in try ids(at: [index], of: group) { try move(id, to: .index(newIndex, in: group)) }
  }

  /// Replaces the rows of a group: rows with known ids are kept and reordered, the others are removed or inserted. If the list's
  /// arrangement keeps the section sorted, rows go to their places there.
  /// - Complexity: O(*n*) in the rows of the group, before and after.
  public func setRows(_ rows: [AnyRow], of group: GroupID) throws(ListError) {
    try checkIsOpen()
    try transaction { editor throws(ListError) in
      let place = try editor.draft.group(group)
      try editor.edit { draft throws(ListError) in try draft.setRows(rows, of: place) }
    }
  }

  private func ids(at indices: [Int], of group: GroupID) throws(ListError) -> [RowID] {
    try checkIsOpen()
    let place = try draft.group(group)
    let count = draft.divisions[place].rowCount
    for index in indices where !(0..<count ~= index) {
      throw .outOfRange(index: index, count: count - 1, in: "group “\(group)”")
    }
    return indices.flatMap { draft.rows(of: place, $0..<$0 + 1) }.map(\.id)
  }

  /// - Throws: ``ListError`` if there is no such place.
  private func checkPlace(_ place: RowPlace) throws(ListError) {
    switch place {
    case .start(let section), .end(let section): _ = try draft.section(section)
    default:
      let (group, index) = try resolve(place, without: nil)
      try edit { draft throws(ListError) in try draft.insert([], group, at: index) }
    }
  }

  /// - Parameter id: the id of a row that is not counted.
  private func resolve(_ place: RowPlace, without id: RowID?) throws(ListError) -> (Draft.Place, index: Int) {
    let own = try id.map { id throws(ListError) in try draft.place(of: id) }
    func end(of group: Draft.Place) -> (Draft.Place, index: Int) {
      (group, draft.divisions[group].rowCount - (own?.group == group ? 1 : 0))
    }
    func index(nextTo other: RowID, after: Bool) throws(ListError) -> (Draft.Place, index: Int) {
      let (group, index, _) = try draft.place(of: other)
      let isBehind = own.map { $0.group == group && $0.index < index } ?? false
      return (group, index + (after ? 1 : 0) - (isBehind ? 1 : 0))
    }
    switch place {
    case .start(let section): return (try ownGroup(of: section, atStart: true), 0)
    case .end(let section): return end(of: try ownGroup(of: section, atStart: false))
    case .groupStart(let group): return (try draft.group(group), 0)
    case .groupEnd(let group): return end(of: try draft.group(group))
    case .index(let index, let group): return (try draft.group(group), index)
    case .before(let other): return try index(nextTo: other, after: false)
    case .after(let other): return try index(nextTo: other, after: true)
    }
  }

  /// Returns the section's own group at its start or end, and creates it if another group stands there.
  private func ownGroup(of id: SectionID, atStart: Bool) throws(ListError) -> Draft.Place {
    let (section, record) = try draft.section(id)
    let groups = record.groups
    let index = atStart ? 0 : groups.count - 1
    if groups.count > 0, groups[index].id.isOwn, draft.divisions.place(of: groups[index].id) != nil {
      return Draft.Place(section: section, group: index)
    }
    try draft.checkOwnsStructure()
    let place = Draft.Place(section: section, group: atStart ? 0 : groups.count)
    let own = draft.divisions.freeOwnID(of: id)
    try edit { draft throws(ListError) in try draft.insert(RowGroup(GroupTraits(id: own)), at: place) }
    return place
  }

  // MARK: - Redrawing

  /// Requests that rows be redrawn, because they depend on data outside the list. The event is sent after the update of this
  /// transaction.
  public func reconfigure(_ rows: [RowID]) throws(ListError) {
    try checkIsOpen()
    for id in rows { _ = try draft.place(of: id) }
    try edit { draft throws(ListError) in draft.note(.reconfigured(.rows(rows))) }
  }

  /// Requests that all rows of a group be redrawn; see ``reconfigure(_:)``.
  public func reconfigure(group: GroupID) throws(ListError) {
    try checkIsOpen()
    _ = try draft.group(group)
    try edit { draft throws(ListError) in draft.note(.reconfigured(.group(group))) }
  }

  /// Requests that a section and all its rows be redrawn; see ``reconfigure(_:)``.
  public func reconfigure(section: SectionID) throws(ListError) {
    try checkIsOpen()
    _ = try draft.section(section)
    try edit { draft throws(ListError) in draft.note(.reconfigured(.section(section))) }
  }

  /// Sets whether rows are edited by hand once the transaction has ended.
  func setHandEditing(_ isEditing: Bool) throws(ListError) {
    try edit { draft throws(ListError) in
      draft.isHandEditing = isEditing
      draft.note(.event(.didSetEditing(isEditing)))
    }
  }

  /// Whether rows are edited by hand after the transaction; `nil` if that does not change.
  var isHandEditing: Bool? { isEditing ? nil : draft.isHandEditing }

  /// Records an event to send when the transaction has ended; dropped if the body throws.
  func note(_ note: Draft.Note) throws(ListError) {
    try edit { draft throws(ListError) in draft.note(note) }
  }

  // MARK: - Nesting

  /// Makes edits as a unit: if `body` throws, all of them are rolled back.
  ///
  /// If the transaction is over, or an edit is in progress, `body` is still called, but each of its edits throws.
  public func transaction<Failure: Error>(_ body: (ListEditor) throws(Failure) -> Void) throws(Failure) {
    if isOver || isEditing { return try body(self) }
    let before = draft
    do throws(Failure) {
      try body(self)
    } catch {
      draft = before
      throw error
    }
  }

  /// Ends the transaction: later edits throw.
  func close() { isOver = true }

  /// - Throws: ``ListError/transactionIsOver``; ``ListError/isBeingEdited`` if called during an edit.
  func edit(_ body: (inout Draft) throws(ListError) -> Void) throws(ListError) {
    try checkIsOpen()
    isEditing = true
    defer { isEditing = false }
    try body(&draft)
  }

  /// Calls `body` as an edit: closures that it calls may read the list, but not edit it.
  func editing<Result>(_ body: (inout Draft) throws -> Result) throws -> Result {
    try checkIsOpen()
    isEditing = true
    defer { isEditing = false }
    return try body(&draft)
  }

  func checkIsOpen() throws(ListError) {
    if isOver { throw .transactionIsOver }
    if isEditing { throw .isBeingEdited }
  }

  /// The list as left by the edits before; `nil` while one is in progress.
  var current: ListBase? { isEditing ? nil : draft.current }
}
