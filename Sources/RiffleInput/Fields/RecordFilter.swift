package import Riffle

/// A filter of records by the values of their fields.
package struct RecordFilter: Sendable {
  private let fields: [FieldDefinition]
  /// The numbers of the fields whose type the user has declared.
  private let declared: [Int]
  private let filter: ItemFilter?

  /// - Parameters:
  ///   - choices: the fields, in the order of ``ColumnChoice/fields``.
  ///   - declared: the types that the user has declared, by name. Other fields have the type that the filter implies; see
  ///     ``Filter/impliedKind(of:)``.
  ///   - options: how folded keywords are folded.
  /// - Throws: ``FilterError``.
  package init(
    _ filter: Filter?, of choices: [FieldChoice], declared: [String: FieldDefinition], options: IndexOptions
  ) throws(FilterError) {
    fields = choices.map { choice in
      declared[choice.name] ?? FieldDefinition(choice.name, filter?.impliedKind(of: choice.name) ?? .keyword)
    }
    self.declared = choices.indices.filter { declared[choices[$0].name] != nil }
    guard let filter else {
      self.filter = nil
      return
    }
    self.filter = try ItemFilter(filter, fields, options: options)
  }

  /// Returns whether a record meets the filter. A value that its field cannot have is missing, or a fault of the record if the
  /// type of the field is declared.
  ///
  /// - Parameter leftOut: collects the record if it has a fault.
  /// - Returns: `nil` if the record has a fault.
  /// - Throws: the fault, if the input is strict.
  package func meets(
    _ record: Record, of input: OpenInput, leavingOut leftOut: inout LeftOutRecords
  ) throws(InputError) -> Bool? {
    for number in declared where record.content(ofField: number, as: fields[number].kind) == nil {
      let fault = fault(of: number, record, input)
      if input.isStrict { throw fault }
      leftOut.add(fault, line: record.line + 1)
      return nil
    }
    return filter?.matches { record.content(ofField: $0, as: fields[$0].kind) ?? .missing } ?? true
  }

  private func fault(of number: Int, _ record: Record, _ input: OpenInput) -> InputError {
    let texts = record.texts(ofField: number)
    let field = fields[number]
    return .column(
      source: input.location(ofLine: record.line).description,
      problem: "\(texts.joined(separator: ", ")) is no value of the \(field.kind) field \(field.name): "
        + "correct the record, or give the field another type with --field")
  }
}

extension Record {
  fileprivate func texts(ofField field: Int) -> [String] {
    var texts: [String] = []
    forEachText(ofField: field) { texts.append($0) }
    return texts
  }

  /// Returns the content of a field.
  /// - Returns: `nil` if a value is none of the type, or a field that is no keyword has several.
  func content(ofField field: Int, as kind: FieldKind) -> FieldContent? {
    let texts = texts(ofField: field)
    guard let first = texts.first else { return .missing }
    if texts.count > 1 { return kind == .keyword ? .texts(texts) : nil }
    return FieldContent(first, as: kind)
  }
}
