import Foundation
public import Riffle
public import RiffleList

// The ids of rows and sections of a list over a store are names for values in the store, one for each, all different. Names are
// equal if they are canonically equivalent, like Swift's strings; values in a database are not.

extension RowID {
  /// Creates the id of an item's row: a number in decimal, a text unchanged. A text that is a number or empty, or begins with an
  /// apostrophe, gets an apostrophe in front. A text that is not in Unicode's normal form C is written in ASCII.
  public init(_ id: ItemID) {
    switch id {
    case .integer(let number): self.init(String(number))
    case .text(let text): self.init(text.asNumber != nil ? "'" + text : text.asName)
    }
  }
}

extension ItemID {
  /// Creates the id of a row's item.
  /// - Returns: `nil` if it is the id of no item.
  public init?(_ row: RowID) {
    if let number = row.name.asNumber {
      self = .integer(number)
    } else if let text = row.name.named, RowID(.text(text)) == row {
      self = .text(text)
    } else {
      return nil
    }
  }
}

extension SectionID {
  /// Creates the id of a section from the ``StoreItem/section`` of its items. A text that is empty or begins with an apostrophe
  /// gets one in front; a text that is not in Unicode's normal form C is written in ASCII.
  public init(section: String) { self.init(section.asName) }

  /// The ``StoreItem/section`` of the section's items; `nil` if there can be none.
  var section: String? { name.named.flatMap { SectionID(section: $0) == self ? $0 : nil } }
}

extension String {
  private static let quote = UInt8(ascii: "'")
  private static let percent = UInt8(ascii: "%")

  /// The text itself, or its escaped form.
  fileprivate var asName: String {
    if !isComposed { return "'%" + percentEncoded }
    return isEmpty || utf8.first == String.quote ? "'" + self : self
  }

  /// The text that this is the name of; `nil` if it is empty.
  fileprivate var named: String? {
    let name = isComposed ? self : precomposedStringWithCanonicalMapping
    guard name.utf8.first == String.quote else { return name.isEmpty ? nil : name }
    let rest = name.utf8.dropFirst()
    return rest.first == String.percent
      ? String(rest.dropFirst())?.percentDecoded : String(decoding: rest, as: UTF8.self)
  }

  /// Whether it is in normal form C: two such texts are equal only if their scalars are.
  private var isComposed: Bool {
    var span = utf8Span
    return span.isKnownASCII || span.checkForNFC(quickCheck: false)
  }

  private var percentEncoded: String {
    var text = ""
    for byte in utf8 {
      if byte < 0x80, byte != String.percent {
        text.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        text += "%" + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }

  private var percentDecoded: String? { removingPercentEncoding }

  /// The integer with this decimal form; `nil` if there is none. Read for every id that is looked up.
  fileprivate var asNumber: Int64? {
    var digits = utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    guard let first = digits.first, first != UInt8(ascii: "0") || utf8.count == 1 else { return nil }
    var number: Int64 = 0
    for byte in digits {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
      let digit = Int64(byte - UInt8(ascii: "0"))
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      // Downwards, because there is one more number below 0 than above.
      let (next, isTooSmall) = tens.subtractingReportingOverflow(digit)
      if isTooLarge || isTooSmall { return nil }
      number = next
    }
    if isNegative { return number }
    return number == .min ? nil : -number
  }
}
