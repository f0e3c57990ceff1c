/// The words of a dictionary that a term matches, and how.
struct TermWords {
  typealias Entry = WordRun

  /// The words that begin with the term. The one equal to it, if there is one, comes first.
  let literal: Range<Int>
  let hasExact: Bool
  /// The other words, ascending.
  var loose: [WordRun] = []

  let term: Term
  let admitsLoose: Bool
  /// How many typos the loose words may have.
  let typoBudget: Int

  /// - Parameter typoBudget: how many typos the words may have, at most those of ``TermMatcher``, which are
  ///   its default.
  init(
    _ matcher: TermMatcher, in dictionary: WordDictionary, typoBudget: Int? = nil,
    efforts: SearchEfforts = SearchEfforts()
  ) {
    self.init(literallyOnly: matcher, in: dictionary, typoBudget: typoBudget)
    guard matcher.admitsLoose else { return }
    let nearBudget = min(self.typoBudget, TypoAutomaton.mostTypos)
    if term.length == 1 {
      loose = self.typoBudget > 0 ? wordsEnding(in: term, dictionary) : []
    } else {
      let infix = term.isFoundInside ? infixWords(term, dictionary) : []
      let typos =
        TypoWords(term, budget: nearBudget, in: dictionary, skipping: literal, efforts: efforts)?.found() ?? []
      loose = TermWords.skeletons(of: term, in: dictionary, skipping: literal, overlaidWith: infix)
        .overlaid(with: typos) { WordMatch(rawValue: $0.rawValue | $1.rawValue) }
      if self.typoBudget > nearBudget { overlay(distantWords(in: dictionary)) }
    }
  }

  /// Adds words with more typos than ``TypoWords`` finds, unless they have fewer.
  private mutating func overlay(_ distant: [WordRun]) {
    loose = loose.overlaid(with: distant) { $0.typos > 0 ? $0 : WordMatch(rawValue: $0.rawValue | $1.rawValue) }
  }

  /// Returns the words that a term is without their vowels, with others: words that match inside get no other match.
  static func skeletons(
    of term: Term, in dictionary: WordDictionary, skipping literal: Range<Int>, overlaidWith others: [WordRun]
  ) -> [WordRun] {
    let skeletons = SkeletonWords(term, in: dictionary, skipping: literal)?.found() ?? []
    return skeletons.overlaid(with: others) { skeleton, other in
      other.loose == .infix ? other : WordMatch(rawValue: skeleton.rawValue | other.rawValue)
    }
  }

  /// The literal words alone.
  init(literallyOnly matcher: TermMatcher, in dictionary: WordDictionary, typoBudget: Int?) {
    term = matcher.term
    admitsLoose = matcher.admitsLoose
    self.typoBudget = min(typoBudget ?? term.anchoredTypoBudget, term.anchoredTypoBudget)
    (literal, hasExact) = dictionary.literal(term.bytes)
  }

  subscript(word: Int) -> WordMatch {
    if literal.contains(word) {
      return WordMatch(literal: hasExact && word == literal.lowerBound ? .exact : .prefix)
    }
    let index = loose.partitioningIndex { $0.upper > word }
    guard index < loose.count, loose[index].lower <= word else { return .none }
    return loose[index].match
  }

  private func infixWords(_ term: Term, _ dictionary: WordDictionary) -> [WordRun] {
    var found: [WordRun] = []
    let match = WordMatch(loose: .infix)
    dictionary.forEachRun(holding: term.bytes) { words in
      // What begins with the term too is literal.
      if words.lowerBound < literal.lowerBound {
        found.append(WordRun(words.lowerBound, min(words.upperBound, literal.lowerBound), match))
      }
      if words.upperBound > literal.upperBound {
        found.append(WordRun(max(words.lowerBound, literal.upperBound), words.upperBound, match))
      }
    }
    return found
  }

  /// One letter is only meant by a word of two that ends in it.
  private func wordsEnding(in term: Term, _ dictionary: WordDictionary) -> [WordRun] {
    var found: [WordRun] = []
    for word in dictionary.pairs.words(endingIn: term.scalars[0]) where !literal.contains(Int(word)) {
      found.append(WordRun(Int(word), Int(word) + 1, .slip))
    }
    return found
  }
}
