import Foundation
public import Riffle
public import RiffleList

// Of a list over a store, the ids of rows and sections are names that stand for what the store has: each for one, and no two
// for the same. Names are the same if they are canonically equivalent, as texts are for Swift; what a database has is not.

extension RowID {
  /// The row of an item: a number as it is written, a text as it is. A text that is a number or empty, or begins with an
  /// apostrophe, has an apostrophe before it; one that is not in Unicode's normal form C is written in ASCII.
  public init(_ id: ItemID) {
    switch id {
    case .integer(let number): self.init(String(number))
    case .text(let text): self.init(text.asNumber != nil ? "'" + text : text.asName)
    }
  }
}

extension ItemID {
  /// The item of a row.
  /// - Returns: `nil` for the id of no item.
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
  /// The section of the items that have this as their ``StoreItem/section``: a text that is empty or begins with an
  /// apostrophe has one before it; one that is not in Unicode's normal form C is written in ASCII.
  public init(section: String) { self.init(section.asName) }

  /// What items of the section have as their ``StoreItem/section``; `nil` if there can be none.
  var section: String? { name.named.flatMap { SectionID(section: $0) == self ? $0 : nil } }
}

extension String {
  private static let quote = UInt8(ascii: "'")
  private static let percent = UInt8(ascii: "%")

  /// Itself, or what is written for it.
  fileprivate var asName: String {
    if !isComposed { return "'%" + percentEncoded }
    return isEmpty || utf8.first == String.quote ? "'" + self : self
  }

  /// What it may be the name of; `nil` if it is empty.
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

  /// The whole number that is written so; `nil` if none is. It is asked of every id that is looked for.
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
