/// Segments with other fields than those that they were made with.
extension StoredSegment {
  package var count: Int { content.count }

  /// Returns the columns of the segment with other fields. All columns except those of fields are the same.
  ///
  /// - Parameters:
  ///   - fields: the fields, of which those that the segment has keep their columns.
  ///   - options: those that the segment was made with.
  ///   - isCancelled: called at intervals.
  ///   - values: returns the values of an item in each field that the segment lacks, in the order of `fields`. Called for each
  ///     row in order, also for rows that are not live.
  /// - Returns: `nil` if it was cancelled, or if the segment is damaged: what would be made of it would look sound.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``, and the error of `values`.
  /// - Complexity: O(*n*) in the bytes of the segment.
  package func columns(
    _ fields: [FieldDefinition], _ options: IndexOptions, isCancelled: () -> Bool, values: (ID) throws -> [[FieldValue]]
  ) throws -> [StoredColumn]? {
    guard content.isSoundThroughout(isCancelled: isCancelled) else { return nil }
    var columns = Dictionary(zip(content.fields.fields, content.fields.columns)) { first, _ in first }
    let added = fields.filter { columns[$0] == nil }
    var rows = FieldRows(added, TextAnalyzer(options.folding))
    for row in 0..<count {
      if row % 4096 == 0, isCancelled() { return nil }
      let values = try values(content.ids.ids[row])
      for (index, field) in added.enumerated() {
        rows.append(index < values.count ? FieldContent(values[index], as: field) : .missing, field: index)
      }
    }
    for (field, column) in zip(added, try rows.columns(rowCount: count).columns) { columns[field] = column }
    let all = FieldColumns(fields: fields, columns: fields.compactMap { columns[$0] }, rowCount: count)
    return ListSegment(
      segment: content.segment, elements: content.elements, ids: content.ids, scopes: content.scopes, fields: all,
      bucketStarts: content.bucketStarts, truncated: content.truncated, memory: content.memory
    ).storedColumns
  }
}
