/// A field of a list's elements that queries can be filtered, counted and sorted by.
///
///     let index = try SearchIndex(
///       cities, id: \.id, title: \.name,
///       fields: [.keyword("country", \.country), .integer("population", \.population), .keywords("tags", \.tags)])
///     let swedish = try index.snapshot().filtered(by: "country = SE AND population > 10000")
///
/// Each closure is called once for each element, when it is indexed. `nil` is a missing value, which is a state of its own: no
/// comparison finds it, ``Filter/exists(_:)`` tells it from others.
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
  /// Keywords are compared by their bytes, which in UTF-8 order as Unicode scalars do.
  /// - Parameter isFolded: `true` to compare them as words of a query are: without case, and without accents if the index
  ///   folds these.
  public static func keyword(
    _ name: String, isFolded: Bool = false, _ value: @escaping @Sendable (Element) -> String?
  ) -> Self {
    Self(FieldDefinition(name, .keyword, isFolded: isFolded)) { value($0).map { .text($0) } ?? .missing }
  }

  /// A field of any number of keywords. A filter finds an item by any of them; one without keywords is missing.
  /// - Parameter isFolded: as for ``keyword(_:isFolded:_:)``.
  public static func keywords(
    _ name: String, isFolded: Bool = false, _ values: @escaping @Sendable (Element) -> [String]
  ) -> Self {
    Self(FieldDefinition(name, .keyword, isFolded: isFolded, hasSeveralValues: true)) { .texts(values($0)) }
  }

  /// A field of a whole number. One beyond 64 bits counts as the nearest of them.
  public static func integer<Value: BinaryInteger & SendableMetatype>(
    _ name: String, _ value: @escaping @Sendable (Element) -> Value?
  ) -> Self {
    Self(FieldDefinition(name, .integer)) { element in
      value(element).map { .code(FieldCode.code(Int64(clamping: $0))) } ?? .missing
    }
  }

  /// A field of a floating-point number. One that is not a number (NaN) is missing.
  public static func real<Value: BinaryFloatingPoint & SendableMetatype>(
    _ name: String, _ value: @escaping @Sendable (Element) -> Value?
  ) -> Self {
    Self(FieldDefinition(name, .real)) { element in
      value(element).flatMap { FieldCode.code(Double($0)) }.map { .code($0) } ?? .missing
    }
  }

  /// A field of a moment.
  public static func time(_ name: String, _ value: @escaping @Sendable (Element) -> Timestamp?) -> Self {
    Self(FieldDefinition(name, .time)) { element in
      value(element).map { .code(FieldCode.code($0.millisecondsSince1970)) } ?? .missing
    }
  }

  /// A field of yes or no.
  public static func boolean(_ name: String, _ value: @escaping @Sendable (Element) -> Bool?) -> Self {
    Self(FieldDefinition(name, .boolean)) { value($0).map { .flag($0) } ?? .missing }
  }
}

extension SearchField {
  /// A field whose values items keep by its name.
  init<ID>(keptIn definition: FieldDefinition) where Element == Item<ID> {
    self.init(definition) { item in
      FieldContent(item.fields[definition.name] ?? [], as: definition)
    }
  }
}
