/// Traits made of parts that are changed and coded separately.
protocol PartedTraits: Sendable {
  static var parts: [TraitsPart<Self>] { get }
  /// Traits with default values. JSON omits the parts that are equal to these.
  static var usual: Self { get }
}

/// A part of traits: the way to combine two changes of it, and its form in JSON.
struct TraitsPart<Traits: PartedTraits>: Sendable {
  typealias Path<Value> = any WritableKeyPath<Traits, Value> & Sendable

  fileprivate let take: @Sendable (inout Traits, _ old: Traits, _ new: Traits) -> Void
  fileprivate var encode: @Sendable (Traits, inout KeyedEncodingContainer<PartName>) throws -> Void = { _, _ in }
  fileprivate var decode: @Sendable (inout Traits, KeyedDecodingContainer<PartName>) throws -> Void = { _, _ in }

  /// - Parameters:
  ///   - isRequired: whether JSON always has the part.
  ///   - isSame: returns whether two values count as equal. A part that is the same as the default is not in JSON.
  ///   - change: applies the change from an old value to a new one to the current value.
  private init<Value: Codable & Sendable>(
    _ path: Path<Value>, _ name: String, isRequired: Bool = false,
    isSame: @escaping @Sendable (Value, Value) -> Bool,
    change: @escaping @Sendable (_ current: inout Value, _ old: Value, _ new: Value) -> Void = { $0 = $2 }
  ) {
    self.init(path, isSame: isSame, change: change)
    let usual = Traits.usual[keyPath: path]
    let key = PartName(stringValue: name)
    encode = { traits, container in
      let value = traits[keyPath: path]
      if isRequired || !isSame(value, usual) { try container.encode(value, forKey: key) }
    }
    decode = { traits, container in
      if isRequired {
        traits[keyPath: path] = try container.decode(Value.self, forKey: key)
      } else if let value = try container.decodeIfPresent(Value.self, forKey: key) {
        traits[keyPath: path] = value
      }
    }
  }

  private init<Value>(
    _ path: Path<Value>, isSame: @escaping @Sendable (Value, Value) -> Bool,
    change: @escaping @Sendable (_ current: inout Value, _ old: Value, _ new: Value) -> Void = { $0 = $2 }
  ) {
    take = { traits, old, new in
      let (old, new) = (old[keyPath: path], new[keyPath: path])
      if !isSame(old, new) { change(&traits[keyPath: path], old, new) }
    }
  }

  /// Returns a part that is changed as a whole, and is not in JSON.
  static func uncoded<Value: Equatable & Sendable>(_ path: Path<Value>) -> TraitsPart { TraitsPart(path, isSame: ==) }

  /// Returns a part that is changed as a whole.
  static func whole<Value: Codable & Equatable & Sendable>(
    _ path: Path<Value>, _ name: String, isRequired: Bool = false
  ) -> TraitsPart {
    TraitsPart(path, name, isRequired: isRequired, isSame: ==)
  }

  /// Returns a part that is a text; a different spelling is a change.
  static func text(_ path: Path<String>, _ name: String, isRequired: Bool = false) -> TraitsPart {
    TraitsPart(path, name, isRequired: isRequired, isSame: { $0.isSpelt(as: $1) })
  }

  /// Returns a part that is a dictionary; its members are changed separately.
  static func members<Key: Codable & Sendable, Value: Codable & Equatable & Sendable>(
    _ path: Path<[Key: Value]>, _ name: String
  ) -> TraitsPart {
    TraitsPart(path, name, isSame: ==) { current, old, new in
      for (key, value) in new where old[key] != value { current[key] = value }
      for key in old.keys where new[key] == nil { current[key] = nil }
    }
  }

  /// Returns a part that consists of parts itself.
  static func parts<Value: PartedTraits & Codable & Equatable>(_ path: Path<Value>, _ name: String) -> TraitsPart {
    TraitsPart(path, name, isSame: ==) { $0 = $0.changed(from: $1, to: $2) }
  }
}

/// The name of a part in JSON, or a key of a dictionary.
struct PartName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension PartedTraits {
  /// Returns these traits with the changes from `old` to `new`; parts that do not differ between these stay.
  func changed(from old: Self, to new: Self) -> Self {
    var traits = self
    for part in Self.parts { part.take(&traits, old, new) }
    return traits
  }

  func encodeParts(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PartName.self)
    for part in Self.parts { try part.encode(self, &container) }
  }

  static func decodingParts(from decoder: any Decoder) throws -> Self {
    let container = try decoder.container(keyedBy: PartName.self)
    var traits = usual
    for part in parts { try part.decode(&traits, container) }
    return traits
  }
}
