extension TermWords {
  /// Returns the words with more typos than a trie is walked with, up to the budget.
  ///
  /// A walk with three typos visits most of a trie anyway. So all words with the first letter are looked at instead, by their
  /// letters and lengths. Nearly all fail these.
  ///
  /// - Complexity: O(*n*) in the words with the first letter of the term.
  func distantWords(in dictionary: WordDictionary) -> [WordRun] {
    guard let reader = TypoReader(term, budget: typoBudget), let distance = reader.distance else { return [] }
    var found: [WordRun] = []
    let signatures = dictionary.signatureBits
    let places = dictionary.places
    let letters = dictionary.letters
    for word in dictionary.words(withPrefix: distance.first) where distance.mayBeNear(signatures[word]) {
      let range = places.range(word)
      guard distance.mayBeNear(byteCount: range.count), !literal.contains(word) else { continue }
      let span = letters.bytes.span(toRead: range)
      guard let typos = distance.typos(range, span), typos > TypoAutomaton.mostTypos else { continue }
      found.append(WordRun(word, word + 1, reader.match(typos, isPrefix: false, range, span)))
    }
    return found
  }
}
