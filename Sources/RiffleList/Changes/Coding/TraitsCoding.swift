// What rows and sections have, in the form that JSON gives it. What is as it is anyway is left out, and may be.

extension RowTraits: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, kind, title, subtitle, searchText, reading, weight, isSearchable, isHidden, attributes, actions, controls
    case abilities
  }

  public func encode(to encoder: any Encoder) throws {
    let usual = RowTraits(id: "", title: "")
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(kind.name, unless: usual.kind.name, forKey: .kind)
    try container.encode(subtitle, unless: usual.subtitle, forKey: .subtitle)
    try container.encode(searchText, unless: usual.searchText, forKey: .searchText)
    try container.encode(reading, unless: usual.reading, forKey: .reading)
    try container.encode(weight, unless: usual.weight, forKey: .weight)
    try container.encode(isSearchable, unless: usual.isSearchable, forKey: .isSearchable)
    try container.encode(isHidden, unless: usual.isHidden, forKey: .isHidden)
    try container.encode(attributes, unless: [:], forKey: .attributes)
    try container.encode(actions.byName, unless: [:], forKey: .actions)
    try container.encode(controls, unless: [:], forKey: .controls)
    try container.encode(abilities, unless: usual.abilities, forKey: .abilities)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(RowID.self, forKey: .id), title: try container.decode(String.self, forKey: .title))
    kind = RowKind(try container.decode(forKey: .kind, orElse: kind.name))
    subtitle = try container.decode(forKey: .subtitle, orElse: subtitle)
    searchText = try container.decode(forKey: .searchText, orElse: searchText)
    reading = try container.decode(forKey: .reading, orElse: reading)
    weight = try container.decode(forKey: .weight, orElse: weight)
    isSearchable = try container.decode(forKey: .isSearchable, orElse: isSearchable)
    isHidden = try container.decode(forKey: .isHidden, orElse: isHidden)
    attributes = try container.decode(forKey: .attributes, orElse: attributes)
    actions = [ActionKey: Action](byName: try container.decode(forKey: .actions, orElse: [:]))
    controls = try container.decode(forKey: .controls, orElse: controls)
    abilities = try container.decode(forKey: .abilities, orElse: abilities)
  }
}

extension SectionTraits: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, header, footer, isHidden, attributes, defaults
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(header, forKey: .header)
    try container.encodeIfPresent(footer, forKey: .footer)
    try container.encode(isHidden, unless: false, forKey: .isHidden)
    try container.encode(attributes, unless: [:], forKey: .attributes)
    try container.encode(defaults, unless: RowDefaults(), forKey: .defaults)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(id: try container.decode(SectionID.self, forKey: .id))
    header = try container.decodeIfPresent(Supplement.self, forKey: .header)
    footer = try container.decodeIfPresent(Supplement.self, forKey: .footer)
    isHidden = try container.decode(forKey: .isHidden, orElse: isHidden)
    attributes = try container.decode(forKey: .attributes, orElse: attributes)
    defaults = try container.decode(forKey: .defaults, orElse: defaults)
  }
}

extension Supplement: Codable {
  private enum CodingKeys: String, CodingKey {
    case text, attributes
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(text, forKey: .text)
    try container.encode(attributes, unless: [:], forKey: .attributes)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decodeIfPresent(String.self, forKey: .text),
      attributes: try container.decode(forKey: .attributes, orElse: [:]))
  }
}

extension RowDefaults: Codable {
  private enum CodingKeys: String, CodingKey {
    case attributes, actions, abilities
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(attributes, unless: [:], forKey: .attributes)
    try container.encode(actions.byName, unless: [:], forKey: .actions)
    try container.encode(abilities, unless: RowAbilities(), forKey: .abilities)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      attributes: try container.decode(forKey: .attributes, orElse: [:]),
      actions: [ActionKey: Action](byName: try container.decode(forKey: .actions, orElse: [:])),
      abilities: try container.decode(forKey: .abilities, orElse: RowAbilities()))
  }
}

extension KeyedEncodingContainer {
  fileprivate mutating func encode<Value: Encodable & Equatable>(_ value: Value, unless usual: Value, forKey key: Key)
    throws
  {
    if value != usual { try encode(value, forKey: key) }
  }
}

extension KeyedDecodingContainer {
  fileprivate func decode<Value: Decodable>(forKey key: Key, orElse usual: Value) throws -> Value {
    try decodeIfPresent(Value.self, forKey: key) ?? usual
  }
}

extension [ActionKey: Action] {
  /// Dictionaries are JSON objects only if their keys are strings.
  fileprivate var byName: [String: Action] {
    [String: Action](map { ($0.key.name, $0.value) }) { first, _ in first }
  }

  fileprivate init(byName actions: [String: Action]) {
    self.init(actions.map { (ActionKey($0.key), $0.value) }) { first, _ in first }
  }
}
