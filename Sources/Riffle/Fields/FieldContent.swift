/// What an item has in a field, as columns keep it.
///
/// Numbers are codes: integers of 64 bits that compare as the values do, so that a column need not know what it holds.
enum FieldContent: Sendable {
  case missing
  /// An integer, a real number or a time.
  case code(UInt64)
  case flag(Bool)
  case text(String)
  /// The values of a field that has several; none if it is missing.
  case texts([String])
}

/// Numbers as codes.
enum FieldCode {
  private static let sign: UInt64 = 1 << 63

  static func code(_ number: Int64) -> UInt64 { UInt64(bitPattern: number) ^ sign }

  static func integer(_ code: UInt64) -> Int64 { Int64(bitPattern: code ^ sign) }

  /// - Returns: `nil` for what is not a number.
  static func code(_ number: Double) -> UInt64? {
    if number.isNaN { return nil }
    // One zero.
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
  /// What an item keeps of a field: values of another type than the field's are missing, and so are all but the first of a
  /// field that has one.
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

  /// The same with each keyword once, where it comes first.
  var withoutRepeats: FieldContent {
    guard case .texts(let texts) = self, texts.count > 1 else { return self }
    var seen: Set<ByteText> = []
    return .texts(texts.filter { seen.insert(ByteText($0)).inserted })
  }

  /// The values as an item has them.
  func values(_ kind: FieldKind) -> [FieldValue] {
    switch self {
    case .missing: []
    case .code(let code): [FieldCode.value(code, kind)]
    case .flag(let flag): [.boolean(flag)]
    case .text(let text): [.text(text)]
    case .texts(let texts): texts.map { .text($0) }
    }
  }
}

/// As values are compared by their bytes, so are contents.
extension FieldContent: Equatable {
  static func == (a: FieldContent, b: FieldContent) -> Bool {
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
