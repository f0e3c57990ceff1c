/// The content of a field of one item, as columns keep it.
///
/// Numbers and times are codes of 64 bits that compare as the values do, so one type of column holds them all.
package enum FieldContent: Sendable {
  case missing
  /// An integer, a real number or a time.
  case code(UInt64)
  case flag(Bool)
  case text(String)
  /// The values of a field that may have several; empty if missing.
  case texts([String])
}

/// Conversions between numbers and codes.
enum FieldCode {
  private static let sign: UInt64 = 1 << 63

  static func code(_ number: Int64) -> UInt64 { UInt64(bitPattern: number) ^ sign }

  static func integer(_ code: UInt64) -> Int64 { Int64(bitPattern: code ^ sign) }

  /// - Returns: `nil` for NaN.
  static func code(_ number: Double) -> UInt64? {
    if number.isNaN { return nil }
    // -0 is 0.
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits & sign == 0 ? bits | sign : ~bits
  }

  static func real(_ code: UInt64) -> Double {
    Double(bitPattern: code & sign == 0 ? ~code : code ^ sign)
  }

  static func value(_ code: UInt64, _ kind: FieldKind) -> FieldValue {
    switch kind {
    case .real: .real(real(code))
    case .time: .time(Timestamp(millisecondsSince1970: integer(code)))
    case .integer, .keyword, .boolean: .integer(integer(code))
    }
  }
}

extension FieldContent {
  /// Converts the values of an item. Drops values of another type than the field's, and all but the first unless the field may
  /// have several.
  init(_ values: [FieldValue], as field: FieldDefinition) {
    if field.hasSeveralValues {
      let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
      self = FieldContent.texts(texts).withoutRepeats
      return
    }
    guard let value = values.first else {
      self = .missing
      return
    }
    self =
      switch (field.kind, value) {
      case (.keyword, .text(let text)): .text(text)
      case (.integer, .integer(let number)): .code(FieldCode.code(number))
      case (.real, .real(let number)): FieldCode.code(number).map { .code($0) } ?? .missing
      case (.real, .integer(let number)): FieldCode.code(Double(number)).map { .code($0) } ?? .missing
      case (.time, .time(let time)): .code(FieldCode.code(time.millisecondsSince1970))
      case (.boolean, .boolean(let flag)): .flag(flag)
      default: .missing
      }
  }

  /// The content without repeated keywords.
  var withoutRepeats: FieldContent {
    guard case .texts(let texts) = self, texts.count > 1 else { return self }
    var seen: Set<ByteText> = []
    return .texts(texts.filter { seen.insert(ByteText($0)).inserted })
  }

  /// The values as an item has them.
  package func values(_ kind: FieldKind) -> [FieldValue] {
    switch self {
    case .missing: []
    case .code(let code): [FieldCode.value(code, kind)]
    case .flag(let flag): [.boolean(flag)]
    case .text(let text): [.text(text)]
    case .texts(let texts): texts.map { .text($0) }
    }
  }
}

/// Texts are compared by their bytes.
extension FieldContent: Equatable {
  package static func == (a: FieldContent, b: FieldContent) -> Bool {
    switch (a, b) {
    case (.missing, .missing): true
    case (.code(let a), .code(let b)): a == b
    case (.flag(let a), .flag(let b)): a == b
    case (.text(let a), .text(let b)): ByteText(a) == ByteText(b)
    case (.texts(let a), .texts(let b)): a.lazy.map { ByteText($0) }.elementsEqual(b.lazy.map { ByteText($0) })
    case (.missing, _), (.code, _), (.flag, _), (.text, _), (.texts, _): false
    }
  }
}
