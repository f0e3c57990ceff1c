/// `{"sectionCount", "rowCount", "sections": {"deletes", "inserts", "moves", "updates"}, "rows": the same}`, each change
/// with an `"id"`, its places as `"at"`, or `"from"` and `"to"`, and what is new as `"traits"`. The place of a row is
/// `{"section", "row"}`. Payloads are left out, because they may be of any type, and so is search text, which nobody is to see;
/// what is selected and deselected is there if anything is.
extension ChangeSet: Encodable {
  private enum CodingKeys: String, CodingKey {
    case sectionCount, rowCount, sections, rows, selected, deselected
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(sectionCount, forKey: .sectionCount)
    try container.encode(rowCount, forKey: .rowCount)
    try container.encode(EncodedEdits(sections, traits: \.self), forKey: .sections)
    try container.encode(EncodedEdits(rows, traits: \.shownTraits), forKey: .rows)
    if !selected.isEmpty { try container.encode(selected, forKey: .selected) }
    if !deselected.isEmpty { try container.encode(deselected, forKey: .deselected) }
  }
}

/// An array of steps: each with its name as `"step"`, and otherwise as in a change set, where `"traits"` name the id too.
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
      try EncodedEdit(step: "updateSection", id: traits.id, at: place, traits: traits).encode(to: encoder)
    case .updateRow(let row, let place):
      try EncodedEdit(step: "updateRow", id: row.id, at: place, traits: row.shownTraits).encode(to: encoder)
    case .deleteRow(let id, let place):
      try EncodedEdit<RowID, RowPath, RowTraits>(step: "deleteRow", id: id, at: place).encode(to: encoder)
    case .insertSection(let traits, let place):
      try EncodedEdit(step: "insertSection", id: traits.id, at: place, traits: traits).encode(to: encoder)
    case .moveRow(let id, let from, let to):
      try EncodedEdit<RowID, RowPath, RowTraits>(step: "moveRow", id: id, from: from, to: to).encode(to: encoder)
    case .deleteSection(let id, let place):
      try EncodedEdit<SectionID, Int, SectionTraits>(step: "deleteSection", id: id, at: place).encode(to: encoder)
    case .moveSection(let id, let from, let to):
      try EncodedEdit<SectionID, Int, SectionTraits>(step: "moveSection", id: id, from: from, to: to).encode(
        to: encoder)
    case .insertRow(let row, let place):
      try EncodedEdit(step: "insertRow", id: row.id, at: place, traits: row.shownTraits).encode(to: encoder)
    }
  }
}

extension AnyRow {
  fileprivate var shownTraits: RowTraits { with { $0.searchText = "" }.traits }
}

private struct EncodedEdits<ID: ListID, Place: Encodable, Traits: Encodable>: Encodable {
  let deletes, inserts, moves, updates: [EncodedEdit<ID, Place, Traits>]

  init<Value>(_ edits: ChangeSet.Edits<ID, Place, Value>, traits: (Value) -> Traits) {
    deletes = edits.deletes.map { EncodedEdit(id: $0.id, at: $0.at) }
    inserts = edits.inserts.map { EncodedEdit(id: $0.id, at: $0.at, traits: traits($0.value)) }
    moves = edits.moves.map { EncodedEdit(id: $0.id, from: $0.from, to: $0.to) }
    updates = edits.updates.map { EncodedEdit(id: $0.id, from: $0.from, to: $0.to, traits: traits($0.value)) }
  }
}

/// What is `nil` is left out.
private struct EncodedEdit<ID: ListID, Place: Encodable, Traits: Encodable>: Encodable {
  var step: String?
  let id: ID
  var at: Place?
  var from: Place?
  var to: Place?
  var traits: Traits?
}
