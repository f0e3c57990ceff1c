/// The values of one field, by row.
enum FieldColumn: Sendable {
  case keywords(KeywordColumn)
  case numbers(NumberColumn)
  case flags(FlagColumn)

  var count: Int {
    switch self {
    case .keywords(let column): column.count
    case .numbers(let column): column.count
    case .flags(let column): column.count
    }
  }

  /// The content of a row.
  func content(_ row: Int, _ field: FieldDefinition) -> FieldContent {
    switch self {
    case .keywords(let column):
      let texts = column.numbers(ofRow: row).map { column.values.string(Int($0)) }
      return field.hasSeveralValues ? .texts(texts) : texts.first.map { .text($0) } ?? .missing
    case .numbers(let column): return column.code(row).map { .code($0) } ?? .missing
    case .flags(let column): return column.flag(row).map { .flag($0) } ?? .missing
    }
  }

  /// The rows that have a value; `nil` for all.
  var present: BitColumn? {
    switch self {
    case .keywords(let column): column.rowsWithKeywords
    case .numbers(let column): column.present
    case .flags(let column): column.present
    }
  }
}

extension [FieldColumn] {
  /// The columns of keywords among them.
  var keywords: [KeywordColumn] { compactMap { if case .keywords(let column) = $0 { column } else { nil } } }
}

/// The fields of all rows of a segment, in the order in which they are declared.
struct FieldColumns: Sendable {
  let fields: [FieldDefinition]
  let columns: [FieldColumn]
  let rowCount: Int

  /// The content of a row in each field.
  func contents(_ row: Int) -> [FieldContent] { zip(columns, fields).map { $0.content(row, $1) } }

  /// The values of a row by name of the field, without missing ones.
  func values(_ row: Int) -> [String: [FieldValue]] {
    var values: [String: [FieldValue]] = [:]
    for (field, column) in zip(fields, columns) {
      let content = column.content(row, field).values(field.kind)
      if !content.isEmpty { values[field.name] = content }
    }
    return values
  }
}

/// A builder of ``FieldColumns``.
struct FieldRows {
  private let fields: [FieldDefinition]
  private let analyzer: TextAnalyzer
  private var lists: [FieldList]
  private var count = 0

  init(_ fields: [FieldDefinition], _ analyzer: TextAnalyzer) {
    self.fields = fields
    self.analyzer = analyzer
    lists = fields.map { FieldList($0) }
  }

  /// Adds the content of the next row in a field. Each field needs the same rows in the same order.
  mutating func append(_ content: FieldContent, field: Int) { lists[field].append(content) }

  /// Adds rows of other columns of the same fields.
  /// - Parameter rows: for each row, the index of its source and its row there.
  mutating func append(contentsOf rows: some Collection<(source: Int, row: Int)>, of sources: [FieldColumns]) {
    for field in fields.indices {
      for (source, row) in rows { lists[field].append(row, of: sources[source].columns[field], source) }
    }
  }

  /// - Throws: ``IndexError/tooLarge(what:limit:)``.
  consuming func columns(rowCount: Int) throws(IndexError) -> FieldColumns {
    var columns: [FieldColumn] = []
    for list in lists { columns.append(try list.column(analyzer)) }
    return FieldColumns(fields: fields, columns: columns, rowCount: rowCount)
  }
}

extension FieldColumn: ColumnPart {
  func list(in columns: inout ColumnList) {
    switch self {
    case .keywords(let column): column.list(in: &columns)
    case .numbers(let column): column.list(in: &columns)
    case .flags(let column): column.list(in: &columns)
    }
  }
}

extension FieldColumns: ColumnPart {
  func list(in columns: inout ColumnList) {
    for (field, column) in zip(fields, self.columns) {
      columns.add(field.columnName, FieldPart(field: field, column: column))
    }
  }

  /// - Throws: ``SegmentError``; for a field that the segment lacks, ``SegmentError/missingColumn(_:)``.
  init(_ columns: ColumnSource, _ fields: [FieldDefinition], rowCount: Int) throws(SegmentError) {
    var found: [FieldColumn] = []
    for field in fields {
      let source = columns.inside(field.columnName)
      try source.check(try source.number("type") == field.typeNumber, "type")
      let column: FieldColumn =
        switch field.kind {
        case .keyword: .keywords(try KeywordColumn(source, field))
        case .integer, .real, .time: .numbers(try NumberColumn(source))
        case .boolean: .flags(try FlagColumn(source, count: rowCount))
        }
      try source.check(column.count == rowCount, "type")
      found.append(column)
    }
    self.init(fields: fields, columns: found, rowCount: rowCount)
  }
}

private struct FieldPart: ColumnPart {
  let field: FieldDefinition
  let column: FieldColumn

  func list(in columns: inout ColumnList) {
    columns.add("type", number: field.typeNumber)
    column.list(in: &columns)
  }
}

extension FieldDefinition {
  /// The name of the field as a part of column names, without dots.
  fileprivate var columnName: String {
    var name = ""
    for character in self.name.unicodeScalars {
      switch character {
      case ".": name += "%2E"
      case "%": name += "%25"
      default: name.unicodeScalars.append(character)
      }
    }
    return name
  }

  /// The type as files have it: a number, plus 8 for folded keywords and 16 for several.
  fileprivate var typeNumber: Int {
    let number =
      switch kind {
      case .keyword: 1
      case .integer: 2
      case .real: 3
      case .time: 4
      case .boolean: 5
      }
    return number + (isFolded ? 8 : 0) + (hasSeveralValues ? 16 : 0)
  }
}
