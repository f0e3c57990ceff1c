/// The terms of a query of mode `subsequence`, each of which must be found.
package struct SubsequencePattern: Sendable {
  /// The letters of all terms, one term after the other.
  let letters: [Letter]
  /// Each term, as its part of `letters`.
  let terms: [Range<Int>]
  /// The longest title in which each term's best alignment is computed; see ``SubsequenceLimit``.
  let reaches: [Int]
  /// Whether a title of nothing but ASCII can match at all.
  let isASCII: Bool
  /// The letters of each term, if all of them are ASCII.
  private let bytes: [[UInt8]]
  private let isCaseSensitive: Bool
  /// The number of letters of the longest term.
  private let longest: Int

  /// - Parameters:
  ///   - terms: The folded scalars of each term, folded as the titles will be. Terms
  ///   without scalars are left out; a pattern without terms matches every title with a score
  ///   of 0.
  ///   - isCaseSensitive: `true` to distinguish capital letters from small ones.
  package init(_ terms: [[UInt32]], isCaseSensitive: Bool = false) {
    var letters: [Letter] = []
    self.terms = terms.filter { !$0.isEmpty }.map { term in
      let start = letters.count
      letters.append(contentsOf: term.lazy.map { Letter($0, isCaseSensitive: isCaseSensitive) })
      return start..<letters.count
    }
    self.letters = letters
    self.reaches = self.terms.map { term in
      term.count > SubsequenceLimit.letters ? -1 : SubsequenceLimit.cells / term.count
    }
    let isASCII = letters.allSatisfy { $0.scalar < 0x80 }
    self.isASCII = isASCII
    self.isCaseSensitive = isCaseSensitive
    longest = self.terms.reduce(0) { max($0, $1.count) }
    bytes = isASCII ? self.terms.map { term in letters[term].map { UInt8(truncatingIfNeeded: $0.scalar) } } : []
  }

  /// Whether a title can match: `true` of all that are not ASCII.
  /// - Complexity: O(*n*).
  @inline(__always)
  func mayMatch(_ title: Span<UInt8>) -> Bool {
    guard title.isASCII else { return true }
    return isASCII && title.count >= longest
      && bytes.allSatisfy { title.holdsInOrder($0.span, lowercases: !isCaseSensitive) }
  }

  /// The score that no title exceeds. Many reach it: each term at the start of a word.
  package var highestScore: Int { score { _ in SubsequenceBonus.boundaryWhite } }

  /// The score that a title does not exceed, from its first letter and its blanks alone.
  ///
  /// In a title of ASCII without blanks only the first letter follows one, which is the first letter of a term if any. What
  /// follows it in a run has the bonus of the run's first letter, and nothing else that of a blank.
  /// - Complexity: O(*n*).
  package func highestScore(in title: Span<UInt8>) -> Int {
    guard title.count > 0, title.isASCII, !title.holds(upTo: 0x20) else { return highestScore }
    return score { term in
      letters[term.lowerBound].isFirst(of: title)
        ? SubsequenceBonus.boundaryWhite : SubsequenceBonus.boundaryDelimiter
    }
  }

  /// The score of a title in which all letters of a term stand in one run with a bonus.
  private func score(_ bonus: (Range<Int>) -> Int32) -> Int {
    terms.reduce(0) { sum, term in
      let bonuses = term.count - 1 + Int(SubsequenceBonus.firstLetterFactor)
      return sum + term.count * Int(SubsequenceBonus.match) + bonuses * Int(bonus(term))
    }
  }

  /// A letter of a term, prepared for searches of eight bytes at a time.
  struct Letter: Sendable {
    let scalar: UInt32
    /// The letter in each of eight bytes.
    private let lanes: UInt64
    /// What makes a byte of the title lower case, if this is a letter: `A…Z` and `a…z` differ
    /// in one bit, and no other byte turns into `a…z` by setting it.
    private let caseBits: UInt64

    init(_ scalar: UInt32, isCaseSensitive: Bool) {
      // A letter given in upper case is meant as any other, unless case counts.
      let scalar = !isCaseSensitive && (0x41...0x5A).contains(scalar) ? scalar + 0x20 : scalar
      self.scalar = scalar
      lanes = 0x0101_0101_0101_0101 &* UInt64(scalar & 0x7F)
      caseBits = !isCaseSensitive && (0x61...0x7A).contains(scalar) ? 0x2020_2020_2020_2020 : 0
    }

    /// The highest bit of each byte of `word` that is this letter in either case. Both must be
    /// ASCII: then a byte of the difference is zero just where 128 minus it has that bit.
    @inline(__always)
    func hits(in word: UInt64) -> UInt64 {
      (Letter.highBits &- ((word | caseBits) ^ lanes)) & Letter.highBits
    }

    /// Whether a title begins with this letter in either case.
    func isFirst(of title: Span<UInt8>) -> Bool { hits(in: UInt64(title[0])) & 0x80 != 0 }

    static let highBits: UInt64 = 0x8080_8080_8080_8080
  }
}

enum SubsequenceLimit {
  /// Above this many places × letters, or above this many letters, the alignment is greedy; see
  /// ``SubsequenceScratch/greedy(_:_:collecting:)``. These are fzf's own limits, so that long titles rank as they do there;
  /// they bound time and memory.
  static let cells = 100 * 1024
  static let letters = 1000
}
