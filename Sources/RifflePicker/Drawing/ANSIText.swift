import RiffleInput

/// A text whose escape sequences have been converted to colours or removed.
package struct ANSIText: Sendable, Hashable {
  /// The text without escape sequences.
  package private(set) var text = ""
  /// The styles of parts of the text, by UTF-8 offsets, ascending. Text outside them is plain.
  package private(set) var spans: [StyleSpan] = []

  /// - Parameter text: parsed by ECMA-48. Only sequences that set colours have an effect.
  package init(_ text: String) {
    guard text.utf8.contains(0x1B) else {
      self.text = text
      return
    }
    var style = Style.plain
    var kept: [UInt8] = []
    var spanStart = 0
    var scanner = EscapeScanner()
    for byte in text.utf8 {
      switch scanner.take(byte) {
      case .text: kept.append(byte)
      case .control where byte == UInt8(ascii: "m"):
        close(&spanStart, kept.count, style)
        ANSIText.apply(ANSIText.numbers(scanner.parameters), to: &style)
      case .sequence, .control: break
      }
    }
    close(&spanStart, kept.count, style)
    self.text = String(decoding: kept, as: UTF8.self)
  }

  private mutating func close(_ start: inout Int, _ end: Int, _ style: Style) {
    if end > start, style != .plain { spans.append(StyleSpan(range: start..<end, style: style)) }
    start = end
  }

  private static func numbers(_ parameters: [UInt8]) -> [Int] {
    String(decoding: parameters, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: { $0 == ";" || $0 == ":" }).map { Int($0) ?? 0 }
  }

  private static func apply(_ parameters: [Int], to style: inout Style) {
    var rest = parameters[...]
    while let code = rest.popFirst() {
      switch code {
      case 0: style = .plain
      case 1: style.attributes.insert(.bold)
      case 2: style.attributes.insert(.dim)
      case 3: style.attributes.insert(.italic)
      case 4: style.attributes.insert(.underline)
      case 7: style.attributes.insert(.reverse)
      case 9: style.attributes.insert(.strikethrough)
      case 22: style.attributes.subtract([.bold, .dim])
      case 23: style.attributes.remove(.italic)
      case 24: style.attributes.remove(.underline)
      case 27: style.attributes.remove(.reverse)
      case 29: style.attributes.remove(.strikethrough)
      case 30...37: style.foreground = .indexed(UInt8(code - 30))
      case 38: if let color = color(&rest) { style.foreground = color }
      case 39: style.foreground = nil
      case 40...47: style.background = .indexed(UInt8(code - 40))
      case 48: if let color = color(&rest) { style.background = color }
      case 49: style.background = nil
      case 90...97: style.foreground = .indexed(UInt8(code - 82))
      case 100...107: style.background = .indexed(UInt8(code - 92))
      default: break
      }
    }
  }

  private static func color(_ rest: inout ArraySlice<Int>) -> Color? {
    switch rest.popFirst() {
    case 5:
      return rest.popFirst().flatMap { UInt8(exactly: $0) }.map { .indexed($0) }
    case 2:
      guard rest.count >= 3 else {
        rest = []
        return nil
      }
      let parts = rest.prefix(3).map { UInt8(exactly: $0) }
      rest = rest.dropFirst(3)
      guard let red = parts[0], let green = parts[1], let blue = parts[2] else { return nil }
      return .rgb(red, green, blue)
    default: return nil
    }
  }
}

/// A range of a text with one style, by UTF-8 offsets.
package struct StyleSpan: Hashable, Sendable {
  package var range: Range<Int>
  package var style: Style

  package init(range: Range<Int>, style: Style) { (self.range, self.style) = (range, style) }
}
