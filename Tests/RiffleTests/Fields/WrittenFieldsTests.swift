import RiffleTestSupport
import Testing

@testable import Riffle

/// Columns of fields read from where they were written, sound or damaged.
@Suite struct WrittenFieldsTests {
  private static let fields = RandomFields.fields.map(\.definition)
  private static let seed = UInt64(setting("RIFFLE_SEED") ?? 54)

  private static func columns(_ random: inout RandomFields, count: Int) throws -> FieldColumns {
    var rows = FieldRows(fields, TextAnalyzer())
    for _ in 0..<count {
      let values = random.values()
      for (number, field) in fields.enumerated() {
        rows.append(FieldContent(values[field.name] ?? [], as: field), field: number)
      }
    }
    return try rows.columns(rowCount: count)
  }

  private static func read(_ source: ColumnSource, count: Int) throws(SegmentError) -> FieldColumns {
    try FieldColumns(source, fields, rowCount: count)
  }

  /// - Returns: `nil` if a column that is checked when it is opened is damaged.
  private static func unlessDamaged(_ source: ColumnSource, count: Int) throws -> FieldColumns? {
    do { return try read(source, count: count) } catch SegmentError.damagedColumn { return nil }
  }

  @Test func columnsAreReadAsTheyWereWritten() throws {
    var random = RandomFields(seed: Self.seed)
    for count in [0, 1, 63, 64, 65, 127, 128, 129, 1000] {
      let columns = try Self.columns(&random, count: count)
      let written = WrittenColumns(ColumnList(of: columns).columns)
      let read = try Self.read(written.source, count: count)
      for row in 0..<count { #expect(read.contents(row) == columns.contents(row)) }
      for _ in 0..<20 {
        let filter = random.filter()
        let resolved = try ResolvedFilter(filter, Self.fields, TextAnalyzer())
        #expect(read.rows(resolved, nil) == columns.rows(resolved, nil), "\(filter)")
      }
      #expect(WrittenColumns(ColumnList(of: read).columns).bytes == written.bytes)
    }
  }

  @Test func columnsThatAreMissingOrDoNotBelongAreErrors() throws {
    var random = RandomFields(seed: Self.seed)
    let columns = try Self.columns(&random, count: 300)
    let written = WrittenColumns(ColumnList(of: columns).columns)
    for (name, extent) in written.extents {
      var extents = written.extents
      extents[name] = nil
      let memory = written.memory()
      func read() throws -> FieldColumns { try Self.read(ColumnSource(memory, extents), count: 300) }
      // Where there are no such bits, all rows have a value.
      if !name.hasSuffix("present") { #expect(throws: SegmentError.missingColumn(name)) { try read() } }
      let (size, count) = (extent.elementSize, extent.count)
      for (offset, byteCount, elementSize, count) in [
        (extent.offset, extent.byteCount, size == 8 ? 4 : 8, count), (-size, extent.byteCount, size, count),
        (extent.offset, memory.byteCount - extent.offset + size, size, count), (.max, extent.byteCount, size, count),
        (extent.offset, -size, size, count), (extent.offset, extent.byteCount, size, -1),
      ] {
        extents[name] = ColumnSource.Extent(
          offset: offset, byteCount: byteCount, elementSize: elementSize, count: count)
        #expect(throws: SegmentError.wrongColumn(name), "\(name)") { try read() }
      }
    }
    let memory = written.memory()
    #expect(throws: SegmentError.self) { try Self.read(ColumnSource(memory, written.extents), count: 299) }
    let others = [FieldDefinition("country", .integer), FieldDefinition("country", .keyword, isFolded: true)]
    for other in others {
      #expect(throws: SegmentError.wrongColumn("country.type")) {
        try FieldColumns(written.source, [other], rowCount: 300)
      }
    }
    #expect(throws: SegmentError.missingColumn("towns.type")) {
      try FieldColumns(written.source, [FieldDefinition("towns", .keyword)], rowCount: 300)
    }
  }

  /// A column with rows that have keywords, but without keywords: no index writes one, and no checksum finds it.
  @Test(arguments: ["country", "tags"]) func rowsOfKeywordsThatAreNotThereAreAnError(name: String) throws {
    var random = RandomFields(seed: Self.seed)
    let written = WrittenColumns(ColumnList(of: try Self.columns(&random, count: 300)).columns)
    var extents = written.extents
    for (column, extent) in extents where column.hasPrefix("\(name).values.") {
      extents[column] = ColumnSource.Extent(
        offset: extent.offset, byteCount: 0, elementSize: extent.elementSize, count: 0)
    }
    let field = try #require(Self.fields.first { $0.name == name })
    #expect(throws: SegmentError.wrongColumn("\(name).values.places.distances")) {
      try FieldColumns(ColumnSource(written.memory(), extents), [field], rowCount: 300)
    }
  }

  /// A damaged block is read as zeros, and reported.
  @Test func damageIsReportedAndTrapsNothing() throws {
    var random = RandomFields(seed: Self.seed)
    let count = 30_000
    let columns = try Self.columns(&random, count: count)
    let written = WrittenColumns(ColumnList(of: columns).columns) { _ in 0 }
    #expect(written.blockCount > 10)
    for block in 0..<written.blockCount {
      let memory = written.memory(damaged: [block])
      guard let read = try Self.unlessDamaged(written.source(memory), count: count) else { continue }
      for _ in 0..<4 {
        let filter = random.filter()
        let resolved = try ResolvedFilter(filter, Self.fields, TextAnalyzer())
        let rows = try #require(read.rows(resolved, nil))
        #expect(memory.isDamaged || rows == columns.rows(resolved, nil), "block \(block): \(filter)")
        #expect(rows.rows.allSatisfy { $0 < count })
      }
      let all = BitColumn(count: count, repeating: true)
      for (number, field) in Self.fields.enumerated() {
        switch read.columns[number] {
        case .keywords(let column):
          _ = KeywordCounts([column], [all]).entries.map { column.values.string(Int($0.number)) }
        case .numbers(let column): _ = NumberCounts(field.kind, [column], [all]).counts()
        case .flags: break
        }
        let key = KeywordOrder(read.columns.compactMap { if case .keywords(let column) = $0 { column } else { nil } })
        _ = key.code(count - 1, part: 0, isLast: false)
      }
      for row in stride(from: 0, to: count, by: 997) { _ = read.contents(row) }
    }
  }

  @Test func namesOfFieldsStayApart() throws {
    let fields = [
      FieldDefinition("a", .integer), FieldDefinition("a.numbers", .integer), FieldDefinition("a%2Enumbers", .integer),
      FieldDefinition("", .integer),
    ]
    var rows = FieldRows(fields, TextAnalyzer())
    for row in 0..<10 {
      for field in fields.indices { rows.append(.code(UInt64(row * 10 + field)), field: field) }
    }
    let columns = try rows.columns(rowCount: 10)
    let written = WrittenColumns(ColumnList(of: columns).columns)
    let read = try FieldColumns(written.source, fields, rowCount: 10)
    for row in 0..<10 { #expect(read.contents(row) == columns.contents(row)) }
  }
}
