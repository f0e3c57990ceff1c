/// Finds the letters that a hit was counted for.
struct Highlighter {
  let scorer: Scorer

  /// The letters of a word that an assignment takes which is no run.
  func letters(of assignment: Assignment, in word: Span<UInt8>) -> [Range<Int>] {
    let clause = scorer.clauses[assignment.clause]
    guard case .term(let row) = clause.alternatives[assignment.alternative] else { return [] }
    let term = scorer.rows[row].term
    switch assignment.way {
    case .joined, .joinedPrefix:
      return clause.joinedRow.map { [0..<scorer.rows[$0].term.bytes.count] } ?? []
    case .exact, .typo:
      return [0..<word.count]
    case .prefix:
      return [0..<term.bytes.count]
    case .infix:
      let start = word.firstOffset(of: term.bytes, from: 1) ?? 0
      return [start..<start + term.bytes.count]
    case .typoInPrefix:
      return [0..<nearestBeginning(of: word, to: scorer.rows[row])]
    case .skeleton:
      return skeletonRanges(of: term, in: word)
    case .initialsOfTitle, .initialsOfPart, .split, .chunks, .pattern, .absent:
      return []
    }
  }

  /// The words that an assignment takes which is a run, and how much of each.
  /// - Parameter letters: what the words of the layout point into.
  func pieces(
    ofRun assignment: Assignment, _ letters: Span<UInt8>, _ layout: borrowing ItemLayout
  ) -> [(word: Int, letters: Range<Int>)] {
    guard case .term(let row) = scorer.clauses[assignment.clause].alternatives[assignment.alternative] else {
      return []
    }
    return RunTrace.pieces(of: assignment, scorer.rows[row].term, scorer.costs, letters, layout)
      .map { ($0.word, 0..<$0.length) }
  }

  /// The length in bytes of the beginning of a word that a term is nearest to.
  private func nearestBeginning(of word: Span<UInt8>, to matcher: TermMatcher) -> Int {
    var scalars: [UInt32] = []
    decodeScalars(word, into: &scalars)
    return scalars.prefix(matcher.typos?.nearestBeginning(of: scalars) ?? 0).reduce(0) { $0 + utf8Length($1) }
  }

  private func skeletonRanges(of term: Term, in word: Span<UInt8>) -> [Range<Int>] {
    var scalars: [UInt32] = []
    decodeScalars(word, into: &scalars)
    var ranges: [Range<Int>] = []
    var matched = 0
    var offset = 0
    for scalar in scalars {
      let length = utf8Length(scalar)
      if matched < term.length, scalar == term.scalars[matched] {
        ranges.append(offset..<offset + length)
        matched += 1
      }
      offset += length
    }
    return ranges
  }
}

extension FieldText {
  /// Whether there is a word of that index, and it is as long.
  func hasLetters(_ letters: Range<Int>, ofWord index: Int) -> Bool {
    tokens.indices.contains(index) && letters.upperBound <= tokens[index].range.count
  }

  /// Where letters of a word stand in the folded text: those of a compound with inner punctuation stand in its parts.
  /// - Parameter index: of ``tokens``.
  func foldedRanges(of letters: Range<Int>, ofWord index: Int) -> [Range<Int>] {
    let start = tokens[index].range.lowerBound
    if start < foldedCount { return [start + letters.lowerBound..<start + letters.upperBound] }
    if tokens[index].kind == .extra {
      // Initials of one of the words before, which has a syllable for each.
      let length = tokens[index].range.count
      let word = tokens[..<index].lastIndex { token in
        guard token.range.count == length, token.range.lowerBound < foldedCount else { return false }
        var initials = Array(bytes[token.range])
        return Hangul.appendInitials(ofWord: 0..<length, to: &initials)
          && initials[length...].elementsEqual(bytes[tokens[index].range])
      }
      return word.map { tokens[$0].range.lowerBound }.map { [$0 + letters.lowerBound..<$0 + letters.upperBound] } ?? []
    }
    var ranges: [Range<Int>] = []
    var offset = 0
    var part = index + 1
    while part < tokens.count, offset < letters.upperBound {
      guard tokens[part].kind == .part else {
        part += 1
        continue
      }
      let partRange = tokens[part].range
      let taken = letters.clamped(to: offset..<offset + partRange.count)
      if !taken.isEmpty {
        let start = partRange.lowerBound - offset
        ranges.append(start + taken.lowerBound..<start + taken.upperBound)
      }
      offset += partRange.count
      part += 1
    }
    return ranges
  }
}

/// The union of ranges, in ascending order, none touching another.
func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
  if ranges.count <= 1 { return ranges.filter { !$0.isEmpty } }
  var result: [Range<Int>] = []
  for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
    if let last = result.last, range.lowerBound <= last.upperBound {
      result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    } else {
      result.append(range)
    }
  }
  return result
}
