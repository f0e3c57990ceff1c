/// Tells by the numbers of words alone what it costs at least that words of an item are a run of a term.
///
/// A word that begins as the term goes on from some letter lies in a range of the sorted dictionary, and so
/// does one that shares more letters with it; so no word has to be read. A class, because whoever asks it copies it.
final class RunScreen: Sendable {
  /// The words that begin with a piece of the term.
  struct Step: Sendable {
    let first: UInt32
    let count: UInt32
    /// The word that is the piece; `UInt32.max` if there is none.
    let whole: UInt32
    /// Where in the term the piece ends, in letters.
    let end: Int
    let isInitial: Bool

    @inline(__always)
    func contains(_ word: UInt32) -> Bool { word &- first < count }

    var words: Range<Int> { Int(first)..<Int(first) + Int(count) }
  }

  /// The pieces from each letter of the term on, the shortest first.
  private let steps: [Step]
  /// Where the pieces from each letter on begin in ``steps``, and the last ones end.
  private let starts: [Int]
  private let letterCount: Int
  /// Where each letter of the term begins, in bytes, and the last one ends.
  private let places: [Int]
  private let costs: CostTable
  private let letters: LetterSignature
  /// The words that together are the term.
  private let wholePairs: [(first: UInt32, second: UInt32)]
  /// The words that begin with each letter of the term; fewer if there are none of some letter.
  private let initials: [Step]

  /// - Parameter term: one that can be a run; see ``RunMatcher/canMatch(_:)``.
  init(_ term: Term, _ costs: CostTable, in dictionary: WordDictionary) {
    let bytes = term.bytes
    let places = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
    let letterCount = places.count - 1
    var steps: [Step] = []
    var starts: [Int] = []
    for start in 0..<letterCount {
      starts.append(steps.count)
      for end in start + 1..<letterCount + 1 where start > 0 || end < letterCount {
        let piece = places[start]..<places[end]
        let words = dictionary.words(withPrefix: Array(bytes[piece]))
        if words.isEmpty { break }
        let isWhole = dictionary.range(words.lowerBound).count == piece.count
        let first = UInt32(truncatingIfNeeded: words.lowerBound)
        steps.append(
          Step(
            first: first, count: UInt32(truncatingIfNeeded: words.count), whole: isWhole ? first : .max, end: end,
            isInitial: end == start + 1))
      }
    }
    starts.append(steps.count)
    wholePairs = steps[..<(starts.count > 1 ? starts[1] : 0)].compactMap { first in
      guard first.whole != .max, starts[first.end] < starts[first.end + 1] else { return nil }
      let second = steps[starts[first.end + 1] - 1]
      return second.end == letterCount && second.whole != .max ? (first.whole, second.whole) : nil
    }
    initials = (0..<letterCount).compactMap { starts[$0] < starts[$0 + 1] ? steps[starts[$0]] : nil }
    self.places = places
    self.steps = steps
    self.starts = starts
    self.letterCount = letterCount
    self.costs = costs
    letters = LetterSignature(bytes.span).withoutASCII
  }

  /// The pieces from a letter of the term on, the shortest first.
  private func steps(from start: Int) -> ArraySlice<Step> { steps[starts[start]..<starts[start + 1]] }

  /// The piece from one byte of the term, where a letter begins, to another; `nil` if no word begins so.
  func step(from start: Int, to end: Int) -> Step? {
    guard let first = places.firstIndex(of: start) else { return nil }
    return steps(from: first).first { places[$0.end] == end }
  }

  /// Whether an item has the letters of a run.
  @inline(__always)
  func admits(_ letters: LetterSignature) -> Bool { letters.contains(self.letters) }

  /// Whether a run may begin with a word.
  func mayBegin(_ word: UInt32) -> Bool { steps(from: 0).first?.contains(word) ?? false }

  /// Whether a run of two letters may begin in one compound and end in the next one.
  func mayCrossCompounds(_ tokens: Span<UInt32>) -> Bool {
    guard let first = steps(from: 0).first, let second = steps(from: 1).first else { return false }
    // Whether the compound before holds a word of the first letter, and the one at hand does.
    var before = false
    var inside = false
    var isCompound = false
    for index in tokens.indices {
      let token = tokens[index]
      switch TokenColumn.kind(token) {
      case .simple:
        (isCompound, inside) = (false, false)
        continue
      case .compound:
        (before, inside, isCompound) = (isCompound && inside, false, true)
      case .part, .inner: break
      case .extra, .extraAcross: continue
      }
      let word = UInt32(truncatingIfNeeded: TokenColumn.word(token))
      if before, second.contains(word) { return true }
      inside = inside || first.contains(word)
    }
    return false
  }

  /// The places in the term that the words so far reach, one bit each.
  private struct Reached {
    /// By one whole word; by whole words; by first letters; by those of a phrase from its first word on.
    var oneWord: UInt64 = 0
    var words: UInt64 = 0
    var initials: UInt64 = 0
    var allInitials: UInt64 = 0
    /// By any pieces; by those none of which is a single letter of a longer word; by those of which only the first is.
    var any: UInt64 = 0
    var chunks: UInt64 = 0
    var chunksAfterLetter: UInt64 = 0

    mutating func formUnion(_ other: Reached) {
      oneWord |= other.oneWord
      words |= other.words
      initials |= other.initials
      allInitials |= other.allInitials
      any |= other.any
      chunks |= other.chunks
      chunksAfterLetter |= other.chunksAfterLetter
    }
  }

  /// What a run in the item costs at least, its field included; `nil` if there is none. Of phrases with compounds, whose
  /// words and parts stand side by side, this may be less than any run costs.
  ///
  /// - Parameter tokens: those of the item.
  func leastCost(_ tokens: Span<UInt32>) -> UInt32? {
    var best = UInt32.max
    var start = 0
    while start < tokens.count {
      var hasParts = tokens[start] & TokenColumn.kindBits != 0
      let field = TokenColumn.field(tokens[start])
      var end = start + 1
      while end < tokens.count, !TokenColumn.startsPhrase(tokens[end]), TokenColumn.field(tokens[end]) == field {
        hasParts = hasParts || tokens[end] & TokenColumn.kindBits != 0
        end += 1
      }
      let phrase = tokens.extracting(start..<end)
      if field == .searchText, !hasParts {
        best = min(best, leastCostInSearchText(phrase))
      } else {
        best = min(best, leastCost(ofPhrase: phrase))
      }
      start = end
    }
    return best == .max ? nil : best
  }

  /// In a search text only two whole words count, and the initials of a whole phrase.
  private func leastCostInSearchText(_ phrase: Span<UInt32>) -> UInt32 {
    for pair in wholePairs {
      for index in 1..<max(1, phrase.count)
      where phrase[index - 1] & 0x07FF_FFFF == pair.first && phrase[index] & 0x07FF_FFFF == pair.second {
        return costs.split + (phrase.count == 2 ? leastOfPhrase : costs.inSearchText)
      }
    }
    guard phrase.count == letterCount, initials.count == letterCount else { return .max }
    for index in phrase.indices where !initials[index].contains(phrase[index] & 0x07FF_FFFF) { return .max }
    return (letterCount == 2 ? costs.twoInitials : costs.initialsOfTitle) + leastOfPhrase
  }

  /// What a whole phrase of the search text costs at least, less what ``RunFinder/costOfPlace(_:_:)`` adds that does not look
  /// there.
  private var leastOfPhrase: UInt32 {
    costs.inWholePhrase - min(costs.inWholePhrase, costs.notAtStart, costs.inReading)
  }

  private func leastCost(ofPhrase tokens: Span<UInt32>) -> UInt32 {
    var best = UInt32.max
    var hasParts = false
    for index in tokens.indices where isInCompound(TokenColumn.kind(tokens[index])) {
      hasParts = true
      break
    }
    guard mayHoldRun(tokens) else { return best }
    // What the words before the one at hand reach, and that one with its parts: a run may go through a compound by any of
    // them, but not past it.
    var before = Reached()
    var inside = Reached()
    for index in tokens.indices {
      switch TokenColumn.kind(tokens[index]) {
      case .extra, .extraAcross:
        continue
      case .simple, .compound:
        before = inside
        inside = next(before, tokens, index, mayStartInitials: hasParts || index == 0, hasParts, &best)
      case .part, .inner:
        var reached = before
        reached.formUnion(inside)
        inside.formUnion(next(reached, tokens, index, mayStartInitials: hasParts || index == 0, hasParts, &best))
      }
    }
    return best
  }

  /// Whether some beginnings of words together are the term: most items end here.
  private func mayHoldRun(_ tokens: Span<UInt32>) -> Bool {
    let (ownSteps, ownStarts) = (steps, starts)
    let steps = ownSteps.span
    let starts = ownStarts.span
    let whole: UInt64 = 1 << UInt64(letterCount)
    var before: UInt64 = 0
    var inside: UInt64 = 0
    for index in tokens.indices {
      let kind = TokenColumn.kind(tokens[index])
      if kind == .extra || kind == .extraAcross { continue }
      let isPart = kind == .part || kind == .inner
      if !isPart { before = inside }
      let word = tokens[index] & 0x07FF_FFFF
      var next: UInt64 = 0
      var open = (isPart ? before | inside : before) | 1
      while open != 0 {
        let start = open.trailingZeroBitCount
        open &= open &- 1
        for number in starts[start]..<starts[start + 1] {
          guard steps[number].contains(word) else { break }
          next |= 1 << UInt64(steps[number].end)
        }
      }
      if next & whole != 0 { return true }
      inside = isPart ? inside | next : next
    }
    return false
  }

  private func isInCompound(_ kind: TokenKind) -> Bool { kind == .compound || kind == .part || kind == .inner }

  private static func endsPhrase(_ tokens: Span<UInt32>, _ index: Int) -> Bool {
    var next = index + 1
    while next < tokens.count {
      let kind = TokenColumn.kind(tokens[next])
      guard kind == .extra || kind == .extraAcross else { break }
      next += 1
    }
    return next == tokens.count
  }

  /// The places that one more word reaches from those reached so far; a run may begin with any word.
  @inline(__always)
  private func next(
    _ reached: Reached, _ tokens: Span<UInt32>, _ index: Int, mayStartInitials: Bool, _ hasParts: Bool,
    _ best: inout UInt32
  ) -> Reached {
    let token = tokens[index]
    let word = UInt32(truncatingIfNeeded: TokenColumn.word(token))
    let field = TokenColumn.field(token)
    let isHidden = field == .searchText
    var next = Reached()
    let (ownSteps, ownStarts) = (steps, starts)
    let steps = ownSteps.span
    let starts = ownStarts.span
    var open = (isHidden ? reached.oneWord | reached.allInitials : reached.any) | 1
    while open != 0 {
      let start = open.trailingZeroBitCount
      let bit: UInt64 = 1 << UInt64(start)
      open &= open &- 1
      for number in starts[start]..<starts[start + 1] {
        let step = steps[number]
        guard step.contains(word) else { break }
        let isWhole = word == step.whole
        if step.end < letterCount {
          let end: UInt64 = 1 << UInt64(step.end)
          next.any |= end
          if start == 0 {
            if step.isInitial, !isWhole { next.chunksAfterLetter |= end } else { next.chunks |= end }
          } else if isWhole || !step.isInitial {
            if reached.chunks & bit != 0 { next.chunks |= end }
            if reached.chunksAfterLetter & bit != 0 { next.chunksAfterLetter |= end }
          }
          if isWhole, start == 0 || reached.words & bit != 0 { next.words |= end }
          if isWhole, start == 0 { next.oneWord |= end }
          if step.isInitial {
            if start == 0 || reached.initials & bit != 0 { next.initials |= end }
            if start == 0 ? mayStartInitials : reached.allInitials & bit != 0 { next.allInitials |= end }
          }
        } else if start > 0 {
          let areAllInitials =
            step.isInitial && reached.allInitials & bit != 0 && (hasParts || RunScreen.endsPhrase(tokens, index))
          let cost = costOfRun(reached, bit, isWhole, step.isInitial, areAllInitials, isHidden)
          if cost < .max { best = min(best, cost + (isHidden ? leastOfPhrase : costs.cost(of: field))) }
        }
      }
    }
    return next
  }

  /// What a run costs at least whose last piece begins at a place that has been reached.
  private func costOfRun(
    _ reached: Reached, _ bit: UInt64, _ isWhole: Bool, _ isInitial: Bool, _ areAllInitials: Bool, _ isHidden: Bool
  ) -> UInt32 {
    var cost = UInt32.max
    // Of a word that goes on, one letter is a chunk of its own.
    let lastChunk = isInitial && !isWhole ? costs.laterOneLetterChunk : 0
    if isWhole, reached.oneWord & bit != 0 { cost = costs.split }
    if letterCount > 2, !isHidden, reached.words & bit != 0 { cost = min(cost, costs.splitPrefix + lastChunk) }
    if areAllInitials {
      cost = min(cost, letterCount == 2 ? costs.twoInitials : costs.initialsOfTitle)
    }
    if isHidden { return cost }
    if isInitial, reached.initials & bit != 0 {
      cost = min(cost, letterCount == 2 ? costs.twoInitials : costs.initialsOfPart)
    }
    guard letterCount > 2, reached.any & bit != 0 else { return cost }
    let letters =
      reached.chunks & bit != 0
      ? 0 : reached.chunksAfterLetter & bit != 0 ? costs.oneLetterChunk : costs.laterOneLetterChunk
    return min(cost, costs.chunks + min(letters, costs.laterOneLetterChunk) + lastChunk)
  }
}
