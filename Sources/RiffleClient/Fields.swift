#if Service
  import Foundation

  /// A value of a field. A time is a text in ISO 8601.
  public enum RemoteValue: Sendable, Hashable, Codable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
  {
    case text(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)

    public init(stringLiteral text: String) { self = .text(text) }
    public init(integerLiteral number: Int64) { self = .integer(number) }
    public init(floatLiteral number: Double) { self = .real(number) }
    public init(booleanLiteral flag: Bool) { self = .boolean(flag) }

    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let flag = try? container.decode(Bool.self) {
        self = .boolean(flag)
      } else if let number = try? container.decode(Int64.self) {
        self = .integer(number)
      } else if let number = try? container.decode(Double.self) {
        self = .real(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .integer(let number): try container.encode(number)
      case .real(let number): try container.encode(number)
      case .boolean(let flag): try container.encode(flag)
      }
    }
  }

  /// The values of an item's fields by name. Only a field of several keywords may have more than one.
  public struct RemoteFields: Sendable, Hashable, Codable, ExpressibleByDictionaryLiteral {
    public var values: [String: [RemoteValue]]

    public init(_ values: [String: [RemoteValue]] = [:]) { self.values = values }

    public init(dictionaryLiteral elements: (String, [RemoteValue])...) {
      self.init(Dictionary(elements) { _, last in last })
    }

    public subscript(field: String) -> [RemoteValue] {
      get { values[field] ?? [] }
      set { values[field] = newValue.isEmpty ? nil : newValue }
    }

    /// One value, or an array of values.
    private struct Content: Decodable {
      let values: [RemoteValue]

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let values = try? container.decode([RemoteValue].self) {
          self.values = values
        } else {
          values = [try container.decode(RemoteValue.self)]
        }
      }
    }

    public init(from decoder: any Decoder) throws {
      values = try decoder.singleValueContainer().decode([String: Content].self).mapValues(\.values)
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(values)
    }
  }

  /// A field of a list.
  public struct RemoteFieldDefinition: Sendable, Hashable, Encodable {
    public enum Kind: String, Sendable, Hashable, Encodable { case keyword, integer, real, time, boolean }

    public var name: String
    public var type: Kind
    /// Whether keywords are compared without case and accents.
    public var isFolded: Bool
    /// Whether an item has any number of keywords.
    public var hasSeveralValues: Bool

    public init(_ name: String, _ type: Kind, isFolded: Bool = false, hasSeveralValues: Bool = false) {
      (self.name, self.type, self.isFolded, self.hasSeveralValues) = (name, type, isFolded, hasSeveralValues)
    }
  }

  /// A field to sort by.
  public struct RemoteSortKey: Sendable, Hashable, Encodable {
    public enum Order: String, Sendable, Hashable, Encodable { case ascending, descending }
    public enum MissingPlace: String, Sendable, Hashable, Encodable { case first, last }

    public var field: String
    public var order: Order
    /// The place of items that lack the field.
    public var missing: MissingPlace

    private let isRelevance: Bool

    public init(_ field: String, _ order: Order = .ascending, missing: MissingPlace = .last) {
      (self.field, self.order, self.missing) = (field, order, missing)
      isRelevance = false
    }

    private init(isRelevance: Bool) {
      (field, order, missing) = ("relevance", .descending, .last)
      self.isRelevance = isRelevance
    }

    /// The best match first among items that are equal by all keys before, which must be the last key. Its field, order and
    /// place of missing values have no effect.
    public static let relevance = RemoteSortKey(isRelevance: true)

    private enum Key: String, CodingKey { case field, order, missing }

    public func encode(to encoder: any Encoder) throws {
      if isRelevance {
        var container = encoder.singleValueContainer()
        return try container.encode(field)
      }
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(field, forKey: .field)
      try container.encode(order, forKey: .order)
      try container.encode(missing, forKey: .missing)
    }
  }

  /// The way to divide sorted hits into sections, by the first field that they are sorted by.
  public enum RemoteSections: String, Sendable, Hashable, Encodable {
    case values
    /// By year or month of a time in UTC.
    case years, months
  }

  /// Consecutive sorted hits with the same value.
  public struct RemoteSection: Sendable, Hashable, Decodable {
    /// For years and months their first moment; `nil` for hits that lack the field.
    public let value: RemoteValue?
    /// The number of hits before the section.
    public let start: Int
    public let count: Int
  }

  /// A request to count the values of a field in an answer.
  public struct RemoteFacet: Sendable, Hashable, Encodable {
    public enum Order: String, Sendable, Hashable, Encodable { case count, value }

    /// The buckets of numbers or times; a width is in seconds for times.
    public enum Histogram: Sendable, Hashable, Encodable {
      case every(Double)
      case months, years

      public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .every(let width): try container.encode(width)
        case .months: try container.encode("months")
        case .years: try container.encode("years")
        }
      }
    }

    public var field: String
    public var order: Order
    /// The greatest number of values to return.
    public var limit: Int
    /// A query that the returned keywords match; `nil` for all keywords.
    public var q: String?
    /// Whether conditions of the filter on this field are ignored.
    public var ignoresOwnFilter: Bool
    public var histogram: Histogram?

    public init(
      _ field: String, order: Order = .count, limit: Int = 10, matching q: String? = nil,
      ignoresOwnFilter: Bool = false, histogram: Histogram? = nil
    ) {
      (self.field, self.order, self.limit, self.q) = (field, order, limit, q)
      (self.ignoresOwnFilter, self.histogram) = (ignoresOwnFilter, histogram)
    }
  }

  /// The number of items in an answer for each value of a field.
  public struct RemoteFacetCounts: Sendable, Hashable, Decodable {
    public struct Value: Sendable, Hashable, Decodable {
      public let value: RemoteValue
      public let count: Int
    }

    public let field: String
    public let values: [Value]
    /// The number of distinct values, beyond the limit, too; `nil` for numbers and times if the limit is 0.
    public let valueCount: Int?
    /// The number of items that lack the field.
    public let missingCount: Int
    public let least, greatest: RemoteValue?
    /// The buckets that have items; `nil` without a histogram.
    public let histogram: [Value]?
  }

  extension Encodable {
    /// The value as JSON, for a parameter of a URL.
    func json() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }
#endif
