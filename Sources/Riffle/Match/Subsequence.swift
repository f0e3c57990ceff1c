// Mode `subsequence`: the letters of each term stand in the title in their order, whatever lies
// between, and the better they stand the higher the score. The rule is fzf's, version 2
// (https://github.com/junegunn/fzf, MIT, as of 0.74): what counts as a good place is in
// `SubsequenceBonus.swift`, how the best places are chosen in `SubsequenceAlignment.swift`, how
// letters are found in `SubsequenceText.swift`. The program is our own.
//
// Where it departs from fzf: case and accents never count (fzf lets accents count in a term that
// has any); accents are removed by Riffle's folding and not by fzf's table; a combining mark that
// folding drops takes no place in the title, so that composed and decomposed spellings score
// alike; `!`, `^`, `'`, `$` and `|` in a term are letters as any others.

/// How well a title matches, by the rule of fzf: higher is better, `nil` is no match.
///
/// Every term must be found; their scores add up. The title is the original text: its case and punctuation mark the starts of
/// words, while letters are compared folded.
///
/// - Complexity: O(title) to reject; O(title × letters) to score, and in practice nearly
///   O(title + letters). Beyond ``SubsequenceLimit/cells`` a term is placed greedily, in O(title).
package func subsequenceScore(
  _ pattern: SubsequencePattern, title: Span<UInt8>, scratch: inout SubsequenceScratch
) -> Int? {
  scratch.match(pattern, title, collecting: false)
}

/// Whether a title matches, for where its score cannot matter: a list whose page is full of items
/// with ``SubsequencePattern/highestScore`` and shorter titles still counts its matches.
///
/// - Complexity: O(title).
package func subsequenceMatches(
  _ pattern: SubsequencePattern, title: Span<UInt8>, scratch: inout SubsequenceScratch
) -> Bool {
  scratch.find(pattern, in: title) != nil
}

/// The letters that the score was counted for, as UTF-8 ranges of the original title: ascending,
/// apart and merged where they touch; `nil` where the title does not match.
///
/// A letter's range covers the marks after it that folding drops. To show whole characters, widen
/// the ranges to grapheme clusters.
package func subsequenceRanges(
  _ pattern: SubsequencePattern, title: Span<UInt8>, scratch: inout SubsequenceScratch
) -> [Range<Int>]? {
  guard scratch.match(pattern, title, collecting: true) != nil else { return nil }
  return scratch.ranges()
}

/// The order of mode `subsequence`, lower first: the score, best first; then the shorter title;
/// then list order. As in fzf, score and length end at 65,535 and negative scores are all alike.
///
/// - Parameters:
///   - length: The title's ``subsequenceLength(_:)``.
///   - position: The item's position in list order.
package func subsequenceRank(score: Int, length: Int, position: UInt32) -> UInt64 {
  let most = Int(UInt16.max)
  let loss = UInt64(most - min(max(score, 0), most))
  return loss << 48 | UInt64(min(max(length, 0), most)) << 32 | UInt64(position)
}

/// The length that breaks ties between equal scores: Unicode scalars of the original title, without
/// white space at both ends.
package func subsequenceLength(_ title: Span<UInt8>) -> Int {
  // Nothing to leave out.
  if title.count > 0, title[0] &- 0x21 < 0x5F, title[title.count - 1] &- 0x21 < 0x5F { return title.scalarCount }
  var start = 0
  while start < title.count {
    let (scalar, width) = SubsequenceText.scalar(in: title, at: start)
    if !SubsequenceClass.isWhite(scalar) { break }
    start &+= width
  }
  var end = title.count
  while end > start {
    var last = end &- 1
    while last > start && title[last] & 0xC0 == 0x80 { last &-= 1 }
    if !SubsequenceClass.isWhite(SubsequenceText.scalar(in: title, at: last).0) { break }
    end = last
  }
  // All bytes but those that continue a scalar.
  var length = end &- start
  for index in start..<end where title[index] & 0xC0 == 0x80 { length &-= 1 }
  return length
}

extension SubsequenceScratch {
  /// Loads the title and searches for all terms, which is cheap and rejects most titles. Stores the result in `firsts`.
  @inline(__always)
  fileprivate mutating func find(_ pattern: SubsequencePattern, in title: Span<UInt8>) -> Title? {
    let isASCII = text.load(title)
    if isASCII {
      guard pattern.isASCII else { return nil }
    } else {
      text.decode(title)
    }
    let count = isASCII ? title.count : text.count
    if firsts.count < pattern.letters.count {
      firsts = Array(repeating: 0, count: pattern.letters.count)
    }
    for term in pattern.terms {
      let isFound =
        isASCII
        ? text.locateInWords(pattern.letters.span, term, count: count, into: &firsts)
        : text.locateInScalars(pattern.letters.span, term, into: &firsts)
      guard isFound else { return nil }
    }
    return Title(count: count, isASCII: isASCII)
  }

  /// A title as it was loaded.
  fileprivate struct Title {
    var count: Int
    var isASCII: Bool
  }

  /// Returns the score of the title. With `collecting`, stores the places of the letters in `places` and `text.places`.
  @inline(__always)
  fileprivate mutating func match(
    _ pattern: SubsequencePattern, _ title: Span<UInt8>, collecting: Bool
  ) -> Int? {
    guard let found = find(pattern, in: title) else { return nil }
    if collecting { places.removeAll(keepingCapacity: true) }
    var isDecoded = !found.isASCII
    var total = 0
    for index in pattern.terms.indices {
      let term = pattern.terms[index]
      if found.count <= pattern.reaches[index] {
        let last = align(pattern, term, title, found)
        total += Int(table.cells[last].score)
        if collecting { table.trace(from: last, letters: term.count, into: &places) }
      } else {
        if !isDecoded { text.decode(title) }
        isDecoded = true
        total += greedy(pattern, term, collecting: collecting)
      }
    }
    if collecting && !isDecoded { text.decode(title) }
    return total
  }

  /// Fills the table for a term, and returns the cell in which the best alignment ends.
  @inline(__always)
  private mutating func align(
    _ pattern: SubsequencePattern, _ term: Range<Int>, _ title: Span<UInt8>, _ found: Title
  ) -> Int {
    table.reserve(letters: term.count, places: found.count)
    return SubsequenceTable.fill(
      &table.cells, &table.rowEnds, pattern.letters, term, firsts, text, title,
      isASCII: found.isASCII)
  }

  /// `places` as merged ranges of the original title.
  fileprivate mutating func ranges() -> [Range<Int>] {
    places.sort()
    var ranges: [Range<Int>] = []
    for place in places {
      let letter = text.places[place].offset..<text.places[place + 1].offset
      if let end = ranges.last?.upperBound, let start = ranges.last?.lowerBound,
        letter.lowerBound <= end
      {
        ranges[ranges.count - 1] = start..<max(end, letter.upperBound)
      } else {
        ranges.append(letter)
      }
    }
    return ranges
  }
}
