/// Finds the letters that a hit was counted for.
struct Highlighter {
  let scorer: Scorer

  /// The matched parts of the fields, by raw value of ``Field``, as ranges of their folded text in
  /// ascending order, none touching another.
  ///
  /// - Parameters:
  ///   - item: the item that `scratch` holds the layout, matches and assignments of.
  func ranges(in item: borrowing ItemText, _ scratch: borrowing ScorerScratch) -> [[Range<Int>]] {
    var ranges = [[Range<Int>]](repeating: [], count: Field.allCases.count)
    for assignment in scratch.assignments {
      let field = Int(assignment.field.rawValue)
      ranges[field] += foldedRanges(of: assignment, item, scratch)
    }
    return ranges.map(merged)
  }

  private func foldedRanges(
    of assignment: Assignment, _ item: borrowing ItemText, _ scratch: borrowing ScorerScratch
  ) -> [Range<Int>] {
    let clause = scorer.clauses[assignment.clause]
    switch clause.alternatives[assignment.alternative] {
    case .pattern(let pattern):
      return scratch.patternMatches[pattern].map { [$0.range] } ?? []
    case .term(let row):
      let word = assignment.firstWord
      if assignment.way == .joined || assignment.way == .joinedPrefix, let joined = clause.joinedRow {
        let length = scorer.rows[joined].term.bytes.count
        return map(0..<length, ofWord: word, item, scratch)
      }
      return letters(of: assignment, scorer.rows[row].term, item, scratch).flatMap { piece in
        map(piece.letters, ofWord: piece.word, item, scratch)
      }
    }
  }

  private func letters(
    of assignment: Assignment, _ term: Term, _ item: borrowing ItemText, _ scratch: borrowing ScorerScratch
  ) -> [(word: Int, letters: Range<Int>)] {
    let index = assignment.firstWord
    let word = item.letters.span.extracting(scratch.layout.words[index].range)
    switch assignment.way {
    case .exact, .typo, .joined:
      return [(index, 0..<word.count)]
    case .prefix, .joinedPrefix:
      return [(index, 0..<term.bytes.count)]
    case .infix:
      let start = word.firstOffset(of: term.bytes, from: 1) ?? 0
      return [(index, start..<start + term.bytes.count)]
    case .typoInPrefix:
      return [(index, 0..<lengthOfNearestPrefix(of: word, to: term))]
    case .consonantSkeleton, .skeleton:
      return skeletonRanges(of: term, in: word).map { (index, $0) }
    case .initialsOfTitle, .initialsOfPart, .split, .chunks:
      var memo = RunMemo()
      let run = RunMatcher(term, costs: scorer.costs).match(
        at: index, in: scratch.layout, letters: item.letters.span, memo: &memo, keepsPieces: true)
      return (run?.pieces ?? []).map { ($0.word, 0..<$0.length) }
    case .pattern:
      return []
    }
  }

  private func lengthOfNearestPrefix(of word: Span<UInt8>, to term: Term) -> Int {
    var scratch = TypoScratch()
    var scalars: [UInt32] = []
    decodeScalars(word, into: &scalars)
    let nearest = typoDistance(term.scalars, scalars, budget: term.anchoredTypoBudget, scratch: &scratch)
    return scalars.prefix(nearest.prefixLength).reduce(0) { $0 + utf8Length($1) }
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

  /// Takes letters of a word to ranges of the folded text: those of a compound with inner punctuation
  /// stand in its parts.
  private func map(
    _ letters: Range<Int>, ofWord index: Int, _ item: borrowing ItemText, _ scratch: borrowing ScorerScratch
  ) -> [Range<Int>] {
    let words = scratch.layout.words
    let range = item.range(ofWord: index, in: scratch.layout)
    let foldedCount = item.fields[Int(words[index].field.rawValue)].foldedCount
    if range.lowerBound < foldedCount {
      return [range.lowerBound + letters.lowerBound..<range.lowerBound + letters.upperBound]
    }
    var ranges: [Range<Int>] = []
    var offset = 0
    var part = index + 1
    while part < words.count, offset < letters.upperBound {
      guard words[part].kind == .part else {
        part += 1
        continue
      }
      let partRange = item.range(ofWord: part, in: scratch.layout)
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
