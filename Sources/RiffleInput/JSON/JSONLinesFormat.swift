/// JSON Lines: each line is a record.
package struct JSONLinesFormat: Sendable {
  private struct Column: Sendable {
    let use: ColumnUse
    let option: String
    let name: String
    let isRequired: Bool
  }

  private let columns: [Column]
  private let paths: [KeyPath]

  /// - Parameter choice: key paths.
  init(_ choice: ColumnChoice) {
    var columns = Role.allCases.flatMap { role in
      let isRequired = choice[role] == nil ? role == .title : role.isRequired
      let names = choice[role].map { [$0] } ?? (choice.standard.contains(role) ? role.standardNames : [])
      return names.map { Column(use: .role(role), option: role.option, name: $0, isRequired: isRequired) }
    }
    columns += choice.fields.enumerated().map { number, field in
      Column(use: .field(number), option: field.option, name: field.name, isRequired: false)
    }
    self.columns = columns
    paths = columns.map { KeyPath($0.name) }
  }

  /// Reads the next record, skipping blank lines.
  func read(_ record: Record, _ place: inout RecordPlace, of input: OpenInput) throws(InputError) -> Bool {
    while place.offset < record.source.count {
      let line = place.offset..<place.endOfLine(input.terminator, in: record.source)
      let number = place.line
      place.offset = line.upperBound + 1
      place.line += 1
      if record.source[line].allSatisfy(Self.isBlank) { continue }
      record.begin(line, line: number)
      try readCells(record, of: input)
      return true
    }
    return false
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t")
      || byte == UInt8(ascii: "\n")
  }

  private func readCells(_ record: Record, of input: OpenInput) throws(InputError) {
    let values: [JSONScanner.Value?]
    do {
      values = try JSONScanner.find(paths, in: record.source.bytes, range: record.range)
    } catch {
      let problem = error.isTooDeep ? "nested deeper than \(JSONScanner.deepest) levels" : "not JSON"
      throw .malformed(
        input.location(ofLine: record.line),
        problem: "\(problem) at byte \(error.offset - record.range.lowerBound + 1): "
          + "correct the line, or choose another --input")
    }
    for (column, value) in zip(columns, values) {
      if let value, case .field(let number) = column.use {
        guard try read(value, ofField: number, record) else { throw notText(column, record, of: input) }
      } else if let value, value.kind != .null, case .role(let role) = column.use {
        // If a name is present in two forms, the first counts.
        if record.holds(role) { continue }
        let cell = role == .payload ? JSONLinesFormat.payload(value) : try cell(of: value, record)
        guard let cell else { throw notText(column, record, of: input) }
        record.set(column.use, cell)
      } else if column.isRequired {
        throw .column(
          source: input.location(ofLine: record.line).description,
          problem: "the record has no \(column.name): choose the key with \(column.option), or another --input")
      }
    }
  }

  /// Reads the value of a field: a string, a number, a boolean, or an array of these.
  /// - Returns: `false` for other values.
  private func read(_ value: JSONScanner.Value, ofField field: Int, _ record: Record) throws(InputError) -> Bool {
    record.holdField(field)
    if value.kind == .null { return true }
    var values = [value]
    if value.kind == .array {
      guard let elements = try? JSONScanner.elements(of: value, in: record.source.bytes) else { return false }
      values = elements.filter { $0.kind != .null }
    }
    for value in values {
      guard value.kind != .array, let cell = try cell(of: value, record) else { return false }
      record.addValue(cell, ofField: field)
    }
    return true
  }

  /// Returns a payload: the text of a string, or any other value unchanged.
  private static func payload(_ value: JSONScanner.Value) -> Cell {
    if case .string(isEscaped: true) = value.kind { return Cell(value.range, in: .escaped) }
    return Cell(value.range)
  }

  /// Returns the text of a value: a string, a number, a boolean, or an array of these, separated by spaces; `nil` for other
  /// values.
  private func cell(of value: JSONScanner.Value, _ record: Record) throws(InputError) -> Cell? {
    switch value.kind {
    case .string(let isEscaped): return Cell(value.range, in: isEscaped ? .escaped : .source)
    case .number, .boolean, .null: return Cell(value.range)
    case .object: return nil
    case .array:
      guard let elements = try? JSONScanner.elements(of: value, in: record.source.bytes) else { return nil }
      var texts: [String] = []
      for element in elements where element.kind != .null {
        if element.kind == .array { return nil }
        guard let cell = try cell(of: element, record) else { return nil }
        texts.append(record.text(cell))
      }
      return try record.keep(texts.joined(separator: " "))
    }
  }

  private func notText(_ column: Column, _ record: Record, of input: OpenInput) -> InputError {
    .column(
      source: input.location(ofLine: record.line).description,
      problem: "\(column.name) is no text: choose one within it with \(column.option), as in a.b or a.0")
  }
}
