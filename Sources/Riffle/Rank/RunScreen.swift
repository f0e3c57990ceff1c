/// Tells by the numbers of words alone whether the words of an item hold a term as a run.
///
/// A word that begins as the term goes on from some letter lies in a range of the sorted dictionary, and so
/// does one that shares more letters with it; so no word has to be read.
struct RunScreen: Sendable {
  /// For each letter of the term where a word may begin, the ranges of words that share one letter with the
  /// rest of the term, two letters, and so on; and where in the term these end.
  private let steps: [[(words: Range<UInt32>, end: Int)]]
  private let end: Int
  /// The words equal to a beginning of the term, of one letter or more.
  private let wholeBeginnings: [UInt32]
  private let letterCount: Int
  private let costs: CostTable

  /// The longest term that fits.
  static let longestTerm = 63

  /// `nil` if the term can be no run, or is too long.
  init?(_ term: Term, _ costs: CostTable, in dictionary: WordDictionary) {
    let bytes = term.bytes
    guard term.length >= 2, bytes.count <= RunScreen.longestTerm else { return nil }
    end = bytes.count
    let starts = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 }
    var wholeBeginnings: [UInt32] = []
    var steps = [[(words: Range<UInt32>, end: Int)]](repeating: [], count: bytes.count)
    for start in starts {
      for end in starts.dropFirst() + [bytes.count] where end > start && (start > 0 || end < bytes.count) {
        let words = dictionary.words(withPrefix: Array(bytes[start..<end]))
        if words.isEmpty { break }
        if start == 0, dictionary.range(words.lowerBound).count == end {
          wholeBeginnings.append(UInt32(truncatingIfNeeded: words.lowerBound))
        }
        steps[start].append((UInt32(words.lowerBound)..<UInt32(words.upperBound), end))
      }
    }
    self.steps = steps
    self.wholeBeginnings = wholeBeginnings
    letterCount = term.length
    self.costs = costs
  }

  /// What a run in the item costs at least, given that the item holds one.
  func leastCost(_ tokens: ArraySlice<UInt32>) -> UInt32 {
    for token in tokens where wholeBeginnings.contains(UInt32(truncatingIfNeeded: TokenColumn.word(token))) {
      return costs.cheapestWordRun
    }
    if letterCount == 2 { return costs.twoInitials }
    return mayBeAllInitials(tokens) ? costs.cheapestWordRun : min(costs.initialsOfPart, costs.chunks)
  }

  /// Whether the term may be the initials of a whole field.
  private func mayBeAllInitials(_ tokens: ArraySlice<UInt32>) -> Bool {
    var start = tokens.startIndex
    while start < tokens.endIndex {
      var end = start
      while end < tokens.endIndex, tokens[end] >> 30 == tokens[start] >> 30 {
        if TokenColumn.kind(tokens[end]) != .simple { return true }
        end += 1
      }
      if end - start == letterCount { return true }
      start = end
    }
    return false
  }

  /// Whether the words of an item hold a run; `nil` if that takes more than their numbers, because compounds
  /// and their parts stand side by side.
  func holdsRun(_ tokens: ArraySlice<UInt32>) -> Bool? {
    // One bit for each place in the term that the words so far reach, with at least one word.
    var reached: UInt64 = 0
    var field: UInt32?
    var found = false
    for token in tokens {
      guard TokenColumn.kind(token) == .simple else { return mayHoldRun(tokens) ? nil : false }
      if token >> 30 != field {
        reached = 0
        field = token >> 30
      }
      // A run may begin with any word.
      reached = next(reached | 1, token, &found)
    }
    return found
  }

  /// The same, but that a run may pass over any words: it never says no where there is one.
  private func mayHoldRun(_ tokens: ArraySlice<UInt32>) -> Bool {
    var reached: UInt64 = 1
    var found = false
    for token in tokens {
      reached |= next(reached, token, &found)
      if found { return true }
    }
    return false
  }

  /// The places that one more word reaches from those in `open`.
  @inline(__always)
  private func next(_ open: UInt64, _ token: UInt32, _ found: inout Bool) -> UInt64 {
    let word = UInt32(truncatingIfNeeded: TokenColumn.word(token))
    var open = open
    var reached: UInt64 = 0
    while open != 0 {
      let start = open.trailingZeroBitCount
      open &= open &- 1
      for step in steps[start] {
        guard step.words.contains(word) else { break }
        if step.end == end { found = true } else { reached |= 1 << UInt64(step.end) }
      }
    }
    return reached
  }
}
