import Foundation
public import Riffle

/// An item as a store keeps it.
public struct StoreItem: Sendable, Identifiable, Hashable {
  public var id: ItemID
  /// What people see.
  public var title: String
  /// More words to find the item by, never shown.
  public var searchText: String
  /// How the title is pronounced or sorted, where it does not say so itself.
  public var reading: String
  /// Puts an item before its equals; higher comes first.
  public var weight: UInt16
  /// `false` keeps the item out of every answer, except to a query without terms.
  public var isSearchable: Bool
  /// The scopes that the item is in, by name. A store reads them, by the conditions of its ``TableSource``; it does not write
  /// them.
  public var scopes: Set<String>
  /// Of a list that is arranged by sections; empty for none.
  public var section: String
  /// Where the item stands in its section.
  public var position: Double
  /// Whatever the program wants to find again with the item.
  public var payload: StorePayload?

  public init(
    id: ItemID, title: String, searchText: String = "", reading: String = "", weight: UInt16 = 0,
    isSearchable: Bool = true, scopes: Set<String> = [], section: String = "", position: Double = 0,
    payload: StorePayload? = nil
  ) {
    (self.id, self.title, self.searchText, self.reading) = (id, title, searchText, reading)
    (self.weight, self.isSearchable, self.scopes) = (weight, isSearchable, scopes)
    (self.section, self.position, self.payload) = (section, position, payload)
  }

  /// The bytes of its texts and its payload, about what it takes in memory.
  package var byteCount: Int {
    [title, searchText, reading, section].reduce(payload?.byteCount ?? 0) { $0 + $1.utf8.count }
  }

  /// Reads a value that ``encode(_:)`` has written.
  /// - Returns: `nil` if the item has no payload.
  /// - Throws: what `JSONDecoder` throws.
  public func decode<Value: Decodable>(_: Value.Type = Value.self) throws -> Value? {
    try payload.map { try JSONDecoder().decode(Value.self, from: $0.data) }
  }

  /// Makes a value the payload, as JSON.
  /// - Throws: what `JSONEncoder` throws.
  public mutating func encode(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    payload = .json(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}

/// What a program keeps with an item.
public enum StorePayload: Sendable, Hashable {
  /// A text, which is JSON where the program means it to be; SQLite's own functions for JSON then read it.
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
