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
    case .integer(let number): self.init("\(number)")
    case .text(let text): self.init(text.isNumber ? "'" + text : text.asName)
    }
  }
}

extension ItemID {
  /// The item of a row.
  /// - Returns: `nil` for the id of no item.
  public init?(_ row: RowID) {
    if row.name.isNumber, let number = Int64(row.name) {
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

  /// Whether it is a whole number as it is written.
  fileprivate var isNumber: Bool {
    guard let first = utf8.first, first == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= first else {
      return false
    }
    return Int64(self).map { "\($0)" == self } ?? false
  }
}
