/// The id of an item in a stored list: a whole number or a text.
///
/// A number and a text are never the same id: `1` is not `"1"`. Texts are the same if their scalars are.
public enum ItemID: Sendable {
  case integer(Int64)
  case text(String)
}

extension ItemID: Hashable {
  public static func == (a: ItemID, b: ItemID) -> Bool {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): a == b
    // Not as strings, which are equal if they are canonically equivalent: databases distinguish such texts.
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.integer, .text), (.text, .integer): false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let number): hasher.combine(number)
    case .text(let text):
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }
}

extension ItemID: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(stringLiteral value: String) { self = .text(value) }
}

extension ItemID: CustomStringConvertible {
  public var description: String {
    switch self {
    case .integer(let number): "\(number)"
    case .text(let text): text
    }
  }
}

extension ItemID: Codable {
  /// Reads a number or a string.
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
}
