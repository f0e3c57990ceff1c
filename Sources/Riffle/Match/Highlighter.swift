/// Computes the matched letters of a hit.
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
    if tokens[index].kind.isExtra {
      return foldedRange(ofSpelling: letters, ofWord: index).map { [$0] }
        ?? syllables(ofInitials: letters, ofWord: index)
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

extension FieldText {
  /// Where the syllables stand whose initials are letters of the word at `index`, which is made of them: they are those of a
  /// word before it, and of those that follow.
  private func syllables(ofInitials letters: Range<Int>, ofWord index: Int) -> [Range<Int>] {
    let initials = tokens[index].range
    let count = initials.count / Hangul.bytesPerLetter
    for first in tokens[..<index].indices.reversed() where tokens[first].isOneWord {
      var syllables: [Range<Int>] = []
      for token in tokens[first...] where token.isOneWord && syllables.count < count {
        syllables += self.syllables(of: token.range)
      }
      let found = syllables.prefix(count)
      guard found.count == count,
        found.indices.allSatisfy({ number in
          let letter = initials.lowerBound + number * Hangul.bytesPerLetter
          let start = found[number].lowerBound
          return (0..<Hangul.bytesPerLetter).allSatisfy { bytes[letter + $0] == bytes[start + $0] }
        })
      else { continue }
      return Array(found[letters.lowerBound / Hangul.bytesPerLetter..<letters.upperBound / Hangul.bytesPerLetter])
    }
    return []
  }

  private func syllables(of word: Range<Int>) -> [Range<Int>] {
    let starts = Hangul.syllableStarts(in: bytes.span.extracting(word)).map { word.lowerBound + $0 }
    return zip(starts, starts.dropFirst() + [word.upperBound]).map { $0..<$1 }
  }
}

extension Token {
  /// Neither a compound nor made of other words.
  fileprivate var isOneWord: Bool { kind == .simple || kind == .part }
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
