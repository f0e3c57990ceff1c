import Foundation
public import Riffle

/// An item of a store.
public struct StoreItem: Sendable, Identifiable, Hashable {
  public var id: ItemID
  /// The text to show.
  public var title: String
  /// More words to find the item by, never shown.
  public var searchText: String
  /// The pronunciation of the title, or the form to sort it by, if it differs from the title.
  public var reading: String
  /// The rank among equal hits; higher comes first.
  public var weight: UInt16
  /// Whether searches find the item; a query without terms finds it regardless.
  public var isSearchable: Bool
  /// The names of the item's scopes. A store reads them, by the conditions of its ``TableSource``, but does not write them.
  public var scopes: Set<String>
  /// The section, in a list that is arranged by sections; empty for none.
  public var section: String
  /// The position of the item in its section.
  public var position: Double
  /// A value that the program stores with the item.
  public var payload: StorePayload?
  /// The values of fields by name, without missing ones. Only a field of several keywords may have more than one.
  public var fields: [String: [FieldValue]]

  public init(
    id: ItemID, title: String, searchText: String = "", reading: String = "", weight: UInt16 = 0,
    isSearchable: Bool = true, scopes: Set<String> = [], section: String = "", position: Double = 0,
    payload: StorePayload? = nil, fields: [String: [FieldValue]] = [:]
  ) {
    (self.id, self.title, self.searchText, self.reading) = (id, title, searchText, reading)
    (self.weight, self.isSearchable, self.scopes) = (weight, isSearchable, scopes)
    (self.section, self.position, self.payload) = (section, position, payload)
    self.fields = fields
  }

  /// The bytes of its texts, its payload and its fields, approximately its size in memory.
  package var byteCount: Int {
    let ofFields = fields.values.reduce(0) { $1.reduce($0) { $0 + $1.byteCount } }
    return [title, searchText, reading, section].reduce(ofFields + (payload?.byteCount ?? 0)) { $0 + $1.utf8.count }
  }

  /// Decodes a value written by ``encode(_:)``.
  /// - Returns: `nil` if the item has no payload.
  /// - Throws: the error of `JSONDecoder`.
  public func decode<Value: Decodable>(_: Value.Type = Value.self) throws -> Value? {
    try payload.map { try JSONDecoder().decode(Value.self, from: $0.data) }
  }

  /// Makes a value the payload, as JSON.
  /// - Throws: the error of `JSONEncoder`.
  public mutating func encode(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    payload = .json(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}

extension FieldValue {
  fileprivate var byteCount: Int { if case .text(let text) = self { text.utf8.count } else { 8 } }
}

/// A value that a program stores with an item.
public enum StorePayload: Sendable, Hashable {
  /// A text, which the program may use as JSON; SQLite's functions for JSON can then read it.
  case json(String)
  case bytes([UInt8])

  fileprivate var byteCount: Int {
    switch self {
    case .json(let text): text.utf8.count
    case .bytes(let bytes): bytes.count
    }
  }

  fileprivate var data: Data {
    switch self {
    case .json(let text): Data(text.utf8)
    case .bytes(let bytes): Data(bytes)
    }
  }
}
