/// What files have of a segment and its items.
extension ListSegment {
  /// The columns to write. Elements are not among them: they are made of the others.
  var storedColumns: [StoredColumn] {
    var columns = ColumnList()
    columns.add("segment", segment)
    columns.add("ids", ids)
    for (name, rows) in scopes.named { columns.add("scopes.\(name)", rows) }
    columns.add("fields", fields)
    columns.add("bucketStarts", Column(bucketStarts.map { UInt32(truncatingIfNeeded: $0) }))
    columns.add("truncated.rows", Column(truncated.map { UInt32(truncatingIfNeeded: $0.row) }))
    columns.add("truncated.fields", Column(truncated.map(\.field.rawValue)))
    columns.add("truncated.bytes", Column(truncated.map { UInt32(truncatingIfNeeded: $0.bytes) }))
    return columns.columns
  }

  /// - Parameters:
  ///   - storage: that of `reader`.
  ///   - reader: as the one that the segment was made with.
  ///   - identity: that of the segment that was written, if it is at hand.
  /// - Throws: ``SegmentError``.
  convenience init(
    _ columns: ColumnSource, _ storage: ElementStorage<Element, ID>, _ reader: ElementReader<Element, ID>,
    identity: SegmentIdentity = SegmentIdentity()
  ) throws(SegmentError) {
    let segment = try Segment(columns.inside("segment"), options: reader.options)
    let ids = try IDTable(columns.inside("ids"), storage.hash, storage.ids)
    try columns.check(ids.ids.count == segment.count, "ids.rows.bytes")
    let starts: Column<UInt32> = try columns.column("bucketStarts")
    let bucketCount = reader.order.labels.count
    let ascend = zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 }
    let areAll = starts.isEmpty || starts.first == 0 && starts.last.map { Int($0) } == segment.count
    try columns.check(starts.count == (bucketCount == 0 ? 0 : bucketCount + 1) && ascend && areAll, "bucketStarts")
    let rows: Column<UInt32> = try columns.column("truncated.rows")
    let fields: Column<UInt8> = try columns.column("truncated.fields", count: rows.count)
    let bytes: Column<UInt32> = try columns.column("truncated.bytes", count: rows.count)
    var truncated: [(row: Int, field: Field, bytes: Int)] = []
    for index in rows.indices {
      guard let field = Field(rawValue: fields[index]), rows[index] < segment.count else { continue }
      truncated.append((Int(rows[index]), field, Int(bytes[index])))
    }
    let scopes = try ScopeColumns(columns.inside("scopes"), reader.scopeNames, rowCount: segment.count)
    let values = try FieldColumns(columns.inside("fields"), reader.fieldDefinitions, rowCount: segment.count)
    self.init(
      segment: segment, elements: storage.column(of: segment, ids, scopes, values), ids: ids, scopes: scopes,
      fields: values, bucketStarts: starts.map { Int($0) }, truncated: truncated, memory: columns.memory,
      identity: identity)
  }
}

extension ScopeColumns {
  /// - Throws: ``SegmentError/missingColumn(_:)`` for a scope that the segment was made without.
  fileprivate init(_ columns: ColumnSource, _ names: [String], rowCount: Int) throws(SegmentError) {
    var found: [BitColumn] = []
    for name in names {
      guard let rows = try columns.bits(name, count: rowCount) else { throw .missingColumn("scopes.\(name)") }
      found.append(rows)
    }
    self.init(names, found, rowCount: rowCount)
  }
}
