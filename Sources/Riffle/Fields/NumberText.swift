/// A number that a text stands for, as filters and columns of tables have it.
enum NumberText: Equatable {
  case whole(Int64)
  case real(Double)

  /// Reads a decimal number, with or without a fraction and an exponent, or `inf`, or `-inf`. Returns `nil` for any other text.
  init?(_ text: String) {
    if let number = Int64(text) {
      self = .whole(number)
    } else if text.utf8.allSatisfy(NumberText.isOfNumber), let number = Double(text) {
      self = .real(number)
    } else if text == "inf" || text == "-inf" {
      self = .real(text == "inf" ? .infinity : -.infinity)
    } else {
      return nil
    }
  }

  /// Whether a byte may be part of a decimal number.
  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
