/// The phrases of a search text: its parts between list marks. It is a list of other names, keywords or sentences,
/// and no name goes on in the next one.
extension FieldText {
  /// Finds out which words begin a phrase.
  /// - Complexity: O(*n*) in the length of the folded text.
  mutating func cutPhrases() {
    var end = 0
    var index = 0
    while index < tokens.count {
      defer { index += 1 }
      let kind = tokens[index].kind
      if kind == .simple || kind == .compound {
        // The letters of a glued compound stand behind the text; its first part begins where it does.
        var first = index
        while tokens[first].range.lowerBound >= foldedCount, first + 1 < tokens.count { first += 1 }
        let start = min(tokens[first].range.lowerBound, foldedCount)
        let startsPhrase = index == 0 || start > end && holdsListMark(bytes.span, end..<start)
        tokens[index].startsPhrase = startsPhrase
      }
      let range = tokens[index].range
      if range.upperBound <= foldedCount { end = max(end, range.upperBound) }
    }
  }
}

/// Whether a list mark stands in a gap between two words: a comma, semicolon, bar, tab or end of a line, of any script,
/// or a slash beside a blank.
func holdsListMark(_ text: Span<UInt8>, _ gap: Range<Int>) -> Bool {
  var index = gap.lowerBound
  while index < gap.upperBound {
    let byte = text[index]
    if byte < 0x80 {
      switch byte {
      case 0x09...0x0D, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"): return true
      case UInt8(ascii: "/"):
        if index > 0, text[index - 1] == 0x20 || index + 1 < text.count && text[index + 1] == 0x20 { return true }
      default: break
      }
      index += 1
    } else {
      let (scalar, length) = decodeScalar(text, at: index)
      if isListMark(scalar) { return true }
      index += length
    }
  }
  return false
}

/// Beyond ASCII: the commas, semicolons and line ends of Unicode 15, as far as folding leaves them.
private func isListMark(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x85, 0x2028, 0x2029: true
  case 0x55D, 0x60C, 0x61B, 0x7F8, 0x1363, 0x1364, 0x1802, 0x1808, 0x204F, 0x2E32, 0x2E34, 0x2E35, 0x2E41, 0x2E49,
    0x2E4C, 0x3001, 0xA60D, 0xA6F5, 0xA6F6, 0xFE10, 0xFE11, 0xFE14, 0xFE50, 0xFE51, 0xFE54, 0xFF0C, 0xFF1B, 0xFF5C,
    0xFF64, 0x16E97:
    true
  default: false
  }
}
