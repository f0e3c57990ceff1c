/// A matcher of single words that do not begin with a term. It matches as ``TermMatcher`` does, except for skeletons.
struct WordReader {
  private let term: Term
  private let dictionary: WordDictionary
  private let filter: LetterNeeds
  private let exactFilter: LetterNeeds
  private let typos: TypoReader?

  /// - Parameter term: of two letters at least, and no more than an automaton takes.
  init(_ term: Term, budget: Int, in dictionary: WordDictionary) {
    self.term = term
    self.dictionary = dictionary
    filter = LetterNeeds(term, lacking: budget)
    exactFilter = LetterNeeds(term, lacking: 0)
    typos = TypoReader(term, budget: budget)
  }

  /// Appends those of `words` that match.
  func read(_ words: Range<Int>, _ found: inout [WordRun]) {
    let letters = dictionary.letters
    for word in words {
      let signature = dictionary.signatureBits[word]
      guard filter.admits(signature) else { continue }
      let range = dictionary.range(word)
      var match = WordMatch.none.rawValue
      if exactFilter.admits(signature), term.isFoundInside,
        letters.bytes.span(range).firstOffset(of: term.bytes, from: 1) != nil
      {
        match = WordMatch(loose: .infix).rawValue
      }
      if let typos = typos?.match(range, letters.bytes.span(toRead: range)) { match |= typos.rawValue }
      if match != 0 { found.append(WordRun(word, word + 1, WordMatch(rawValue: match))) }
    }
  }
}
