internal import HashTreeCollections
import Riffle

/// Edits a list in a transaction: see ``ListModel/transaction(_:)``. It shows the list as the edits before have left it, is
/// good until the transaction ends, and belongs to its thread.
///
/// Every method that edits throws ``ListError`` and has then changed nothing. Indices are from 0, and those of hidden and
/// filtered rows count: edits are about the list, not about what shows of it.
///
/// Where nothing else is said, an edit takes O(log² *n*) in the rows of the list, and for each row that is written some
/// 10 µs.
public final class ListEditor {
  var draft: Draft
  /// The list before the transaction.
  private let base: ListBase
  /// Whether the transaction has ended.
  private var isOver = false
  /// Whether an edit is being made. The conditions of scopes that it asks may look at the list.
  private(set) var isEditing = false

  init(_ draft: Draft) { (self.draft, base) = (draft, draft.base) }

  /// Where a row goes.
  public enum RowPlace: Sendable, Hashable {
    /// The start of a section: before all of its groups.
    case start(of: SectionID)
    /// The end of a section: after all of its groups. Where the last one has a name, the row is in none.
    case end(of: SectionID)
    case groupStart(GroupID)
    case groupEnd(GroupID)
    /// The index in the group that the row then has.
    case index(Int, in: GroupID)
    case before(RowID)
    case after(RowID)
  }

  // MARK: - Looking

  // While an edit is being made, the draft is in its hands: whoever looks then sees the list of before the transaction.

  /// The row with an id; `nil` if there is none.
  public func row(_ id: RowID) -> AnyRow? {
    isEditing ? base.snapshot.element(withID: id) : draft.rows.element(withID: id)
  }

  /// The section ids of the list, in order.
  /// - Complexity: O(sections).
  public var sectionIDs: [SectionID] { (isEditing ? base.divisions : draft.divisions).sections.elements.map(\.id) }

  /// The ids of a section's groups, in order.
  /// - Complexity: O(*n*) in their number.
  public func groupIDs(of section: SectionID) throws(ListError) -> [GroupID] {
    try checkIsOpen()
    return try draft.section(section).record.groups.elements.map(\.id)
  }

  /// The ids of a group's rows, in order.
  /// - Complexity: O(*n*) in their number.
  public func rowIDs(of group: GroupID) throws(ListError) -> [RowID] {
    try checkIsOpen()
    return draft.rows(of: try draft.group(group)).map(\.id)
  }

  /// How many rows a group has, hidden or not.
  public func rowCount(of group: GroupID) throws(ListError) -> Int {
    try checkIsOpen()
    return draft.divisions[try draft.group(group)].rowCount
  }

  /// The group of a row, and its index there.
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

  /// Adds new rows where the list's arrangement has them, in sections that come as they are needed.
  /// - Throws: ``ListError/notArranged`` if the list has no ``ListArrangement``.
  /// - Complexity: O(log³ *n*) for each row.
  public func insert(_ rows: [AnyRow]) throws(ListError) {
    try checkIsOpen()
    guard let arrangement = draft.arrangement else { throw .notArranged }
    try transaction { editor throws(ListError) in
      try editor.edit { draft throws(ListError) in try draft.insert(rows, by: arrangement) }
    }
  }

  /// Takes a row out of the list.
  public func remove(_ id: RowID) throws(ListError) { try remove([id]) }

  /// Takes rows out of the list, all or none; naming one twice is naming it once.
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

  /// Takes out all rows that something is true of.
  /// - Returns: their ids, in order.
  /// - Complexity: O(*n*) in the rows of the list.
  @discardableResult
  public func removeAll(where isMeant: (AnyRow) -> Bool) throws(ListError) -> [RowID] {
    try checkIsOpen()
    let ids = draft.rows.elements(0..<draft.rows.count).filter(isMeant).map(\.id)
    try remove(ids)
    return ids
  }

  /// Takes all rows out of a group, which stays.
  public func removeAll(of group: GroupID) throws(ListError) {
    try checkIsOpen()
    let place = try draft.group(group)
    try edit { draft throws(ListError) in draft.remove(place, 0..<draft.divisions[place].rowCount) }
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
    try checkIsOpen()
    guard let row = draft.rows(of: try draft.group(group)).first(where: isMeant) else { return nil }
    try remove(row.id)
    return row.id
  }

  /// Changes all of a row but its id and its payload.
  public func update(_ id: RowID, _ change: (inout RowTraits) -> Void) throws(ListError) {
    try checkIsOpen()
    let row = try draft.row(id)
    var traits = row.traits
    change(&traits)
    guard traits.id == id else { throw .changedID(from: id.description, to: traits.id.description) }
    let now = try draft.row(id)
    // What `change` has edited by another call stays.
    if !now.isCopy(of: row) { traits = now.traits.changed(from: row.traits, to: traits) }
    if traits == now.traits { return }
    try edit { draft throws(ListError) in try draft.write(now.with { $0 = traits }) }
  }

  /// Puts a row into the place of the one with its id.
  public func replace<Payload>(_ row: Row<Payload>) throws(ListError) { try replace(AnyRow(row)) }

  /// Puts a row into the place of the one with its id.
  public func replace(_ row: AnyRow) throws(ListError) {
    try edit { draft throws(ListError) in try draft.write(row) }
  }

  /// Takes a row to another place.
  public func move(_ id: RowID, to place: RowPlace) throws(ListError) {
    try checkIsOpen()
    switch place {
    // A row stands beside itself where it is.
    case .before(id), .after(id): _ = try draft.place(of: id)
    default:
      let (group, index) = try resolve(place, without: id)
      try edit { draft throws(ListError) in try draft.move(id, group, at: index) }
    }
  }

  /// Takes rows to another place, where they then stand side by side in their order here; naming one twice is naming it once.
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

  /// Takes a row from one index of a group to another, which is the one that it then has.
  public func move(from index: Int, to newIndex: Int, of group: GroupID) throws(ListError) {
    for id in try ids(at: [index], of: group) { try move(id, to: .index(newIndex, in: group)) }
  }

  /// Makes these the rows of a group: those whose ids it has are kept and brought into order, the others come and go. Where
  /// the list's arrangement keeps the order, rows go where that has them.
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

  /// - Throws: ``ListError``, if there is no such place.
  private func checkPlace(_ place: RowPlace) throws(ListError) {
    switch place {
    case .start(let section), .end(let section): _ = try draft.section(section)
    default:
      let (group, index) = try resolve(place, without: nil)
      try edit { draft throws(ListError) in try draft.insert([], group, at: index) }
    }
  }

  /// - Parameter id: of a row that is not counted.
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

  /// The group of a section's own at an end of it, which is new where another group stands there.
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

  // MARK: - Drawing anew

  /// Has rows drawn anew that depend on something outside the list: told after the update of this transaction, and with it.
  public func reconfigure(_ rows: [RowID]) throws(ListError) {
    try checkIsOpen()
    for id in rows { _ = try draft.place(of: id) }
    try edit { draft throws(ListError) in draft.note(.reconfigured(.rows(rows))) }
  }

  /// Has all rows of a group drawn anew; see ``reconfigure(_:)``.
  public func reconfigure(group: GroupID) throws(ListError) {
    try checkIsOpen()
    _ = try draft.group(group)
    try edit { draft throws(ListError) in draft.note(.reconfigured(.group(group))) }
  }

  /// Has a section with all its rows drawn anew; see ``reconfigure(_:)``.
  public func reconfigure(section: SectionID) throws(ListError) {
    try checkIsOpen()
    _ = try draft.section(section)
    try edit { draft throws(ListError) in draft.note(.reconfigured(.section(section))) }
  }

  /// Has rows edited by hand once the transaction has ended, or no longer.
  func setHandEditing(_ isEditing: Bool) throws(ListError) {
    try edit { draft throws(ListError) in
      draft.isHandEditing = isEditing
      draft.note(.event(.didSetEditing(isEditing)))
    }
  }

  /// Whether rows are then edited by hand; `nil` if that stays as it is.
  var isHandEditing: Bool? { isEditing ? nil : draft.isHandEditing }

  /// Has something told when the transaction has ended; nothing of it if the body throws.
  func note(_ note: Draft.Note) throws(ListError) {
    try edit { draft throws(ListError) in draft.note(note) }
  }

  // MARK: - Nesting

  /// Edits that are made together: if `body` throws, none of them.
  ///
  /// When the transaction is over, or in the middle of an edit, `body` is called all the same, and each of its edits refused.
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

  /// Ends the transaction: what is edited from now on is refused.
  func close() { isOver = true }

  /// - Throws: ``ListError/transactionIsOver``; ``ListError/isBeingEdited``, if an edit asks for another one.
  func edit(_ body: (inout Draft) throws(ListError) -> Void) throws(ListError) {
    try checkIsOpen()
    isEditing = true
    defer { isEditing = false }
    try body(&draft)
  }

  /// Calls `body` as an edit: what it asks may look at the list, but not edit it.
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

  /// The list as the edits before have left it; `nil` while one is being made.
  var current: ListBase? { isEditing ? nil : draft.current }
}
