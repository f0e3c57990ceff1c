/// The words of a dictionary that a term matches, and how.
struct TermWords {
  /// Words that are matched alike.
  struct Entry {
    let words: Range<Int>
    let match: WordMatch
  }

  /// The words that begin with the term. The one equal to it, if there is one, comes first.
  let literal: Range<Int>
  let hasExact: Bool
  /// The other words, ascending.
  private(set) var loose: [Entry] = []

  init(_ matcher: TermMatcher, in dictionary: WordDictionary, typoBudget: Int) {
    let term = matcher.term
    literal = dictionary.words(withPrefix: term.bytes)
    hasExact = !literal.isEmpty && dictionary.range(literal.lowerBound).count == term.bytes.count
    guard matcher.admitsLoose else { return }
    findLoose(matcher, dictionary, typoBudget)
  }

  subscript(word: Int) -> WordMatch {
    if literal.contains(word) {
      return WordMatch(literal: hasExact && word == literal.lowerBound ? .exact : .prefix)
    }
    var low = 0
    var high = loose.count
    while low < high {
      let middle = (low + high) / 2
      if loose[middle].words.upperBound <= word { low = middle + 1 } else { high = middle }
    }
    guard low < loose.count, loose[low].words.contains(word) else { return .none }
    return loose[low].match
  }

  private mutating func findLoose(_ matcher: TermMatcher, _ dictionary: WordDictionary, _ typoBudget: Int) {
    let term = matcher.term
    let withoutTypos = TermWords.withoutTypos(matcher, dictionary)
    var next = 0
    func addPlain(before word: Int, _ entries: inout [Entry]) {
      while next < withoutTypos.count, withoutTypos[next].word < word {
        let (word, loose) = withoutTypos[next]
        next += 1
        guard !literal.contains(word) else { continue }
        let match = WordMatch(loose: loose, typos: 0, typosInPrefix: false, wrongFirstLetter: false)
        entries.append(Entry(words: word..<word + 1, match: match))
      }
    }
    var entries: [Entry] = []
    if term.length == 1 || term.length > TypoAutomaton.longestTerm {
      findOneByOne(matcher, dictionary, typoBudget, &entries)
    } else {
      TypoWords(term, typoBudget, in: dictionary)?.forEachFound { found in
        addPlain(before: found.words.lowerBound, &entries)
        // Words that are also matched without typos stand alone, and literal ones not here.
        var start = found.words.lowerBound
        while start < found.words.upperBound {
          var end = found.words.upperBound
          var loose = WordMatch.Loose.none
          if literal.contains(start) {
            start = literal.upperBound
            continue
          }
          if start < literal.lowerBound { end = min(end, literal.lowerBound) }
          while next < withoutTypos.count, withoutTypos[next].word < start { next += 1 }
          if next < withoutTypos.count {
            if withoutTypos[next].word == start {
              loose = withoutTypos[next].loose
              end = start + 1
            } else {
              end = min(end, withoutTypos[next].word)
            }
          }
          end = min(end, dictionary.endOfWords(withFirstScalarOf: start))
          let match = WordMatch(
            loose: loose, typos: found.typos, typosInPrefix: found.isPrefix,
            wrongFirstLetter: dictionary.scalar(at: dictionary.range(start).lowerBound).scalar != term.scalars[0])
          entries.append(Entry(words: start..<end, match: match))
          start = end
        }
        while next < withoutTypos.count, withoutTypos[next].word < found.words.upperBound { next += 1 }
      }
      addPlain(before: dictionary.count, &entries)
    }
    loose = entries
  }

  /// The words that the term is inside of or a skeleton of, ascending.
  private static func withoutTypos(
    _ matcher: TermMatcher, _ dictionary: WordDictionary
  ) -> [(word: Int, loose: WordMatch.Loose)] {
    let term = matcher.term
    guard term.length <= TypoAutomaton.longestTerm else { return [] }
    var found: [(word: Int, loose: WordMatch.Loose)] = []
    if term.length >= TermMatcher.shortestInfix {
      dictionary.forEachWord(holding: term.bytes) { found.append(($0, .infix)) }
    }
    guard term.length >= TermMatcher.shortestConsonants else { return found }
    let infixCount = found.count
    var nextInfix = 0
    let signature = LetterSignature(term.bytes.span)
    let letters = dictionary.bytes.span
    var scratch: [UInt32] = []
    for word in dictionary.words(withPrefix: Array(term.bytes.prefix(utf8Length(lead: term.bytes[0])))) {
      guard dictionary.signatures[word].isMissing(atMost: 0, of: signature) else { continue }
      while nextInfix < infixCount, found[nextInfix].word < word { nextInfix += 1 }
      if nextInfix < infixCount, found[nextInfix].word == word { continue }
      decodeScalars(letters.extracting(dictionary.range(word)), into: &scratch)
      if let loose = matcher.skeleton(of: scratch) { found.append((word, loose)) }
    }
    if found.count > infixCount, infixCount > 0 { found.sort { $0.word < $1.word } }
    return found
  }

  /// For the few terms that the automaton is not made for.
  private func findOneByOne(
    _ matcher: TermMatcher, _ dictionary: WordDictionary, _ typoBudget: Int, _ entries: inout [Entry]
  ) {
    if matcher.term.length == 1, typoBudget == 0 { return }
    let bytes = matcher.term.bytes
    let signature = LetterSignature(bytes.span)
    let letters = dictionary.bytes.span
    var scratch = TypoScratch()
    for word in 0..<dictionary.count where !literal.contains(word) {
      // One letter is only meant by a word of two that ends in it.
      if matcher.term.length == 1 {
        let range = dictionary.range(word)
        guard range.count > bytes.count, range.count <= 4 + bytes.count,
          dictionary.byte(range.upperBound - 1) == bytes[bytes.count - 1]
        else { continue }
      }
      guard dictionary.signatures[word].isMissing(atMost: typoBudget, of: signature)
      else { continue }
      let match = matcher.match(letters.extracting(dictionary.range(word)), scratch: &scratch)
      if match.loose != .none || 1...max(1, typoBudget) ~= match.typos {
        entries.append(Entry(words: word..<word + 1, match: match))
      }
    }
  }
}
