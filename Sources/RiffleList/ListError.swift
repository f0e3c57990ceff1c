public import Riffle

/// The reason why a list cannot be made or changed. Nothing has then been changed.
public enum ListError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Something that must have an id has an empty one.
  case missingID(of: Thing, offset: Int, inSection: SectionID?)
  /// Two rows, groups or sections would have one id.
  case duplicateID(of: Thing, id: String)
  /// The list has no row, group or section of that id.
  case unknownID(of: Thing, id: String)
  /// The own group of one section cannot be in another section.
  case groupOfAnother(section: SectionID)
  /// The place does not exist in the group, section or list.
  case outOfRange(index: Int, count: Int, in: String)
  /// A change of a row must not change its id.
  case changedID(from: String, to: String)
  /// The list has no arrangement to place rows by.
  case notArranged
  /// The list has changed since the update to undo.
  case hasChangedSince
  /// The editor's transaction is over: edits need another one.
  case transactionIsOver
  /// This thread is editing the list; the call would deadlock.
  case isBeingEdited
  /// The rows are kept elsewhere, as in a store, and cannot be edited in this way.
  case keptRows(KeptRowsError)
  /// The list is too large for the index.
  case tooLarge(what: String, limit: Int)

  /// The text is not a valid query.
  case query(QueryError)
  /// The list has no such scope.
  case scope(ScopeError)
  /// A condition, a sort or a facet names a field that the list does not have, or does not fit the type of a field.
  case filter(FilterError)

  public enum Thing: String, Sendable, Hashable {
    case row, group, section, field
  }

  public var description: String {
    switch self {
    case .missingID(let thing, let offset, let section):
      "\(thing.rawValue) \(offset)\(section.map { " of section “\($0)”" } ?? "") has an empty id: give it one of its own"
    case .duplicateID(let thing, let id):
      "two \(thing.rawValue)s would have the id “\(id)”: give each one of its own"
    case .unknownID(let thing, let id): "there is no \(thing.rawValue) “\(id)” in the list"
    case .groupOfAnother(let section):
      "the group has the rows that section “\(section)” has outside of groups: give it a name of its own"
    case .outOfRange(let index, let count, let place) where count < 0:
      "there is no place \(index) in \(place), which is empty"
    case .outOfRange(let index, let count, let place):
      "there is no place \(index) in \(place): give one from 0 to \(count)"
    case .changedID(let from, let to):
      "a change of “\(from)” would make its id “\(to)”: remove it and add another one instead"
    case .notArranged:
      "the list has no arrangement: give it one in its settings, or say at which place the rows go"
    case .hasChangedSince: "the list has changed since that update: undo what came later first"
    case .transactionIsOver: "the transaction is over: make edits in its body, or begin another one"
    case .isBeingEdited: "the list is being edited by this thread: call it when the transaction has ended"
    case .keptRows(let error): error.description
    case .query(let error): error.description
    case .scope(let error): error.description
    case .filter(let error): error.description
    case .tooLarge(let what, let limit): "the list has too many \(what): no more than \(limit) can be searched"
    }
  }
}

/// The reason why rows that are kept elsewhere, as in a store, cannot be edited.
public enum KeptRowsError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Sections and groups are derived from the rows.
  case structure
  /// Rows stand in the order of their arrival: they cannot be moved, and new ones come at the end.
  case order(row: String)
  /// Only title, search text, reading, weight and whether a row is searchable are stored; the rest is derived from them.
  case content(row: String)
  /// Updates cannot be undone: an item may have more fields than its row, and may have been written since.
  case undo
  /// A setting that the list cannot make.
  case setting(String)
  /// There is no room for a row between its neighbours.
  case noRoom(row: String)
  /// The keeper cannot make the change.
  case failed(reason: String)

  public var description: String {
    switch self {
    case .structure:
      "sections and groups are made of what the rows say: change the rows, or what a section or group shows"
    case .order(let row):
      "“\(row)” cannot go there, because rows stand in the order in which they have come: arrange the store by sections"
    case .content(let row):
      "not all of “\(row)” can be kept, but title, search text, reading, weight and whether it is searchable: what else it has is made of its item; write that to the store"
    case .undo:
      "updates cannot be undone, because what keeps the rows holds more of them than the list: write the items of before to the store"
    case .setting(let name):
      "what keeps the rows says what the \(name) of the list are: leave them out of its settings"
    case .noRoom(let row):
      "there is no room for “\(row)” between its neighbours: give the items of the section other positions"
    case .failed(let reason): reason
    }
  }
}
