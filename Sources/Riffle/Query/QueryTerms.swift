/// The terms of a plain query: its words, compounds cut at their punctuation but not where letters and
/// digits or small and capital letters meet, because people seldom type those boundaries as the list
/// has them. Han and kana become pairs of neighbouring characters.
func terms(of query: String, _ analyzer: TextAnalyzer) -> [Term] {
  let text = analyzer.analyze(query)
  let bytes = text.bytes.span
  var ranges: [Range<Int>] = []
  var previous: TokenKind?
  for token in text.tokens {
    switch token.kind {
    case .simple, .part:
      let continuesLast = ranges.last?.upperBound == token.range.lowerBound
      if continuesLast, token.kind == .part ? previous == .part : isRun(token, bytes) {
        ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<token.range.upperBound
      } else {
        ranges.append(token.range)
      }
      previous = token.kind
    case .compound, .inner:
      previous = token.kind
    case .extra, .extraAcross:
      break
    }
  }
  return ranges.flatMap { range in
    startsWithHanOrKana(bytes.extracting(range)) ? pairs(bytes.extracting(range)) : [Term(Array(text.bytes[range]))]
  }
}

private func isRun(_ token: Token, _ bytes: Span<UInt8>) -> Bool {
  startsWithHanOrKana(bytes.extracting(token.range))
}

private func startsWithHanOrKana(_ utf8: Span<UInt8>) -> Bool {
  guard utf8.count >= 3, utf8[0] >= 0xE2 else { return false }
  var scalars: [UInt32] = []
  decodeScalars(utf8.extracting(first: min(utf8.count, utf8Length(lead: utf8[0]))), into: &scalars)
  return scalars.first.map(isHanOrKana) ?? false
}

/// Every second pair of neighbours, and the last one: enough to hold every character.
private func pairs(_ utf8: Span<UInt8>) -> [Term] {
  var scalars: [UInt32] = []
  decodeScalars(utf8, into: &scalars)
  guard scalars.count > 2 else { return [Term(utf8Bytes(scalars[...]))] }
  var starts = Array(stride(from: 0, to: scalars.count - 1, by: 2))
  if scalars.count % 2 == 1 { starts.append(scalars.count - 2) }
  return starts.map { Term(utf8Bytes(scalars[$0..<$0 + 2])) }
}

private func utf8Bytes(_ scalars: ArraySlice<UInt32>) -> [UInt8] {
  var string = String.UnicodeScalarView()
  string.append(contentsOf: scalars.compactMap(Unicode.Scalar.init))
  return Array(String(string).utf8)
}
