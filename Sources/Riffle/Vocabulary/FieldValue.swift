/// A value of a field.
///
/// Two values are equal if they have the same type and the same bits. So “é” composed and decomposed are two values.
public enum FieldValue: Sendable {
  case text(String)
  case integer(Int64)
  case real(Double)
  case time(Timestamp)
  case boolean(Bool)
}

extension FieldValue: Hashable {
  public static func == (a: FieldValue, b: FieldValue) -> Bool {
    switch (a, b) {
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    case (.time(let a), .time(let b)): a == b
    case (.boolean(let a), .boolean(let b)): a == b
    case (.text, _), (.integer, _), (.real, _), (.time, _), (.boolean, _): false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text):
      hasher.combine(text.utf8.count)
      for byte in text.utf8 { hasher.combine(byte) }
    case .integer(let number): hasher.combine(number)
    case .real(let number): hasher.combine(number.bitPattern)
    case .time(let time): hasher.combine(time)
    case .boolean(let value): hasher.combine(value)
    }
  }
}

extension FieldValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral
{
  public init(stringLiteral text: String) { self = .text(text) }
  public init(integerLiteral number: Int64) { self = .integer(number) }
  public init(floatLiteral number: Double) { self = .real(number) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension FieldValue: CustomStringConvertible {
  /// The value alone, without quotation marks.
  public var description: String {
    switch self {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .time(let time): "\(time)"
    case .boolean(let value): "\(value)"
    }
  }
}

/// Texts, integers and booleans are coded as themselves, others under the name of their type: `{"real": 0.5}`,
/// `{"time": "2024-05-01T00:00:00Z"}`. A number that is no integer is read as a real, too.
extension FieldValue: Codable {
  private enum CodingKeys: String, CodingKey { case real, time }

  public init(from decoder: any Decoder) throws {
    if let keyed = try? decoder.container(keyedBy: CodingKeys.self) {
      if keyed.contains(.real) {
        self = .real(try keyed.decode(Double.self, forKey: .real))
      } else {
        self = .time(try keyed.decode(Timestamp.self, forKey: .time))
      }
      return
    }
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let number = try? container.decode(Int64.self) {
      self = .integer(number)
    } else if let number = try? container.decode(Double.self) {
      self = .real(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .real(let number):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(number, forKey: .real)
    case .time(let time):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(time, forKey: .time)
    case .text(let text): try encode(text, to: encoder)
    case .integer(let number): try encode(number, to: encoder)
    case .boolean(let value): try encode(value, to: encoder)
    }
  }

  private func encode(_ value: some Encodable, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
