#if Store
  import Riffle
  import RiffleInput
  import RiffleStore

  /// The columns of inputs with the values of a list's fields.
  struct ImportedFields {
    /// In the order in which records number them.
    private(set) var choices: [FieldChoice] = []
    /// The field of each choice.
    private var fields: [FieldDefinition] = []

    /// - Parameters:
    ///   - list: the fields of the list.
    ///   - arguments: those of the command line, which choose columns.
    init(_ list: [FieldDefinition], _ arguments: [FieldArgument]) {
      for field in list {
        if let argument = arguments.first(where: { $0.name == field.name }) {
          add(argument.source ?? field.name, field, isOptional: false)
        } else {
          add(ImportedFields.column(of: field.name), field, isOptional: true)
          // A column of another part of the item is none of the field.
          let isOther = Role.allCases.contains { $0.standardName == field.name }
          if !isOther { add(ImportedFields.escaped(field.name), field, isOptional: true) }
        }
      }
    }

    private mutating func add(_ column: String, _ field: FieldDefinition, isOptional: Bool) {
      choices.append(FieldChoice(name: column, option: "--field", isOptional: isOptional))
      fields.append(field)
    }

    /// Returns the name of a field's column in an export, which is also the key path in JSON.
    static func column(of field: String) -> String { "fields." + escaped(field) }

    /// Returns a key as it is written in a key path.
    private static func escaped(_ key: String) -> String {
      key.replacing("\\", with: "\\\\").replacing(".", with: "\\.")
    }

    /// Returns the values of the fields of a record. If several columns have a field, the first counts.
    /// - Parameters:
    ///   - isInTable: whether a cell has several keywords as a JSON array.
    ///   - problem: makes the fault of a value that a field does not hold.
    func values(
      of record: Record, isInTable: Bool, _ problem: (String) -> InputError
    ) throws(InputError) -> [String: [FieldValue]] {
      var values: [String: [FieldValue]] = [:]
      for (number, field) in fields.enumerated() where values[field.name] == nil {
        var texts: [String] = []
        record.forEachText(ofField: number) { texts.append($0) }
        if isInTable, field.hasSeveralValues, texts.count == 1 { texts = KeywordArray.keywords(texts[0]) }
        if texts.count > 1, !field.hasSeveralValues {
          throw problem("the field \(field.name) has \(texts.count) values: give one, or declare it as keywords")
        }
        var own: [FieldValue] = []
        for text in texts {
          guard let content = FieldContent(text, as: field.kind) else {
            throw problem("\(text) is no value of the \(field.kind) field \(field.name)")
          }
          own += content.values(field.kind)
        }
        if !own.isEmpty { values[field.name] = own }
      }
      return values
    }
  }
#endif
