/// What to count of a field in an answer: see ``Snapshot/facets(_:of:filter:cancellation:)``.
public struct Facet: Sendable, Hashable {
  /// In which order values are given.
  public enum Order: Sendable, Hashable {
    /// Those that most items have first; of equals the least value.
    case count
    /// The least value first; keywords by their bytes, or folded.
    case value
  }

  /// What the values of numbers and times are gathered in.
  public enum Histogram: Sendable, Hashable {
    /// Buckets of this width, of which one begins at 0. For times it is in seconds.
    case every(Double)
    /// Months and years of the Gregorian calendar in UTC, for times.
    case months, years
  }

  /// The name of the field.
  public var field: String
  public var order: Order
  /// How many values to give at most; less than 0 counts as 0.
  public var limit: Int
  /// What the values that are given have to match, as titles would; the best come first, and of equals those that come first in
  /// ``order``. For keywords.
  public var matching: Query?
  /// Whether to count as if the filter had no conditions on this field: what other choices would find. See
  /// ``Snapshot/facets(_:of:filter:cancellation:)``.
  public var ignoresOwnFilter: Bool
  /// For numbers and times; `nil` for none.
  public var histogram: Histogram?

  public init(
    _ field: String, order: Order = .count, limit: Int = 10, matching: Query? = nil, ignoresOwnFilter: Bool = false,
    histogram: Histogram? = nil
  ) {
    self.field = field
    self.order = order
    self.limit = limit
    self.matching = matching
    self.ignoresOwnFilter = ignoresOwnFilter
    self.histogram = histogram
  }

  /// A histogram has no more buckets.
  public static let maximumBucketCount = 10_000
}

/// How many items of an answer have which values of a field.
public struct FacetCounts: Sendable, Hashable {
  /// A value, or the beginning of a bucket, and how many items have it.
  public struct Value: Sendable, Hashable {
    /// Of keywords that are folded, the spelling that most items of the answer have; of equals the first in the order of bytes.
    public let value: FieldValue
    public let count: Int
  }

  /// The name of the field.
  public let field: String
  /// As many as the facet asks for.
  public internal(set) var values: [Value] = []
  /// How many values there are, those that are not given included; `nil` if the facet asks for no values of a number or time.
  public internal(set) var valueCount: Int?
  /// How many items lack the field.
  public internal(set) var missingCount = 0
  /// The least and the greatest number or time; `nil` if no item has one, and for other fields.
  public internal(set) var least, greatest: FieldValue?
  /// The buckets that have items, ascending; empty if the facet asks for no histogram.
  public internal(set) var histogram: [Value] = []
  /// `false` if the search was given up, so that there may be more of each.
  public internal(set) var isComplete = true

  init(field: String) { self.field = field }
}
