extension FieldContent {
  /// Reads a value of a table or of JSON.
  ///
  /// Integers, reals and times are written as in a filter; an integer may have a fraction or an exponent if it is whole, as
  /// `1.5e3`. Booleans are `true`, `yes`, `1`, `false`, `no` and `0`, in capitals or not. Any text is a keyword.
  /// - Returns: `nil` if the text is no value of the type.
  package init?(_ text: String, as kind: FieldKind) {
    switch kind {
    case .keyword: self = .text(text)
    case .boolean:
      switch text.lowercased() {
      case "true", "yes", "1": self = .flag(true)
      case "false", "no", "0": self = .flag(false)
      default: return nil
      }
    case .time:
      guard let time = Timestamp(text) else { return nil }
      self = .code(FieldCode.code(time.millisecondsSince1970))
    case .integer:
      switch NumberText(text) {
      case .whole(let number): self = .code(FieldCode.code(number))
      case .real(let number):
        guard let whole = Int64(exactly: number) else { return nil }
        self = .code(FieldCode.code(whole))
      case nil: return nil
      }
    case .real:
      let number: Double? =
        switch NumberText(text) {
        case .whole(let number): Double(number)
        case .real(let number): number
        case nil: nil
        }
      guard let code = number.flatMap(FieldCode.code) else { return nil }
      self = .code(code)
    }
  }
}

extension FieldKind {
  /// The type that all of some texts can have: ``integer``, else ``real``, else ``keyword``.
  ///
  /// A number with a plus sign or a needless zero before it, as 007, is a keyword. So all integers are printed as they came.
  /// - Complexity: O(*n*) in the length of the texts, until one is no number.
  package init(inferredFrom texts: some Sequence<String>) {
    var kind: FieldKind?
    for text in texts {
      guard FieldKind.hasPlainDigits(text), let number = NumberText(text) else {
        self = .keyword
        return
      }
      if case .real = number { kind = .real } else { kind = kind ?? .integer }
    }
    self = kind ?? .keyword
  }

  private static func hasPlainDigits(_ text: String) -> Bool {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    guard let first = digits.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first else { return false }
    if first != UInt8(ascii: "0") { return true }
    guard let second = digits.dropFirst().first else { return !isNegative }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= second)
  }
}
