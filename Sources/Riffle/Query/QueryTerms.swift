/// Returns the terms of a plain query, its words. Compounds are cut at their punctuation, but not where letters and digits or
/// small and capital letters meet, because typed boundaries rarely follow the list. Han and kana become pairs of neighbouring
/// letters.
func terms(of query: String, _ analyzer: TextAnalyzer) -> [Term] {
  let text = analyzer.analyze(query)
  var runs: [Run] = []
  var previous: TokenKind?
  for token in text.tokens {
    switch token.kind {
    case .simple, .part:
      let isCJK = startsWithCJK(text.bytes.span.extracting(token.range))
      if let last = runs.last, last.range.upperBound == token.range.lowerBound,
        token.kind == .part ? previous == .part : isCJK && last.isCJK
      {
        runs[runs.count - 1].range = last.range.lowerBound..<token.range.upperBound
      } else {
        runs.append(Run(range: token.range, isCJK: isCJK))
      }
      previous = token.kind
    case .compound, .inner:
      previous = token.kind
    case .extra, .extraAcross, .spelling:
      break
    }
  }
  return runs.flatMap { run in
    let bytes = Array(text.bytes[run.range])
    return run.isCJK ? pairs(bytes) : [Term(bytes)]
  }
}

/// Letters that make one term, or several if Han and kana.
private struct Run {
  var range: Range<Int>
  let isCJK: Bool
}

/// Whether an index forms pairs here: see ``CJKRun``.
private func startsWithCJK(_ utf8: Span<UInt8>) -> Bool {
  utf8.count > 0 && ScalarProperties(decodeScalar(utf8, at: 0).scalar).isCJK
}

/// Every second pair of neighbours, and the last one: enough to hold every letter.
private func pairs(_ utf8: [UInt8]) -> [Term] {
  var letters: [Range<Int>] = []
  var start = 0
  while start < utf8.count {
    let (scalar, length) = decodeScalar(utf8.span, at: start)
    if ScalarProperties(scalar).isIgnorable, let last = letters.last {
      // A mark that does not compose with the letter it stands on.
      letters[letters.count - 1] = last.lowerBound..<start + length
    } else {
      letters.append(start..<start + length)
    }
    start += length
  }
  guard letters.count > 2 else { return [Term(utf8)] }
  var starts = Array(stride(from: 0, to: letters.count - 1, by: 2))
  if letters.count % 2 == 1 { starts.append(letters.count - 2) }
  return starts.map { Term(Array(utf8[letters[$0].lowerBound..<letters[$0 + 1].upperBound])) }
}
