/// A request to count the values of a field in an answer; see ``Snapshot/facets(_:of:filter:cancellation:)``.
public struct Facet: Sendable, Hashable {
  /// The order of the values.
  public enum Order: Sendable, Hashable {
    /// The greatest count first; of equal counts, the least value.
    case count
    /// The least value first. Keywords are compared by their bytes, or folded if the field is.
    case value
  }

  /// The buckets of a histogram of numbers or times.
  public enum Histogram: Sendable, Hashable {
    /// Buckets that begin at the multiples of a width; for times, a number of seconds.
    case every(Double)
    /// Months or years of the Gregorian calendar in UTC, for times.
    case months, years
  }

  /// The name of the field.
  public var field: String
  public var order: Order
  /// The greatest number of values to return; a negative number counts as 0.
  public var limit: Int
  /// A query that the returned keywords match, as titles do; `nil` for all keywords.
  ///
  /// The best matches come first; equal matches are in ``order``.
  public var matching: Query?
  /// Whether conditions of the filter on this field are ignored, so that values outside the filter are counted, too. See
  /// ``Snapshot/facets(_:of:filter:cancellation:)``.
  public var ignoresOwnFilter: Bool
  /// The histogram to return of numbers or times; `nil` for none.
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

  /// The greatest number of buckets in a histogram.
  public static let maximumBucketCount = 10_000
}

/// The number of items in an answer for each value of a field.
public struct FacetCounts: Sendable, Hashable {
  /// A value, or the beginning of a bucket, with the number of items that have it.
  public struct Value: Sendable, Hashable {
    /// If the field is folded, the most frequent spelling in the answer; of equally frequent ones, the first by bytes.
    public let value: FieldValue
    public let count: Int
  }

  /// The name of the field.
  public let field: String
  /// The values, up to the limit of the facet.
  public internal(set) var values: [Value] = []
  /// The number of distinct values, beyond the limit, too; `nil` for numbers and times if the limit is 0.
  public internal(set) var valueCount: Int?
  /// The number of items that lack the field.
  public internal(set) var missingCount = 0
  /// The least and the greatest number or time; `nil` if no item has one, and for fields of other types.
  public internal(set) var least, greatest: FieldValue?
  /// The buckets that have items, ascending; empty without a histogram.
  public internal(set) var histogram: [Value] = []
  /// `false` if the search was cancelled or its budget was spent; counts may then be too low.
  public internal(set) var isComplete = true

  init(field: String) { self.field = field }
}
