/// Why a filter, a facet or an order means nothing for a list.
public enum FilterError: Error, Sendable, Hashable {
  /// The text is no filter.
  /// - Parameters:
  ///   - offset: where, in characters from 0.
  ///   - rest: what stands there; empty at the end.
  case syntax(offset: Int, rest: String, expected: String)
  /// The list has no field of that name.
  case unknownField(String, known: [String])
  /// The field does not hold such values.
  case wrongType(field: String, kind: FieldKind, value: FieldValue)
  /// The field's values cannot be asked so.
  case wrongCondition(field: String, kind: FieldKind, condition: String)
  /// The filter is deeper, longer or has more values than is allowed.
  case tooLarge(what: String, limit: Int)
}

extension FilterError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .syntax(let offset, let rest, let expected):
      rest.isEmpty
        ? "the filter ends after \(offset) characters where \(expected) should come"
        : "the filter has “\(FilterError.shortened(rest))” at character \(offset + 1) where \(expected) should come"
    case .unknownField(let name, let known):
      known.isEmpty
        ? "there is no field “\(name)”, because the index was made without fields: give it some"
        : "there is no field “\(name)”: the index has \(known.map { "“\($0)”" }.joined(separator: ", "))"
    case .wrongType(let field, let kind, let value):
      "“\(FilterError.shortened("\(value)"))” is \(FilterError.name(value)), which the \(kind) field “\(field)” does not hold: give \(FilterError.wanted(kind))"
    case .wrongCondition(let field, let kind, let condition):
      "\(condition) is no condition for the \(kind) field “\(field)”"
    case .tooLarge(let what, let limit): "the filter has too many \(what): no more than \(limit) are allowed"
    }
  }

  private static func shortened(_ text: String) -> String { text.count > 40 ? text.prefix(40) + "…" : text }

  private static func name(_ value: FieldValue) -> String {
    switch value {
    case .text: "text"
    case .integer: "an integer"
    case .real: "a real number"
    case .time: "a time"
    case .boolean: "a boolean"
    }
  }

  private static func wanted(_ kind: FieldKind) -> String {
    switch kind {
    case .keyword: "text"
    case .integer, .real: "a number, as 10000 or 2.5"
    case .time: "a time, as 2024-05-01 or 2024-05-01T13:30:00Z"
    case .boolean: "true or false"
    }
  }
}
