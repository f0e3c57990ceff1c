/// `{"sectionCount", "rowCount", "sections": {"deletes", "inserts", "moves", "updates"}, "rows": the same}`. Each change has an
/// `"id"`, its places as `"at"`, or `"from"` and `"to"`, and new values as `"traits"`. The place of a row is
/// `{"section", "row"}`.
///
/// Payloads are omitted, because they may be of any type; so is search text, because it is never shown. `"selected"` and
/// `"deselected"` are present unless empty. Decoded rows have ``NoPayload``.
extension ChangeSet: Codable {
  private enum CodingKeys: String, CodingKey {
    case sectionCount, rowCount, sections, rows, selected, deselected
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(sectionCount, forKey: .sectionCount)
    try container.encode(rowCount, forKey: .rowCount)
    try container.encode(CodedEdits(sections, traits: \.self), forKey: .sections)
    try container.encode(CodedEdits(rows, traits: \.shownTraits), forKey: .rows)
    if !selected.isEmpty { try container.encode(selected, forKey: .selected) }
    if !deselected.isEmpty { try container.encode(deselected, forKey: .deselected) }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let sections = try container.decode(CodedEdits<SectionID, Int, SectionTraits>.self, forKey: .sections)
    let rows = try container.decode(CodedEdits<RowID, RowPath, RowTraits>.self, forKey: .rows)
    self.init(
      sections: try sections.edits { $0 }, rows: try rows.edits { AnyRow(Row($0, payload: NoPayload())) },
      sectionCount: try container.decode(Int.self, forKey: .sectionCount),
      rowCount: try container.decode(Int.self, forKey: .rowCount))
    selected = try container.decodeIfPresent([RowID].self, forKey: .selected) ?? []
    deselected = try container.decodeIfPresent([RowID].self, forKey: .deselected) ?? []
  }
}

/// An array of steps. Each has its name as `"step"`; the rest is as in a change set, except that `"traits"` include the id.
extension ListPatch: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for step in steps { try container.encode(step) }
  }
}

extension ListPatch.Step: Encodable {
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .updateSection(let traits, let place):
      try CodedEdit(step: "updateSection", id: traits.id, at: place, traits: traits).encode(to: encoder)
    case .updateRow(let row, let place):
      try CodedEdit(step: "updateRow", id: row.id, at: place, traits: row.shownTraits).encode(to: encoder)
    case .deleteRow(let id, let place):
      try CodedEdit<RowID, RowPath, RowTraits>(step: "deleteRow", id: id, at: place).encode(to: encoder)
    case .insertSection(let traits, let place):
      try CodedEdit(step: "insertSection", id: traits.id, at: place, traits: traits).encode(to: encoder)
    case .moveRow(let id, let from, let to):
      try CodedEdit<RowID, RowPath, RowTraits>(step: "moveRow", id: id, from: from, to: to).encode(to: encoder)
    case .deleteSection(let id, let place):
      try CodedEdit<SectionID, Int, SectionTraits>(step: "deleteSection", id: id, at: place).encode(to: encoder)
    case .moveSection(let id, let from, let to):
      try CodedEdit<SectionID, Int, SectionTraits>(step: "moveSection", id: id, from: from, to: to).encode(
        to: encoder)
    case .insertRow(let row, let place):
      try CodedEdit(step: "insertRow", id: row.id, at: place, traits: row.shownTraits).encode(to: encoder)
    }
  }
}

/// Coded as its traits, without search text. A decoded row has ``NoPayload``.
extension AnyRow: Codable {
  public func encode(to encoder: any Encoder) throws { try shownTraits.encode(to: encoder) }

  public init(from decoder: any Decoder) throws {
    self.init(Row(try RowTraits(from: decoder), payload: NoPayload()))
  }

  fileprivate var shownTraits: RowTraits { with { $0.searchText = "" }.traits }
}

private struct CodedEdits<ID: ListID, Place: Codable & Hashable & Comparable & Sendable, Traits: Codable>: Codable {
  let deletes, inserts, moves, updates: [CodedEdit<ID, Place, Traits>]

  init<Value>(_ edits: ChangeSet.Edits<ID, Place, Value>, traits: (Value) -> Traits) {
    deletes = edits.deletes.map { CodedEdit(id: $0.id, at: $0.at) }
    inserts = edits.inserts.map { CodedEdit(id: $0.id, at: $0.at, traits: traits($0.value)) }
    moves = edits.moves.map { CodedEdit(id: $0.id, from: $0.from, to: $0.to) }
    updates = edits.updates.map { CodedEdit(id: $0.id, from: $0.from, to: $0.to, traits: traits($0.value)) }
  }

  func edits<Value>(_ value: (Traits) -> Value) throws -> ChangeSet.Edits<ID, Place, Value> {
    var edits = ChangeSet.Edits<ID, Place, Value>()
    edits.deletes = try deletes.map { .init(id: $0.id, at: try $0.known(\.at, "at")) }
    edits.inserts = try inserts.map {
      .init(id: $0.id, at: try $0.known(\.at, "at"), value: value(try $0.known(\.traits, "traits")))
    }
    edits.moves = try moves.map {
      .init(id: $0.id, from: try $0.known(\.from, "from"), to: try $0.known(\.to, "to"))
    }
    edits.updates = try updates.map {
      .init(
        id: $0.id, from: try $0.known(\.from, "from"), to: try $0.known(\.to, "to"),
        value: value(try $0.known(\.traits, "traits")))
    }
    return edits
  }
}

/// A change in coded form; omits values that are `nil`.
private struct CodedEdit<ID: ListID, Place: Codable, Traits: Codable>: Codable {
  var step: String?
  let id: ID
  var at: Place?
  var from: Place?
  var to: Place?
  var traits: Traits?

  /// - Throws: `DecodingError` that names the change and the missing key.
  func known<Value>(_ path: KeyPath<CodedEdit, Value?>, _ name: String) throws -> Value {
    guard let value = self[keyPath: path] else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "the change of “\(id)” has no \"\(name)\""))
    }
    return value
  }
}
