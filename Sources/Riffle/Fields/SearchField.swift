/// A field of elements to filter, count and sort by.
///
///     let index = try SearchIndex(
///       cities, id: \.id, title: \.name,
///       fields: [.keyword("country", \.country), .integer("population", \.population), .keywords("tags", \.tags)])
///     let swedish = try index.snapshot().filtered(by: "country = SE AND population > 10000")
///
/// Closures are called once for each element, on the thread that creates or updates the index, and never while holding a lock. A
/// `nil` value is missing: it meets no comparison, and ``Filter/exists(_:)`` is false for it.
public struct SearchField<Element: Sendable>: Sendable {
  public let definition: FieldDefinition
  let content: @Sendable (Element) -> FieldContent

  init(_ definition: FieldDefinition, _ content: @escaping @Sendable (Element) -> FieldContent) {
    self.definition = definition
    self.content = content
  }

  public var name: String { definition.name }

  /// A field of one keyword.
  ///
  /// - Parameter isFolded: `true` to compare keywords as words of a query: without case, and without accents if the index folds
  ///   these. `false` to compare them by the bytes of UTF-8, which is the order of Unicode scalars.
  public static func keyword(
    _ name: String, isFolded: Bool = false, _ value: @escaping @Sendable (Element) -> String?
  ) -> Self {
    Self(FieldDefinition(name, .keyword, isFolded: isFolded)) { value($0).map { .text($0) } ?? .missing }
  }

  /// A field of any number of keywords. An element meets a comparison if any of its keywords does; without keywords the field is
  /// missing.
  /// - Parameter isFolded: as for ``keyword(_:isFolded:_:)``.
  public static func keywords(
    _ name: String, isFolded: Bool = false, _ values: @escaping @Sendable (Element) -> [String]
  ) -> Self {
    Self(FieldDefinition(name, .keyword, isFolded: isFolded, hasSeveralValues: true)) { .texts(values($0)) }
  }

  /// A field of an integer. A value beyond 64 bits is clamped to `Int64`.
  public static func integer<Value: BinaryInteger & SendableMetatype>(
    _ name: String, _ value: @escaping @Sendable (Element) -> Value?
  ) -> Self {
    Self(FieldDefinition(name, .integer)) { element in
      value(element).map { .code(FieldCode.code(Int64(clamping: $0))) } ?? .missing
    }
  }

  /// A field of a floating-point number. NaN is a missing value.
  public static func real<Value: BinaryFloatingPoint & SendableMetatype>(
    _ name: String, _ value: @escaping @Sendable (Element) -> Value?
  ) -> Self {
    Self(FieldDefinition(name, .real)) { element in
      value(element).flatMap { FieldCode.code(Double($0)) }.map { .code($0) } ?? .missing
    }
  }

  /// A field of a time.
  public static func time(_ name: String, _ value: @escaping @Sendable (Element) -> Timestamp?) -> Self {
    Self(FieldDefinition(name, .time)) { element in
      value(element).map { .code(FieldCode.code($0.millisecondsSince1970)) } ?? .missing
    }
  }

  /// A field of a boolean.
  public static func boolean(_ name: String, _ value: @escaping @Sendable (Element) -> Bool?) -> Self {
    Self(FieldDefinition(name, .boolean)) { value($0).map { .flag($0) } ?? .missing }
  }
}

extension SearchField {
  /// A field whose values are in ``Item/fields``.
  init<ID>(keptIn definition: FieldDefinition) where Element == Item<ID> {
    self.init(definition) { item in
      FieldContent(item.fields[definition.name] ?? [], as: definition)
    }
  }
}
