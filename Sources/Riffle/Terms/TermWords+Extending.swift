extension TermWords {
  /// Creates the words of a term that extends another one, from the words of that one.
  ///
  /// A word that holds the longer term, or a beginning of which is within a budget of it, is likewise related to the shorter
  /// one: the letters of the shorter term are among those matched. If the first new letter changes places with the last old
  /// one, leaving that one out costs as much. So all these words are literal or loose ones of the shorter term, if that was
  /// long enough to match inside words and, for typos, had at least the budget of the longer one. Skeleton matches are searched
  /// anew, and so are words with more typos than two, no beginning of which counts.
  ///
  /// The result always equals that of ``init(_:in:typoBudget:efforts:)``, which is called where it is likely to be faster.
  init(
    extending previous: TermWords, _ matcher: TermMatcher, in dictionary: WordDictionary, typoBudget: Int? = nil,
    efforts: SearchEfforts = SearchEfforts()
  ) {
    let term = matcher.term
    let budget = min(typoBudget ?? term.anchoredTypoBudget, term.anchoredTypoBudget)
    let known = previous.term
    guard matcher.admitsLoose, previous.admitsLoose, budget <= TypoAutomaton.mostTypos,
      known.length >= Term.shortestInfix, known.bytes.count < term.bytes.count,
      term.bytes.span.starts(with: known.bytes)
    else {
      self.init(matcher, in: dictionary, typoBudget: typoBudget, efforts: efforts)
      return
    }
    let withTypos = previous.typoBudget >= budget
    let limit = withTypos ? efforts.mostWordsReread : efforts.mostWordsReread / 2
    var count = previous.literal.count
    for run in previous.loose where count <= limit {
      if withTypos || run.match.loose != .none { count += run.words.count }
    }
    guard count <= limit else {
      self.init(matcher, in: dictionary, typoBudget: typoBudget, efforts: efforts)
      return
    }
    self.init(literallyOnly: matcher, in: dictionary, typoBudget: budget)
    let reader = WordReader(term, budget: withTypos ? budget : 0, in: dictionary)
    var found: [WordRun] = []
    var literalIsDue = true
    func readLiteral() {
      reader.read(previous.literal.lowerBound..<literal.lowerBound, &found)
      reader.read(literal.upperBound..<previous.literal.upperBound, &found)
      literalIsDue = false
    }
    for run in previous.loose where withTypos || run.match.loose != .none {
      if literalIsDue, run.words.lowerBound >= previous.literal.upperBound { readLiteral() }
      reader.read(run.words, &found)
    }
    if literalIsDue { readLiteral() }
    found = TermWords.skeletons(of: term, in: dictionary, skipping: literal, overlaidWith: found)
    if !withTypos {
      let typos =
        TypoWords(term, budget: budget, in: dictionary, skipping: literal, efforts: efforts)?.found() ?? []
      found = found.overlaid(with: typos) { WordMatch(rawValue: $0.rawValue | $1.rawValue) }
    }
    loose = found
  }
}
