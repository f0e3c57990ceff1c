/// An error in a filter, a facet or a sort key.
public enum FilterError: Error, Sendable, Hashable {
  /// A text is no filter.
  /// - Parameters:
  ///   - offset: the place of the error, in characters from 0.
  ///   - rest: the text from there on, at most 64 characters; empty at the end.
  ///   - expected: what may come there.
  case syntax(offset: Int, rest: String, expected: String)
  /// The list has no field of this name.
  case unknownField(String, known: [String])
  /// The field holds values of another type.
  case wrongType(field: String, kind: FieldKind, value: FieldValue)
  /// The condition does not apply to fields of this type.
  case wrongCondition(field: String, kind: FieldKind, condition: String)
  /// The filter is too deep, too long or has too many values; or there are too many sort keys or buckets.
  case tooLarge(what: String, limit: Int)
  /// A sort key by relevance precedes others, which then have no effect.
  /// - Parameter key: the place of the key, from 1.
  case relevanceIsNotLast(key: Int)
  /// The fields of the newest items are too large for one index.
  case index(IndexError)
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
    case .tooLarge(let what, let limit): "there are too many \(what): give no more than \(limit)"
    case .relevanceIsNotLast(let key):
      "sort key \(key) is “relevance”, which leaves nothing for later keys: put it last, "
        + "or write “relevance:asc” for a field of this name"
    case .index(let error): error.description
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
