/// A condition on the fields of items: what ``Snapshot/filtered(by:)`` keeps.
///
///     let filter = Filter.all(.equals("country", "SE"), .range("population", 10_000...), .not(.equals("closed", true)))
///     let same = try Filter("country = SE AND population >= 10000 AND NOT closed")
///
/// A missing value meets no comparison, so `not` of one keeps the items that lack the field, as `!=` does. A field with several
/// values meets a comparison if one of them does. The text of a filter is described at ``init(_:)``.
public struct Filter: Sendable, Hashable {
  let node: Node

  indirect enum Node: Sendable, Hashable {
    case equals(String, FieldValue)
    case isIn(String, [FieldValue])
    case range(String, Bounds)
    case exists(String)
    case beginsWith(String, FieldValue)
    /// A field of yes or no that is yes, named alone.
    case isTrue(String)
    case all([Node])
    case any([Node])
    case not(Node)
  }

  /// Between two values; `nil` for no bound.
  struct Bounds: Sendable, Hashable {
    struct Bound: Sendable, Hashable {
      let value: FieldValue
      let isIncluded: Bool
    }

    let lower, upper: Bound?

    init(lower: Bound? = nil, upper: Bound? = nil) { (self.lower, self.upper) = (lower, upper) }
  }

  init(_ node: Node) { self.node = node }

  // MARK: - Conditions

  /// The items with this value.
  public static func equals(_ field: String, _ value: some FieldValueConvertible) -> Self {
    Self(.equals(field, value.fieldValue))
  }

  /// The items without this value, those that lack the field among them.
  public static func notEquals(_ field: String, _ value: some FieldValueConvertible) -> Self {
    Self(.not(.equals(field, value.fieldValue)))
  }

  /// The items with any of these values.
  public static func `in`(_ field: String, _ values: [some FieldValueConvertible]) -> Self {
    Self(.isIn(field, values.map(\.fieldValue)))
  }

  /// The items that have a value.
  public static func exists(_ field: String) -> Self { Self(.exists(field)) }

  /// The items with a keyword that begins so.
  public static func beginsWith(_ field: String, _ prefix: String) -> Self { Self(.beginsWith(field, .text(prefix))) }

  /// The items that meet all conditions; all items if there are none.
  public static func all(_ filters: [Filter]) -> Self { Self(.all(filters.map(\.node))) }

  /// The items that meet all conditions.
  public static func all(_ filters: Filter...) -> Self { all(filters) }

  /// The items that meet any of the conditions; no item if there are none.
  public static func any(_ filters: [Filter]) -> Self { Self(.any(filters.map(\.node))) }

  /// The items that meet any of the conditions.
  public static func any(_ filters: Filter...) -> Self { any(filters) }

  /// The items that do not meet the condition.
  public static func not(_ filter: Filter) -> Self { Self(.not(filter.node)) }

  // MARK: - Ranges

  /// The items with a value in a range; keywords compare by their bytes, or folded.
  public static func range<Value: FieldValueConvertible>(_ field: String, _ values: ClosedRange<Value>) -> Self {
    range(field, from: values.lowerBound, through: values.upperBound)
  }

  /// The items with a value in a range.
  public static func range<Value: FieldValueConvertible>(_ field: String, _ values: Range<Value>) -> Self {
    Self(
      .range(
        field,
        Bounds(
          lower: .init(value: values.lowerBound.fieldValue, isIncluded: true),
          upper: .init(value: values.upperBound.fieldValue, isIncluded: false))))
  }

  /// The items with a value in a range.
  public static func range<Value: FieldValueConvertible>(_ field: String, _ values: PartialRangeFrom<Value>) -> Self {
    atLeast(field, values.lowerBound)
  }

  /// The items with a value in a range.
  public static func range<Value: FieldValueConvertible>(_ field: String, _ values: PartialRangeThrough<Value>) -> Self
  {
    atMost(field, values.upperBound)
  }

  /// The items with a value in a range.
  public static func range<Value: FieldValueConvertible>(_ field: String, _ values: PartialRangeUpTo<Value>) -> Self {
    lessThan(field, values.upperBound)
  }

  /// The items with a value between two, both included; none if the first is greater.
  public static func range(
    _ field: String, from lower: some FieldValueConvertible, through upper: some FieldValueConvertible
  ) -> Self {
    Self(
      .range(
        field,
        Bounds(
          lower: .init(value: lower.fieldValue, isIncluded: true),
          upper: .init(value: upper.fieldValue, isIncluded: true))))
  }

  /// The items with a greater value.
  public static func greaterThan(_ field: String, _ value: some FieldValueConvertible) -> Self {
    Self(.range(field, Bounds(lower: .init(value: value.fieldValue, isIncluded: false))))
  }

  /// The items with this value or a greater one.
  public static func atLeast(_ field: String, _ value: some FieldValueConvertible) -> Self {
    Self(.range(field, Bounds(lower: .init(value: value.fieldValue, isIncluded: true))))
  }

  /// The items with a lesser value.
  public static func lessThan(_ field: String, _ value: some FieldValueConvertible) -> Self {
    Self(.range(field, Bounds(upper: .init(value: value.fieldValue, isIncluded: false))))
  }

  /// The items with this value or a lesser one.
  public static func atMost(_ field: String, _ value: some FieldValueConvertible) -> Self {
    Self(.range(field, Bounds(upper: .init(value: value.fieldValue, isIncluded: true))))
  }

  // MARK: - Limits

  /// Conditions lie in one another no deeper.
  public static let maximumDepth = 32
  /// A filter has no more conditions and values together.
  public static let maximumValueCount = 10_000
  /// A filter's text has no more bytes of UTF-8.
  public static let maximumTextLength = 1 << 16
}

/// What can be a value in a filter.
public protocol FieldValueConvertible {
  var fieldValue: FieldValue { get }
}

extension FieldValue: FieldValueConvertible {
  public var fieldValue: FieldValue { self }
}

extension String: FieldValueConvertible {
  public var fieldValue: FieldValue { .text(self) }
}

extension Int: FieldValueConvertible {
  public var fieldValue: FieldValue { .integer(Int64(self)) }
}

extension Int64: FieldValueConvertible {
  public var fieldValue: FieldValue { .integer(self) }
}

extension Double: FieldValueConvertible {
  public var fieldValue: FieldValue { .real(self) }
}

extension Bool: FieldValueConvertible {
  public var fieldValue: FieldValue { .boolean(self) }
}

extension Timestamp: FieldValueConvertible {
  public var fieldValue: FieldValue { .time(self) }
}

extension Filter {
  /// Other fields' conditions, of those that all have to be met: the filter without what was chosen in one field.
  ///
  /// Of a filter that is not `all` of conditions nothing is left if it is about the field alone, and all of it otherwise.
  package func without(conditionsOn field: String) -> Filter? {
    let conditions: [Node] = if case .all(let nodes) = node { nodes } else { [node] }
    let left = conditions.filter { $0.fields != [field] }
    return left.isEmpty ? nil : left.count == conditions.count ? self : Filter(left.count == 1 ? left[0] : .all(left))
  }
}

extension Filter.Node {
  /// The names of the fields that the condition is about.
  fileprivate var fields: Set<String> {
    switch self {
    case .equals(let field, _), .isIn(let field, _), .range(let field, _), .exists(let field),
      .beginsWith(let field, _),
      .isTrue(let field):
      [field]
    case .all(let nodes), .any(let nodes): nodes.reduce(into: []) { $0.formUnion($1.fields) }
    case .not(let node): node.fields
    }
  }
}
