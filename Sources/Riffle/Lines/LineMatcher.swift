/// A matcher of a query on items that are read once each, with the results of ``ItemMatcher``.
///
/// An item is screened by the letters of its pieces (``LinePieces``), then by the words of the pieces that may matter
/// (``PieceTable``); what is left is scored. Text beyond ASCII is one piece. The other forms of a query, with
/// patterns or exclusions, are matched by ``PlainForms``.
struct LineMatcher: Sendable {
  private let query: LineQuery
  private let analyzer: TextAnalyzer
  private let titlesArePaths: Bool
  private var words: LineWords
  private var table: PieceTable
  private var pieces: LinePieces
  private var tokens = LineTokens()
  private var scorer: LineScorer
  private var plain: PlainForms?
  /// Whether the item at hand may match by its words alone, and in the other forms.
  private var wordsMayMatch = false, plainMayMatch = false
  private var text = FieldText()
  /// Whether the item at hand is ASCII, and ``pieces`` are those of it.
  private var isCut = false
  var isASCII: Bool { isCut }
  /// Whether text of ASCII folds to ASCII, and whether other letters can be read without folding.
  private let readsASCII, readsOtherLetters: Bool
  private var openForms: Int

  init(_ query: LineQuery, options: IndexOptions, analyzer: TextAnalyzer) {
    self.query = query
    self.analyzer = analyzer
    titlesArePaths = options.titlesArePaths
    words = LineWords(query)
    table = PieceTable(analyzer)
    scorer = LineScorer(query)
    if !query.plainForms.isEmpty {
      plain = PlainForms(query.plainForms, analyzer: analyzer, titlesArePaths: options.titlesArePaths)
    }
    readsASCII = analyzer.options.language != .turkic
    if case .lowercasedSubstring = query.asTyped.way {
      readsOtherLetters = false
    } else {
      readsOtherLetters = analyzer.options == FoldingOptions()
    }
    openForms = query.forms.count
    pieces = LinePieces(query, isCaseSensitive: analyzer.options.isCaseSensitive)
  }

  /// Items that cost more than `most`, in ``CostTable/unit``s, may match or not from here on.
  mutating func limit(to most: UInt32) {
    while openForms > 1, query.forms[openForms - 1].leastCost > most { openForms -= 1 }
    pieces.set(openForms: openForms, upTo: most)
  }

  // MARK: - Screening

  /// Whether a line that is nothing but a title may match, which makes it the item at hand.
  ///
  /// - Parameters:
  ///   - title: where it stands in `text`.
  ///   - previous: the last title in the same text; empty if there is none.
  @inline(__always)
  mutating func mayMatch(_ title: Range<Int>, after previous: Range<Int>, of text: Span<UInt8>) -> Bool {
    let verdict = readsASCII ? pieces.screen(title, after: previous, of: text) : .notASCII
    isCut = verdict != .notASCII
    if plain == nil, isCut { return verdict == .mayMatch }
    let title = text.extracting(title)
    return mayMatch(isCut ? verdict == .mayMatch : mayMatchLetters(letters(title)), title, Span(), Span())
  }

  /// The same of an item of several texts.
  mutating func mayMatch(title: Span<UInt8>, reading: Span<UInt8>, searchText: Span<UInt8>) -> Bool {
    let verdict = readsASCII && reading.isEmpty ? pieces.screen(title, searchText) : .notASCII
    isCut = verdict != .notASCII
    return mayMatch(
      isCut
        ? verdict == .mayMatch : mayMatchLetters(letters(title).union(letters(reading)).union(letters(searchText))),
      title, reading, searchText)
  }

  /// - Parameter lettersMayMatch: whether the item may match any of the query's ``LineQuery/forms``.
  private mutating func mayMatch(
    _ lettersMayMatch: Bool, _ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>
  ) -> Bool {
    wordsMayMatch = lettersMayMatch && query.isOfTerms
    plainMayMatch = (lettersMayMatch || query.isOfTerms) && plain?.mayMatch(title, reading, searchText) == true
    return wordsMayMatch || plainMayMatch
  }

  private mutating func mayMatchLetters(_ letters: LineLetters) -> Bool {
    letters.contains(query.needed) && pieces.mayMatch(floor(letters))
  }

  private func letters(_ text: Span<UInt8>) -> LineLetters { readsOtherLetters ? LineLetters(unfolded: text) : .all }

  /// The least cost of each term in text of these letters.
  private func floor(_ letters: LineLetters) -> SIMD16<UInt8> {
    var floor = SIMD16<UInt8>(repeating: LineQuery.none)
    for (index, term) in query.terms.enumerated() {
      let typos = letters.fewestTypos(of: term.letters, atMost: term.typos)
      let lane = Int(LineQuery.lane(index))
      if typos <= term.typos { floor[lane] = min(floor[lane], query.floor(ofTypos: typos)) }
    }
    return floor
  }

  // MARK: - Ranking

  /// What decides the place of the item at hand: the score, then a length; `nil` if it does not match.
  ///
  /// - Parameters:
  ///   - fields: those of the item at hand, valid UTF-8; the reading may be what
  ///     a ``Romanizer`` has made of the title.
  ///   - worst: of what is worse, only the cost needs to be right.
  mutating func rank(
    title: Span<UInt8>, reading: Span<UInt8>, searchText: Span<UInt8>, weight: UInt16, isRomanized: Bool,
    worst: Score?
  ) -> (score: Score, length: Int)? {
    guard plain != nil else {
      return rankWords(title, reading, searchText, weight: weight, isRomanized: isRomanized, worst: worst)
    }
    // A reading that has been made of the title was not there before.
    if !isCut { _ = mayMatch(true, title, reading, searchText) }
    let ofWords =
      wordsMayMatch
      ? rankWords(title, reading, searchText, weight: weight, isRomanized: isRomanized, worst: worst) : nil
    guard plainMayMatch,
      let found = plain?.rank(title, reading, searchText, weight: weight, isRomanized: isRomanized)
    else { return ofWords }
    if let ofWords, ofWords.score < found.score { return ofWords }
    return found
  }

  /// The same in those forms that consist of words only.
  private mutating func rankWords(
    _ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>, weight: UInt16, isRomanized: Bool,
    worst: Score?
  ) -> (score: Score, length: Int)? {
    if words.isFull || table.isFull {
      words.removeAll()
      table.removeAll()
      pieces.forgetNumbers()
    }
    let floor: SIMD16<UInt8>
    if isCut {
      floor = pieces.floor()
      readPieces(title, searchText)
    } else {
      pieces.forgetNumbers()
      floor = readTexts(title, reading, searchText, isRomanized)
      guard pieces.mayMatch(floor) else { return nil }
    }
    let titleWords = TokenColumn.titleWords(in: tokens.tokens.span)
    let worth = query.asTyped.scorer.costs.weightWorth
    func best(_ cost: UInt32) -> Score {
      Score(cost: cost, worth: worth, weight: weight, titleWords: titleWords, isAsTyped: true)
    }
    func isAdmitted(_ cost: UInt32) -> Bool { worst.map { best(cost) <= $0 } ?? true }
    guard
      let (cost, slips) = scorer.cost(of: tokens, &words, floor, pieces, openForms: openForms, isAdmitted: isAdmitted)
    else { return nil }
    guard isAdmitted(cost) else { return (best(cost), title.count) }
    let showsMarks = query.asTyped.showsMarks(title: title, reading: reading, searchText: searchText)
    let score = query.asTyped.score(
      cost: cost, showsMarks: showsMarks, slips: slips, weight: weight,
      titleWords: tokens.hasDeadTitle ? wordCount(title) : titleWords,
      title: title)
    return (score, title.count)
  }

  /// Returns the number of words of a title that is in pieces.
  private mutating func wordCount(_ title: Span<UInt8>) -> Int32 {
    var walk = TitleWalk()
    for index in 0..<pieces.titleEnd {
      let known = pieces.isDead(index) ? nil : pieces.number(index)
      let number = known ?? table.number(of: pieces.range(index), in: title, &words)
      table.walk(number, &walk)
    }
    return walk.wordCount
  }

  /// Collects the words of the item at hand, which is in pieces: those of the first pieces may be at hand from the item before.
  private mutating func readPieces(_ title: Span<UInt8>, _ searchText: Span<UInt8>) {
    var first = 0
    while first < pieces.count, pieces.number(first) != nil { first += 1 }
    tokens.removeAll(fromPiece: first)
    var place = LineField(field: first < pieces.titleEnd ? .title : .searchText)
    for index in first..<pieces.count {
      if index == pieces.titleEnd { place = LineField(field: .searchText) }
      let text = index < pieces.titleEnd ? title : searchText
      let range = pieces.range(index)
      if pieces.isDead(index) {
        pieces.set(index, number: PieceTable.dead)
        table.appendDead(range, of: text, &place, to: &tokens)
      } else {
        let number = table.number(of: range, in: text, &words)
        pieces.set(index, number: number)
        table.append(number, at: range.lowerBound, of: text, &place, to: &tokens)
      }
      tokens.endPiece()
    }
    if titlesArePaths { tokens.lastComponent = lastComponent(of: title) }
  }

  /// The last component of a title that is in pieces; see ``LastComponent/init(of:)``.
  private func lastComponent(of title: Span<UInt8>) -> LastComponent {
    let slash = UInt8(ascii: "/")
    var end = title.count
    while end > 0, title[end - 1] == slash || title[end - 1] == 0x20 { end -= 1 }
    var start = end
    while start > 0, title[start - 1] != slash { start -= 1 }
    var dot = end - 1
    while dot > start, title[dot] != UInt8(ascii: ".") { dot -= 1 }
    var (before, after): (Int32, Int32) = (0, 0)
    var isFollowed = false
    for index in 0..<pieces.titleEnd {
      guard let number = pieces.number(index) else { continue }
      let range = pieces.range(index)
      if range.lowerBound < start { before += table.units(number) } else { isFollowed = true }
      if dot > start {
        after += range.lowerBound > dot ? table.units(number) : range.contains(dot) ? table.unitsAfterDot(number) : 0
      }
    }
    return LastComponent(firstUnit: start == 0 || !isFollowed ? 0 : before, extensionUnits: after)
  }

  /// Collects the words of the item at hand, folding and cutting it whole; returns the least cost of each term.
  private mutating func readTexts(
    _ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>, _ isRomanized: Bool
  ) -> SIMD16<UInt8> {
    tokens.removeAll()
    tokens.isRomanized = isRomanized
    var letters = LineLetters.empty
    var floor = SIMD16<UInt8>(repeating: LineQuery.none)
    analyzer.analyze(title, into: &text)
    if titlesArePaths { tokens.lastComponent = LastComponent(of: text) }
    appendWords(.title, &letters, &floor)
    if !reading.isEmpty {
      analyzer.analyze(reading, into: &text)
      if isRomanized { text.setBracketApart() }
      appendWords(.reading, &letters, &floor)
    }
    if !searchText.isEmpty {
      analyzer.analyze(searchText, into: &text)
      text.cutPhrases()
      appendWords(.searchText, &letters, &floor)
    }
    // Words that have all letters of a term together may make it together.
    for (index, term) in query.terms.enumerated() where term.runs && letters.contains(term.letters) {
      let lane = Int(LineQuery.lane(index))
      floor[lane] = min(floor[lane], query.floorOfRuns)
    }
    return floor
  }

  private mutating func appendWords(_ field: Field, _ letters: inout LineLetters, _ floor: inout SIMD16<UInt8>) {
    letters = letters.union(LineLetters(text.bytes))
    words.append(text, field, to: &tokens, &floor)
  }
}
