/// An item that matches a query.
public struct Hit<Element: Sendable, ID: Hashable & Sendable>: Sendable, Identifiable {
  public let id: ID
  public let element: Element
  /// Position in list order, from 0.
  public let position: Int
  /// How well the item matches; lower is better.
  public let score: Score
  /// The field in which each term of the query matches, in the order of the terms.
  public var matchedFields: [Field] { [] }

  /// What to show as matched, as ranges of the field's text in ascending order, made of whole characters.
  public func highlights(in field: Field) -> [Range<String.Index>] { [] }
  /// The same as UTF-8 offsets into the field's text.
  public func utf8Highlights(in field: Field) -> [Range<Int>] { [] }
  /// The same as UTF-16 offsets into the field's text.
  public func utf16Highlights(in field: Field) -> [Range<Int>] { [] }
}
