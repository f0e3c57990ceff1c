/// A filter is encoded as an object with one key, the condition; a string is decoded as the text of a filter, see ``init(_:)``.
///
/// | condition | value |
/// |---|---|
/// | `equals`, `beginsWith` | `{"field": "country", "value": "SE"}` |
/// | `in` | `{"field": "country", "values": ["SE", "NO"]}` |
/// | `range` | `{"field": "population", "from": 10, "below": 20}`, with `from` or `above`, `through` or `below`, or one of each |
/// | `exists`, `isTrue` | the name of a field |
/// | `all`, `any` | an array of filters |
/// | `not` | a filter |
extension Filter: Codable {
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer(), let text = try? container.decode(String.self) {
      do {
        try self.init(text)
      } catch {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: decoder.codingPath, debugDescription: error.description))
      }
      return
    }
    self.init(try Node(from: decoder))
  }

  public func encode(to encoder: any Encoder) throws { try node.encode(to: encoder) }
}

extension Filter.Node: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case equals, `in`, range, exists, beginsWith, isTrue, all, any, not
  }

  private enum ValueKeys: String, CodingKey { case field, value, values, from, above, through, below }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func fail(_ description: String) -> DecodingError {
      .dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: description))
    }
    // A condition within another one adds two or three keys.
    guard decoder.codingPath.count <= 3 * Filter.maximumDepth else {
      throw fail(FilterError.tooLarge(what: "conditions within one another", limit: Filter.maximumDepth).description)
    }
    guard container.allKeys.count == 1, let key = container.allKeys.first else {
      let names = CodingKeys.allCases.map { $0.rawValue }.joined(separator: ", ")
      throw fail("a condition has one key: name one of \(names)")
    }
    func values() throws -> KeyedDecodingContainer<ValueKeys> {
      try container.nestedContainer(keyedBy: ValueKeys.self, forKey: key)
    }
    switch key {
    case .equals:
      let values = try values()
      self = .equals(
        try values.decode(String.self, forKey: .field), try values.decode(FieldValue.self, forKey: .value))
    case .in:
      let values = try values()
      self = .isIn(
        try values.decode(String.self, forKey: .field), try values.decode([FieldValue].self, forKey: .values))
    case .beginsWith:
      let values = try values()
      self = .beginsWith(
        try values.decode(String.self, forKey: .field), try values.decode(FieldValue.self, forKey: .value))
    case .range:
      let values = try values()
      func bound(_ included: ValueKeys, _ excluded: ValueKeys) throws -> Filter.Bounds.Bound? {
        if values.contains(included), values.contains(excluded) {
          throw fail("a range has both “\(included.rawValue)” and “\(excluded.rawValue)”: give one of them")
        }
        if let value = try values.decodeIfPresent(FieldValue.self, forKey: included) {
          return Filter.Bounds.Bound(value: value, isIncluded: true)
        }
        return try values.decodeIfPresent(FieldValue.self, forKey: excluded).map {
          Filter.Bounds.Bound(value: $0, isIncluded: false)
        }
      }
      let bounds = Filter.Bounds(lower: try bound(.from, .above), upper: try bound(.through, .below))
      if bounds.lower == nil, bounds.upper == nil {
        throw fail("a range has no bound: give one of from, above, through, below")
      }
      self = .range(try values.decode(String.self, forKey: .field), bounds)
    case .exists: self = .exists(try container.decode(String.self, forKey: key))
    case .isTrue: self = .isTrue(try container.decode(String.self, forKey: key))
    case .all: self = .all(try container.decode([Filter.Node].self, forKey: key))
    case .any: self = .any(try container.decode([Filter.Node].self, forKey: key))
    case .not: self = .not(try container.decode(Filter.Node.self, forKey: key))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func encode(_ field: String, _ key: CodingKeys) throws -> KeyedEncodingContainer<ValueKeys> {
      var values = container.nestedContainer(keyedBy: ValueKeys.self, forKey: key)
      try values.encode(field, forKey: .field)
      return values
    }
    switch self {
    case .equals(let field, let value):
      var values = try encode(field, .equals)
      try values.encode(value, forKey: .value)
    case .isIn(let field, let list):
      var values = try encode(field, .in)
      try values.encode(list, forKey: .values)
    case .beginsWith(let field, let value):
      var values = try encode(field, .beginsWith)
      try values.encode(value, forKey: .value)
    case .range(let field, let bounds):
      var values = try encode(field, .range)
      if let lower = bounds.lower { try values.encode(lower.value, forKey: lower.isIncluded ? .from : .above) }
      if let upper = bounds.upper { try values.encode(upper.value, forKey: upper.isIncluded ? .through : .below) }
    case .exists(let field): try container.encode(field, forKey: .exists)
    case .isTrue(let field): try container.encode(field, forKey: .isTrue)
    case .all(let nodes): try container.encode(nodes, forKey: .all)
    case .any(let nodes): try container.encode(nodes, forKey: .any)
    case .not(let node): try container.encode(node, forKey: .not)
    }
  }
}
