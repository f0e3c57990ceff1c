/// How the elements of a list lie in files: not at all, because they can be made of their ids and of what segments know.
struct ElementStorage<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  /// The same in every process.
  let hash: @Sendable (ID) -> UInt32
  let ids: any StoredIDs<ID>.Type
  let element: @Sendable (_ id: ID, _ row: SegmentRow) -> Element
}

/// A row of a segment, with what was read of its element.
package struct SegmentRow: Sendable {
  private let segment: Segment
  private let allScopes: ScopeColumns
  private let allFields: FieldColumns
  private let row: Int

  init(_ segment: Segment, _ scopes: ScopeColumns, _ fields: FieldColumns, _ row: Int) {
    (self.segment, allScopes, allFields, self.row) = (segment, scopes, fields, row)
  }

  package var title: String { segment.string(.title, row) }
  package var searchText: String { segment.string(.searchText, row) }
  /// Empty if it was made of the title.
  package var reading: String { segment.isRomanized(row) ? "" : segment.string(.reading, row) }
  package var weight: UInt16 { segment.weight(row) }
  package var isSearchable: Bool { segment.isSearchable(row) }
  /// Those that it is in, by name.
  package var scopes: Set<String> { allScopes.names(row) }
  /// The values of the item by field.
  package var fields: [String: [FieldValue]] { allFields.fields.isEmpty ? [:] : allFields.values(row) }
}

extension ElementReader {
  /// - Throws: ``IndexError/duplicateID(id:firstOffset:secondOffset:)``, ``IndexError/tooLarge(what:limit:)``.
  func idTable(of ids: [ID]) throws(IndexError) -> IDTable<ID> {
    try IDTable(ids, idHash, keptIn: storage?.ids)
  }

  /// - Parameter elements: those of the rows of a segment; they are given up if they can be made again.
  func elementColumn(
    _ elements: [Element], of segment: Segment, _ ids: IDTable<ID>, _ scopes: ScopeColumns, _ fields: FieldColumns
  ) -> ElementColumn<Element> {
    guard let storage else { return .array(elements) }
    return storage.column(of: segment, ids, scopes, fields)
  }
}

extension ElementStorage {
  func column(
    of segment: Segment, _ ids: IDTable<ID>, _ scopes: ScopeColumns, _ fields: FieldColumns
  ) -> ElementColumn<Element> {
    .made(count: segment.count) { [element] row in element(ids[row], SegmentRow(segment, scopes, fields, row)) }
  }
}
