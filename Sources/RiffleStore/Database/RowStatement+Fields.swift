#if Store
  import GRDB
  import GRDBSQLite
  import Riffle

  /// Values of fields in SQLite; see ``TableField``.
  extension RowStatement {
    /// Sets the values of a field as an argument. Times are texts in ISO 8601, booleans 0 or 1, several keywords a JSON array.
    /// - Throws: ``StoreError/wrongValue(field:kind:value:)``, ``StoreError/severalValues(field:)``, `DatabaseError`.
    func bind(_ index: Int, _ values: [FieldValue], _ field: FieldDefinition) throws {
      for value in values where !field.kind.holds(value) {
        throw StoreError.wrongValue(field: field.name, kind: field.kind, value: value)
      }
      if field.hasSeveralValues, !values.isEmpty {
        let texts = values.map { if case .text(let text) = $0 { text } else { "" } }
        return try bind(index, KeywordArray.text(texts))
      }
      if values.count > 1 { throw StoreError.severalValues(field: field.name) }
      switch values.first {
      case nil: try bindNull(index)
      case .text(let text)?: try bind(index, text)
      case .integer(let number)?:
        if field.kind == .real { try bind(index, number: Double(number)) } else { try bind(index, integer: number) }
      // SQLite makes NULL of NaN.
      case .real(let number)?: try bind(index, number: number)
      case .time(let time)?: try bind(index, time.description)
      case .boolean(let flag)?: try bind(index, integer: flag ? 1 : 0)
      }
    }

    /// Returns the values of a field in a column of the row: those that it holds, without repeats.
    func values(_ index: Int, _ field: FieldDefinition) -> [FieldValue] {
      if isNull(index) { return [] }
      switch field.kind {
      case .keyword:
        guard field.hasSeveralValues else { return [.text(text(index))] }
        var seen: Set<FieldValue> = []
        return KeywordArray.keywords(text(index)).map { .text($0) }.filter { seen.insert($0).inserted }
      case .integer: return int64(index).map { [.integer($0)] } ?? []
      // -0 is 0.
      case .real: return real(index).map { [.real($0 == 0 ? 0 : $0)] } ?? []
      case .time: return time(index).map { [.time($0)] } ?? []
      case .boolean: return boolean(index).map { [.boolean($0)] } ?? []
      }
    }

    private func int64(_ index: Int) -> Int64? {
      switch type(index) {
      case SQLITE_INTEGER: integer(index)
      case SQLITE_FLOAT: Int64(exactly: number(index))
      default: Int64(text(index))
      }
    }

    private func real(_ index: Int) -> Double? {
      switch type(index) {
      case SQLITE_INTEGER, SQLITE_FLOAT: number(index)
      default: Double(text(index)).flatMap { $0.isNaN ? nil : $0 }
      }
    }

    private func time(_ index: Int) -> Timestamp? {
      switch type(index) {
      case SQLITE_INTEGER:
        let (milliseconds, isBeyond) = integer(index).multipliedReportingOverflow(by: 1000)
        return isBeyond ? nil : Timestamp(millisecondsSince1970: milliseconds)
      case SQLITE_FLOAT: return Timestamp(secondsSince1970: number(index))
      default: return Timestamp(text(index))
      }
    }

    private func boolean(_ index: Int) -> Bool? {
      switch type(index) {
      case SQLITE_INTEGER, SQLITE_FLOAT: number(index) != 0
      default: ["true": true, "false": false][text(index).lowercased()]
      }
    }
  }

  extension FieldKind {
    /// Returns whether values of the kind include this one.
    fileprivate func holds(_ value: FieldValue) -> Bool {
      switch (self, value) {
      case (.keyword, .text), (.integer, .integer), (.real, .integer), (.real, .real), (.time, .time),
        (.boolean, .boolean):
        true
      default: false
      }
    }
  }
#endif
