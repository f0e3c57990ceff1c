/// What stands in the rows of a list, to be compared with that of another one: it knows nothing of what they are made into.
struct RowContents {
  private let segments: [Segment]
  private let scopes: [ScopeColumns]
  private let items: [TailItem]
  private let itemScopes: [[Bool]]
  private let fields: [FieldColumns]
  private let itemFields: [[FieldContent]]

  init<Element, ID>(_ state: ListState<Element, ID>) {
    segments = state.contents.map(\.segment)
    scopes = state.contents.map(\.scopes)
    items = state.tail.items
    itemScopes = state.tail.entries.map(\.scopes)
    fields = state.contents.map(\.fields)
    itemFields = state.tail.entries.map(\.fields)
  }

  /// Whether a row and one of another list have the same texts and fields, and are in the same scopes.
  func areEqual(_ place: ListRow, _ other: RowContents, _ otherPlace: ListRow) -> Bool {
    let (part, row) = (Int(place.part), Int(place.row))
    let (otherPart, otherRow) = (Int(otherPlace.part), Int(otherPlace.row))
    let areFieldsEqual =
      switch (part == segments.count, otherPart == other.segments.count) {
      case (false, false): segments[part].hasEqualContent(row, other.segments[otherPart], otherRow)
      case (false, true): segments[part].hasEqualContent(row, other.items[otherRow].fields)
      case (true, false): other.segments[otherPart].hasEqualContent(otherRow, items[row].fields)
      case (true, true): items[row].fields.given == other.items[otherRow].fields.given
      }
    return areFieldsEqual && scopes(part, row) == other.scopes(otherPart, otherRow)
      && contents(part, row) == other.contents(otherPart, otherRow)
  }

  private func contents(_ part: Int, _ row: Int) -> [FieldContent] {
    part == segments.count ? itemFields[row] : fields[part].contents(row)
  }

  private func scopes(_ part: Int, _ row: Int) -> [Bool] {
    part == segments.count ? itemScopes[row] : scopes[part].membership(row)
  }
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
