#if Service
  import Foundation

  /// The id of an item: an integer or a text.
  public enum RemoteID: Sendable, Hashable, Codable {
    case integer(Int64)
    case text(String)

    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int64.self) {
        self = .integer(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .integer(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      }
    }

    /// The id in a path. A text that would be parsed as something else is written as a JSON string.
    var inPath: String {
      switch self {
      case .integer(let number): return number.description
      case .text(let text):
        let isPlain = !text.hasPrefix("\"") && Int64(text)?.description != text && !text.isEmpty
        if isPlain { return text }
        let json = try? JSONEncoder().encode(text)
        return json.map { String(decoding: $0, as: UTF8.self) } ?? text
      }
    }
  }

  /// A window of the results of a search.
  public struct SearchAnswer: Sendable, Decodable {
    public struct Hit: Sendable, Decodable {
      public let id: RemoteID
      public let title: String
      public let position: Int
      public let cost: Double
      /// By field, pairs of UTF-16 offsets; `nil` if they were not requested, or as HTML.
      public let highlights: [String: [[Int]]]?
      /// `nil` unless they were requested (`include`: `fields`).
      public let fields: RemoteFields?

      private enum Key: String, CodingKey { case id, title, position, cost, highlights, fields }

      public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        id = try container.decode(RemoteID.self, forKey: .id)
        title = try container.decode(String.self, forKey: .title)
        position = try container.decode(Int.self, forKey: .position)
        cost = try container.decode(Double.self, forKey: .cost)
        highlights = try? container.decode([String: [[Int]]].self, forKey: .highlights)
        fields = try container.decodeIfPresent(RemoteFields.self, forKey: .fields)
      }
    }

    public let q: String
    public let generation: UInt64
    public let offset, total: Int
    public let isTotalExact, isPartial: Bool
    public let snapshot: String?
    public let hits: [Hit]
    /// In the order in which they were requested; `nil` if none were.
    public let facets: [RemoteFacetCounts]?
    /// All sections of the sorted hits; `nil` unless they were requested.
    public let sections: [RemoteSection]?
    /// The time for finding and highlighting in the engine; `nil` for a key that is bound to a filter.
    public let microseconds: Int?
    /// In live searches: the revision of the wish that it answers, and the number of rows.
    public let revision, count: Int?
  }

  /// A window of a list.
  public struct RowsAnswer: Sendable, Decodable {
    public struct Row: Sendable, Decodable {
      public let id: RemoteID
      public let title: String
    }

    public let generation: UInt64
    public let count, offset: Int
    public let index: Int?
    public let snapshot: String?
    public let rows: [Row]
  }

  /// The jumplist of a list, or of the hits of a query.
  public struct JumplistAnswer: Sendable, Decodable {
    public struct Entry: Sendable, Decodable {
      public let id: Int
      public let label: String
      /// The kind, such as `letter` or `section`.
      public let kind: String
      /// The number of rows in the bucket, and the number before it.
      public let count, start: Int
      /// The row that a tap leads to; `nil` if there are no rows at all.
      public let target: Int?
    }

    public let generation: UInt64
    /// The number of all rows, or of all hits.
    public let count: Int
    /// Whether the order of the list has buckets.
    public let hasBuckets: Bool
    public let entries: [Entry]
    public let snapshot: String?
    /// In live searches: the revision of the wish that it belongs to.
    public let revision: Int?
  }

  /// An item without its payload.
  public struct RemoteItem: Sendable, Hashable, Codable {
    public var id: RemoteID
    public var title: String
    public var searchText, reading: String
    public var weight: UInt16
    public var isSearchable: Bool
    public var section: String
    public var position: Double
    /// `nil` for an item of a list without fields.
    public var fields: RemoteFields?

    public init(
      id: RemoteID, title: String, searchText: String = "", reading: String = "", weight: UInt16 = 0,
      isSearchable: Bool = true, section: String = "", position: Double = 0,
      fields: RemoteFields? = nil
    ) {
      (self.id, self.title, self.searchText, self.reading) = (id, title, searchText, reading)
      (self.weight, self.isSearchable, self.section, self.position) = (weight, isSearchable, section, position)
      self.fields = fields
    }

    struct Content: Encodable {
      let title, searchText, reading, section: String
      let weight: UInt16
      let isSearchable: Bool
      let position: Double
      let fields: RemoteFields?
    }

    /// All except the id, which is in the path.
    var content: Content {
      Content(
        title: title, searchText: searchText, reading: reading, section: section, weight: weight,
        isSearchable: isSearchable, position: position, fields: fields)
    }
  }

  /// A problem reported by a server (RFC 9457).
  public struct ServerProblem: Error, Sendable, Decodable, CustomStringConvertible {
    /// The kind of problem: the last part of its type.
    public let kind: String
    public let status: Int
    public let detail: String
    public let parameter: String?

    public var description: String { detail }

    init(kind: String, status: Int, detail: String, parameter: String?) {
      (self.kind, self.status, self.detail, self.parameter) = (kind, status, detail, parameter)
    }

    private struct Document: Decodable {
      let type, detail: String
      let parameter: String?
    }

    init(_ data: Data, status: Int) {
      self.status = status
      if let document = try? JSONDecoder().decode(Document.self, from: data) {
        kind = document.type.split(separator: "/").last.map { String($0) } ?? document.type
        (detail, parameter) = (document.detail, document.parameter)
      } else {
        (kind, detail, parameter) = ("unknown", "the server answers with status \(status)", nil)
      }
    }
  }
#endif
