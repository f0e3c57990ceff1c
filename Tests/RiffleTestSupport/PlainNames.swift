internal import Riffle

/// Terms that together are all of a phrase of the search text: another name of the item. Section 4 of the contract.
extension PlainScorer {
  /// The cheapest way that takes all of a phrase by whole words; of equals that of the first phrase, then the first.
  func cheapestName() -> State? {
    var names: [State] = []
    for phrase in phrases() {
      let start = layout.words[phrase.lowerBound].firstUnit
      let states = lastStates(
        single.map { partsOfName($0, in: phrase) }, joined.map { partsOfName($0, in: phrase) }, mayOverlap: false
      ) {
        $0.units.lowerBound == start ? 0 : scorer.costs.notAtStart
      }
      names += states.filter { isAllTaken(phrase, by: $0.steps.map(\.hit)) }
    }
    return firstCheapest(names)
  }

  /// The words of each phrase of the search text.
  private func phrases() -> [Range<Int>] {
    var phrases: [Range<Int>] = []
    for (index, word) in layout.words.enumerated() where word.field == .searchText {
      if let last = phrases.last, !(word.isCounted && word.startsPhrase) {
        phrases[phrases.count - 1] = last.lowerBound..<index + 1
      } else {
        phrases.append(index..<index + 1)
      }
    }
    return phrases
  }

  /// The hits of whole words in a phrase, at the price of a name.
  private func partsOfName(_ hits: [PlainHit], in phrase: Range<Int>) -> [PlainHit] {
    hits.filter { phrase.contains($0.firstWord) && ($0.way == .exact || $0.way == .joined) }.map { hit in
      var part = hit
      part.fieldCost = scorer.costs.inWholePhrase * UInt32(hit.termCount)
      part.isPartial = false
      return part
    }
  }

  // MARK: - Whole phrases

  private func isAllTaken(_ phrase: Range<Int>, by hits: [PlainHit]) -> Bool {
    phrase.allSatisfy { !layout.words[$0].isCounted || isTaken($0, by: hits) }
  }

  /// Whether hits take all units of a counted word, another spelling of it, or the pairs of letters that it consists of.
  private func isTaken(_ index: Int, by hits: [PlainHit]) -> Bool {
    let word = layout.words[index]
    if (word.firstUnit..<word.endUnit).allSatisfy({ unit in hits.contains { $0.units.contains(unit) } }) { return true }
    return word.kind == .simple
      && (isTakenAsSpelt(index, hits) || isTakenWithWordBefore(index, hits) || isTakenWithWordAfter(index, hits)
        || arePairsTaken(index, hits))
  }

  private func isHit(_ index: Int, _ hits: [PlainHit]) -> Bool { hits.contains { $0.firstWord == index } }

  /// Whether another spelling of a word is taken: those stand right behind it.
  private func isTakenAsSpelt(_ index: Int, _ hits: [PlainHit]) -> Bool {
    layout.words.indices.dropFirst(index + 1).prefix { kind($0) == .spelling }.contains { isHit($0, hits) }
  }

  private func kind(_ index: Int) -> TokenKind? {
    layout.words.indices.contains(index) ? layout.words[index].kind : nil
  }

  /// Whether a word has half of the letters of a pair, or of the bytes that these are.
  private func isOneLetter(_ index: Int, ofPair pair: Int) -> Bool {
    2 * layout.words[index].length <= layout.words[pair].length + 1
  }

  /// Whether a word is one letter, and the pair of it and the letter before is taken.
  private func isTakenWithWordBefore(_ index: Int, _ hits: [PlainHit]) -> Bool {
    let pair = index - 1
    return kind(pair) == .extraAcross && isOneLetter(index, ofPair: pair) && isHit(pair, hits)
  }

  /// Whether a word is one letter, and the pair of it and the letter after is taken.
  private func isTakenWithWordAfter(_ index: Int, _ hits: [PlainHit]) -> Bool {
    let pair = index + 1
    return kind(pair) == .extraAcross && isOneLetter(index, ofPair: pair) && isHit(pair, hits)
  }

  /// Whether the extras of a word that are taken are as long as it is: all of them, except for the last letter alone.
  private func arePairsTaken(_ index: Int, _ hits: [PlainHit]) -> Bool {
    var extras: [Int] = []
    while kind(index + 1 + extras.count) == .extra { extras.append(index + 1 + extras.count) }
    for extra in extras where !isHit(extra, hits) {
      guard extra == extras.last, isOneLetter(extra, ofPair: extra - 1) else { return false }
    }
    let taken = extras.filter { isHit($0, hits) }.reduce(0) { $0 + layout.words[$1].length }
    return !extras.isEmpty && taken >= layout.words[index].length
  }
}
