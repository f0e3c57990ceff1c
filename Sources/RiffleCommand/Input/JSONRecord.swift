import FoundationEssentials

/// The chosen values of a JSON record, as text.
struct JSONRecord: DecodableWithConfiguration {
  /// One for each path asked for; `nil` where there is no value.
  let texts: [String?]

  init(from decoder: any Decoder, configuration paths: [KeyPath]) throws {
    let object = try optionally { try decoder.container(keyedBy: JSONKey.self) }
    texts = try paths.indices.map { index in
      let keys = paths[index].keys[...]
      do {
        guard let first = keys.first, let object else { return try Self.text(at: keys, in: decoder) }
        return try Self.text(at: first, then: keys.dropFirst(), in: object)
      } catch is NoText {
        throw NotText(index: index)
      }
    }
  }

  /// A chosen value is an object, or an array of arrays. `index` counts the paths.
  struct NotText: Error {
    let index: Int
  }

  private static func text(at keys: ArraySlice<String>, in decoder: any Decoder) throws -> String? {
    guard let key = keys.first else { return try text(of: decoder) }
    if let object = try optionally({ try decoder.container(keyedBy: JSONKey.self) }) {
      return try text(at: key, then: keys.dropFirst(), in: object)
    }
    guard let index = Int(key), index >= 0,
      var array = try optionally({ try decoder.unkeyedContainer() }), index < array.count ?? 0
    else { return nil }
    for _ in 0..<index { _ = try array.superDecoder() }
    return try text(at: keys.dropFirst(), in: array.superDecoder())
  }

  private static func text(
    at key: String, then keys: ArraySlice<String>, in object: KeyedDecodingContainer<JSONKey>
  ) throws -> String? {
    let key = JSONKey(stringValue: key)
    guard object.contains(key) else { return nil }
    if keys.isEmpty, let text = try optionally({ try object.decode(String.self, forKey: key) }) { return text }
    return try text(at: keys, in: object.superDecoder(forKey: key))
  }

  /// A text, a number, a truth value, or an array of such things with spaces between them.
  private static func text(of decoder: any Decoder) throws -> String? {
    if var array = try optionally({ try decoder.unkeyedContainer() }) {
      var texts: [String] = []
      while !array.isAtEnd {
        if let text = try text(ofScalar: array.superDecoder()) { texts.append(text) }
      }
      return texts.joined(separator: " ")
    }
    return try text(ofScalar: decoder)
  }

  private static func text(ofScalar decoder: any Decoder) throws -> String? {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() { return nil }
    if let text = try optionally({ try value.decode(String.self) }) { return text }
    if let number = try optionally({ try value.decode(Int64.self) }) { return number.description }
    if let number = try optionally({ try value.decode(UInt64.self) }) { return number.description }
    if let truth = try optionally({ try value.decode(Bool.self) }) { return truth.description }
    if let number = try optionally({ try value.decode(Double.self) }) { return number.description }
    throw NoText()
  }

  private struct NoText: Error {}
}

/// What `body` gives, or `nil` if the value is of another type.
private func optionally<T>(_ body: () throws -> T) throws -> T? {
  do {
    return try body()
  } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
    return nil
  }
}

private struct JSONKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
