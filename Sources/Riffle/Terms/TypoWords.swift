/// A search for the words within a few typos of a term, or with a beginning within a few typos of it.
///
/// Either the last typo of the budget is made in the rest of the term after its first few letters, or all of them are made
/// before it (S. Mihov and K. U. Schulz, Fast approximate search in large dictionaries, Computational Linguistics 30, 2004).
/// The former words are found by walking the trie, with early exits because one typo less is allowed. The latter hold the rest
/// of the term as it is, so their trigrams find them.
struct TypoWords {
  let automaton: TypoAutomaton
  let term: Term
  let dictionary: WordDictionary
  private let filter: LetterNeeds
  /// Words that need no check.
  let skipped: Range<Int>
  /// In how many of the first letters all typos of the budget can only be made if the rest of the term follows.
  let head: Int

  /// `nil` if the term is too short or too long to be found this way.
  /// - Parameters:
  ///   - skipped: words that are skipped.
  ///   - head: the number of letters in the head, 0 for no division; `nil` for the best.
  init?(
    _ term: Term, budget: Int, in dictionary: WordDictionary, skipping skipped: Range<Int>, head: Int? = nil,
    efforts: SearchEfforts = SearchEfforts()
  ) {
    guard term.length > budget, let automaton = TypoAutomaton(term.scalars, budget: budget) else { return nil }
    self.automaton = automaton
    self.term = term
    self.dictionary = dictionary
    self.skipped = skipped
    filter = LetterNeeds(term, lacking: budget)
    self.head = head ?? TypoWords.head(term, budget, dictionary, efforts)
  }

  /// About how many entries of a trie a walk visits that may make so many typos.
  ///
  /// Counted with `walk(_:visited:)` for terms of 5 to 19 letters in dictionaries of 5,000 to 320,000 words of English, of
  /// WordNet and of place names: a quarter more or less on average. A walk that may make its last typo only in the tail visits
  /// about as many as one with a typo less.
  static func visitCount(typos: Int, in trie: WordTrie) -> Int {
    var root = 1
    while (root + 1) * (root + 1) * (root + 1) <= trie.labels.count { root += 1 }
    return switch typos {
    case 0: 10
    case 1: 11 * root
    default: 7 * root * root / 2
    }
  }

  /// The head that makes for the least work. The tail must have three bytes, for its trigrams; and all typos of the
  /// budget must not suffice to remove the head, or the tail could stand at the beginning of a word.
  private static func head(_ term: Term, _ budget: Int, _ dictionary: WordDictionary, _ efforts: SearchEfforts) -> Int {
    guard dictionary.count > efforts.fewWords else { return 0 }
    // In bytes of runs.
    var bestCost = visitCount(typos: budget, in: dictionary.trie) * efforts.runBytesPerEntry
    let dividedCost = visitCount(typos: budget - 1, in: dictionary.trie) * efforts.runBytesPerEntry
    var best = 0
    var rarest = Int.max
    var second = Int.max
    var head = term.length
    var offset = term.bytes.count
    while head > budget + 1 {
      head -= 1
      repeat {
        offset -= 1
        guard offset + 3 <= term.bytes.count else { continue }
        let key = WordTrigrams.key(term.bytes.span, offset)
        let size = dictionary.trigrams.cursor(key)?.byteCount ?? 0
        second = min(second, max(rarest, size))
        rarest = min(rarest, size)
      } while term.bytes[offset] & 0xC0 == 0x80
      guard rarest != .max else { continue }
      // Words that hold the tail must be checked, and there are few of them unless it is short.
      let tailCost = second == .max ? 10 * rarest : 2 * (rarest + min(second, 16 * rarest)) + rarest
      let cost = dividedCost + tailCost
      if cost < bestCost {
        best = head
        bestCost = cost
      }
    }
    return best
  }

  /// All words, ascending.
  func found() -> [WordRun] {
    guard head > automaton.budget, let sparing = TypoAutomaton(term.scalars, budget: automaton.budget, sparing: head)
    else { return walk(automaton) }
    // What is found both ways is only known well by the whole automaton.
    return walk(sparing).overlaid(with: wordsWithTail()) { _, tail in tail }
  }

  // MARK: Words with all typos before the tail

  private func wordsWithTail() -> [WordRun] {
    let starts = term.bytes.indices.filter { term.bytes[$0] & 0xC0 != 0x80 }
    let tail = Array(term.bytes[starts[head]...])
    var found: [WordRun] = []
    // The last letter of the head and the first of the tail may have changed places.
    let afterNext = head + 1 < term.length ? starts[head + 1] : term.bytes.count
    let swapped = Array(
      term.bytes[starts[head]..<afterNext] + term.bytes[starts[head - 1]..<starts[head]] + term.bytes[afterNext...])
    appendWords(holding: tail, after: head, to: &found)
    let count = found.count
    appendWords(holding: swapped, after: head - 1, to: &found)
    if found.count > count, count > 0 {
      found.sort { $0.lower < $1.lower }
      var kept = 1
      for index in 1..<found.count where found[index].lower != found[kept - 1].lower {
        found[kept] = found[index]
        kept += 1
      }
      found.removeSubrange(kept...)
    }
    return found
  }

  private func appendWords(holding letters: [UInt8], after place: Int, to found: inout [WordRun]) {
    let tail = letters.span
    let budget = automaton.budget
    let words = dictionary.letters
    let places = dictionary.places
    let signatures = dictionary.signatureBits
    let reader = TypoReader(term, automaton)
    let isASCII = term.bytes.count == term.length
    dictionary.trigrams.forEachRun(ofWordsThatMayHold: tail) { lower, upper in
      for word in lower..<upper where filter.admits(signatures[word]) {
        let range = places.range(word)
        // Typos shift the tail by no more than their number.
        if isASCII, !words.mayHold(tail, at: place, within: budget, of: range) { continue }
        if skipped.contains(word) { continue }
        if let match = reader.match(range, words.bytes.span(toRead: range)) {
          found.append(WordRun(word, word + 1, match))
        }
      }
    }
  }
}
