// What can be done with a row, in the form that JSON gives it. What says nothing is left out, and may be.

extension Action: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, arguments
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(name, forKey: .name)
    if arguments != .null { try container.encode(arguments, forKey: .arguments) }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decodeIfPresent(String.self, forKey: .name),
      arguments: try container.decodeIfPresent(JSONValue.self, forKey: .arguments) ?? .null)
  }
}

extension Control: Codable {
  private enum CodingKeys: String, CodingKey {
    case value, action
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: .value)
    try container.encodeIfPresent(action, forKey: .action)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(JSONValue.self, forKey: .value),
      action: try container.decodeIfPresent(Action.self, forKey: .action))
  }
}

extension RowAbilities: Codable {
  private enum CodingKeys: String, CodingKey {
    case isDeletable, moves, selection
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(isDeletable, forKey: .isDeletable)
    try container.encodeIfPresent(moves, forKey: .moves)
    try container.encodeIfPresent(selection, forKey: .selection)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      isDeletable: try container.decodeIfPresent(Bool.self, forKey: .isDeletable),
      moves: try container.decodeIfPresent(MovePolicy.self, forKey: .moves),
      selection: try container.decodeIfPresent(SelectionStyle.self, forKey: .selection))
  }
}
