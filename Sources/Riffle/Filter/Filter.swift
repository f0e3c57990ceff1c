/// A condition on the fields of items, for ``Snapshot/filtered(by:)``.
///
///     let filter = Filter.all(.equals("country", "SE"), .range("population", 10_000...), .not(.equals("closed", true)))
///     let same = try Filter("country = SE AND population >= 10000 AND NOT closed")
///
/// A missing value meets no comparison, so `not` of a comparison, like `!=`, keeps items that lack the field. A field with
/// several values meets a comparison if one of them does. For the text of a filter, see ``init(_:)``.
public struct Filter: Sendable, Hashable {
  let node: Node

  indirect enum Node: Sendable, Hashable {
    case equals(String, FieldValue)
    case isIn(String, [FieldValue])
    case range(String, Bounds)
    case exists(String)
    case beginsWith(String, FieldValue)
    /// A boolean field that is true, or a scope, written as its name alone.
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

  /// Matches items with a value.
  public static func equals(_ field: String, _ value: some FieldValueConvertible) -> Self {
    Self(.equals(field, value.fieldValue))
  }

  /// Matches items with any of some values.
  public static func `in`(_ field: String, _ values: [some FieldValueConvertible]) -> Self {
    Self(.isIn(field, values.map(\.fieldValue)))
  }

  /// Matches items that have the field.
  public static func exists(_ field: String) -> Self { Self(.exists(field)) }

  /// Matches items with a keyword that begins with a prefix; folded, if the field is.
  public static func beginsWith(_ field: String, _ prefix: String) -> Self { Self(.beginsWith(field, .text(prefix))) }

  /// Matches items whose boolean field is true; if there is no such field, the items of the ``Scope`` with this name.
  public static func isTrue(_ name: String) -> Self { Self(.isTrue(name)) }

  /// Matches items that meet all conditions; all items if there are none.
  public static func all(_ filters: [Filter]) -> Self { Self(.all(filters.map(\.node))) }

  /// Matches items that meet all conditions; all items if there are none.
  public static func all(_ filters: Filter...) -> Self { all(filters) }

  /// Matches items that meet any of the conditions; no item if there are none.
  public static func any(_ filters: [Filter]) -> Self { Self(.any(filters.map(\.node))) }

  /// Matches items that meet any of the conditions; no item if there are none.
  public static func any(_ filters: Filter...) -> Self { any(filters) }

  /// Matches items that do not meet a condition.
  public static func not(_ filter: Filter) -> Self { Self(.not(filter.node)) }

  // MARK: - Ranges

  /// Matches items with a value in a range; keywords are compared by their bytes, or folded if the field is.
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

  /// Matches items with a value from `lower` through `upper`; no item if `lower` is greater.
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

  /// Matches items with a greater value.
  public static func greaterThan(_ field: String, _ value: some FieldValueConvertible) -> Self {
    Self(.range(field, Bounds(lower: .init(value: value.fieldValue, isIncluded: false))))
  }

  /// Matches items with this value or a greater one.
  public static func atLeast(_ field: String, _ value: some FieldValueConvertible) -> Self {
    Self(.range(field, Bounds(lower: .init(value: value.fieldValue, isIncluded: true))))
  }

  /// Matches items with a lesser value.
  public static func lessThan(_ field: String, _ value: some FieldValueConvertible) -> Self {
    Self(.range(field, Bounds(upper: .init(value: value.fieldValue, isIncluded: false))))
  }

  /// Matches items with this value or a lesser one.
  public static func atMost(_ field: String, _ value: some FieldValueConvertible) -> Self {
    Self(.range(field, Bounds(upper: .init(value: value.fieldValue, isIncluded: true))))
  }

  // MARK: - Limits

  /// The greatest depth of conditions within one another.
  public static let maximumDepth = 32
  /// The greatest number of conditions and values together.
  public static let maximumValueCount = 10_000
  /// The greatest length of a filter's text, in bytes of UTF-8.
  public static let maximumTextLength = 1 << 16
}

/// A type of values in filters.
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
  /// The filter without the conditions on one field alone, as far as they are the whole filter or part of its outermost `all`.
  /// - Returns: `nil` if nothing is left.
  package func without(conditionsOn field: String) -> Filter? {
    let conditions: [Node] = if case .all(let nodes) = node { nodes } else { [node] }
    let left = conditions.filter { Set(Filter($0).fieldNames) != [field] }
    return left.isEmpty ? nil : left.count == conditions.count ? self : Filter(left.count == 1 ? left[0] : .all(left))
  }
}

extension Filter {
  /// The size of a filter, by which its work is bounded.
  package struct Size: Sendable, Hashable {
    /// Conditions on fields, except names alone.
    package var conditions = 0
    /// Names alone: boolean fields and scopes.
    package var names = 0
    /// Parts that combine any number of others.
    package var combinations = 0
    /// Values in all conditions.
    package var values = 0
  }

  package var size: Size {
    var size = Size()
    node.count(&size)
    return size
  }
}

extension Filter.Node {
  fileprivate func count(_ size: inout Filter.Size) {
    switch self {
    case .isTrue: size.names += 1
    case .all(let nodes), .any(let nodes):
      size.combinations += 1
      for node in nodes { node.count(&size) }
    case .not(let node):
      size.combinations += 1
      node.count(&size)
    case .equals, .isIn, .range, .exists, .beginsWith:
      size.conditions += 1
      size.values += valueCount
    }
  }

  private var valueCount: Int {
    switch self {
    case .equals, .beginsWith: 1
    case .isIn(_, let values): values.count
    case .range: 2
    case .exists, .isTrue, .all, .any, .not: 0
    }
  }
}
