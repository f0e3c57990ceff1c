/// A matcher of one query on items read from their texts, without an index.
///
/// Every index path must return the same answer. It also computes the details of hits that an index has found.
package struct ItemMatcher {
  private let forms: [PreparedQuery]
  private let analyzer: TextAnalyzer
  private let titlesArePaths: Bool
  private var item = ItemText()
  private var haystack = LowercasedHaystack()
  private var layout = ItemLayout()
  /// What scores each form.
  private var scorers: [RowScorer]
  private var words: [ItemWords]
  /// Whether the words of the item are those of the item read last, by form.
  private var areRead: [Bool]
  /// Where the patterns of each form stand.
  private var patternMatches: [[PatternMatch?]]
  private var subsequence: SubsequenceScratch
  private var match: Match?

  /// What the last item that matched was found by.
  private enum Match {
    case words(form: Int, cost: UInt32)
    case folded(Field, Range<Int>)
    case lowercased(title: Range<Int>, searchText: Range<Int>)
    case subsequence(Score)
  }

  package init(_ prepared: PreparedQuery, analyzer: TextAnalyzer, titlesArePaths: Bool) {
    self.init([prepared], analyzer: analyzer, titlesArePaths: titlesArePaths)
  }

  /// - Parameter forms: what an item may match, each at its price, the cheapest first. Of a single form the price does not
  ///   count.
  package init(_ forms: [PreparedQuery], analyzer: TextAnalyzer, titlesArePaths: Bool) {
    self.forms = forms
    self.analyzer = analyzer
    self.titlesArePaths = titlesArePaths
    scorers = forms.map { RowScorer($0.scorer) }
    words = forms.map { ItemWords($0.scorer) }
    areRead = Array(repeating: false, count: forms.count)
    patternMatches = Array(repeating: [], count: forms.count)
    subsequence = SubsequenceScratch(isCaseSensitive: analyzer.options.isCaseSensitive) { analyzer.foldedScalar($0) }
  }

  /// Whether the item matches, and what decides its place: the score, then a length.
  ///
  /// - Parameters:
  ///   - fields: valid UTF-8, each cut to ``ItemText/indexedFieldLength``. Not for an empty query.
  ///   - isRomanized: whether the reading is what a ``Romanizer`` has made of the title.
  package mutating func rank(
    title: Span<UInt8>, reading: Span<UInt8>, searchText: Span<UInt8>, weight: UInt16, isRomanized: Bool = false
  ) -> (score: Score, length: Int)? {
    match = nil
    switch forms[0].way {
    case .lowercasedSubstring(let needle):
      haystack.read(title: title, searchText: searchText)
      guard let ranges = haystack.ranges(of: needle) else { return nil }
      match = .lowercased(title: ranges.title, searchText: ranges.searchText)
      return (Score(rawValue: 0), 0)
    case .substring(let needle):
      item.fold(title: title, reading: reading, searchText: searchText, analyzer: analyzer)
      guard let found = item.firstOccurrence(of: needle) else { return nil }
      match = .folded(found.field, found.range)
      return (Score(rawValue: 0), 0)
    case .words:
      guard read(title, reading, searchText, isRomanized) else { return nil }
      let showsMarks = forms[0].showsMarks(title: title, reading: reading, searchText: searchText)
      return cheapestForm(title, showsMarks: showsMarks, weight: weight).map { ($0, forms[0].length(of: title)) }
    case .subsequence(_, let isFiltered):
      if isFiltered, !read(title, reading, searchText, isRomanized) || cost(ofForm: 0) == nil { return nil }
      return subsequenceRank(title: title, weight: weight)
    }
  }

  /// Returns the rank of a title by the order of its letters in mode `subsequence`, regardless of further conditions.
  package mutating func subsequenceRank(title: Span<UInt8>, weight: UInt16) -> (score: Score, length: Int)? {
    match = nil
    guard case .subsequence(let pattern, _) = forms[0].way,
      let ranked = subsequenceScore(of: title, pattern, weight: weight)
    else { return nil }
    match = .subsequence(ranked)
    return (ranked, subsequenceLength(title))
  }

  /// Returns the score of a title by the order of its letters, regardless of further conditions; `nil` if it lacks them.
  mutating func subsequenceScore(of title: Span<UInt8>, _ pattern: SubsequencePattern, weight: UInt16) -> Score? {
    Riffle.subsequenceScore(pattern, title: title, scratch: &subsequence).map { Score(subsequence: $0, weight: weight) }
  }

  /// Reads an item; `false` if it holds what it must not.
  private mutating func read(
    _ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>, _ isRomanized: Bool
  ) -> Bool {
    item.read(
      title: title, reading: reading, searchText: searchText, isRomanized: isRomanized, analyzer: analyzer,
      titleIsPath: titlesArePaths, into: &layout)
    for form in areRead.indices { areRead[form] = false }
    let costs = forms[0].scorer.costs
    return !forms[0].excluded.contains { texts in
      texts.allSatisfy { $0.bestMatch(in: item, layout: layout, costs: costs) != nil }
    }
  }

  /// Where the patterns of a form stand in the item read last.
  private func patternMatchesOfItem(_ form: Int) -> [PatternMatch?] {
    let scorer = forms[form].scorer
    return scorer.patterns.map { $0.bestMatch(in: item, layout: layout, costs: scorer.costs) }
  }

  /// What the item read last costs beside the price of the form; `nil` if it is no match or costs more than `most`.
  private mutating func cost(ofForm form: Int, upTo most: UInt32 = .max) -> UInt32? {
    if !areRead[form] {
      words[form].item.read(item.letters, layout)
      areRead[form] = true
      patternMatches[form] = patternMatchesOfItem(form)
    }
    let tokens = words[form].item.tokens
    return scorers[form].cost(
      of: tokens.span, words[form].item.traits, words: &words[form], patterns: patternMatches[form], upTo: most)
  }

  /// The best score that a form gives the item read last; of equal scores that of the first form.
  private mutating func cheapestForm(_ title: Span<UInt8>, showsMarks: Bool, weight: UInt16) -> Score? {
    var best: (form: Int, cost: UInt32, score: Score)?
    for form in forms.indices {
      let price = forms.count == 1 ? 0 : forms[form].price
      if forms.count > 1, let best, best.score.orderedUnits < forms[form].leastCost { break }
      guard let cost = cost(ofForm: form, upTo: forms[form].mostOfTerms) else { continue }
      let letters = item.letters
      let slips = forms[form].scorer.slips(scorers[form].assignments, letters: letters.span) { layout.words[$0].range }
      let score = forms[form].score(
        cost: cost + price, showsMarks: showsMarks, slips: slips, weight: weight,
        titleWords: layout.titleCount, title: title)
      if best.map({ score < $0.score }) ?? true { best = (form, cost, score) }
    }
    guard let best else { return nil }
    match = .words(form: best.form, cost: best.cost)
    return best.score
  }

  /// The number of the form that the item matched last.
  package var form: Int { if case .words(let form, _) = match { form } else { 0 } }

  package var queryForm: QueryForm { forms[form].form }

  /// What the terms take of the item that matched last.
  private var assignments: [Assignment] { scorers[form].assignments }

  // MARK: - What matched

  /// The matched parts of each field of the item that matched last, by raw value of ``Field``, as UTF-8
  /// ranges of the original text, ascending, none touching another.
  ///
  /// - Parameter fields: the same as before.
  package mutating func highlights(
    title: Span<UInt8>, reading: Span<UInt8>, searchText: Span<UInt8>
  ) -> [[Range<Int>]] {
    var folded = [[Range<Int>]](repeating: [], count: Field.allCases.count)
    switch match {
    case nil:
      return folded
    case .words:
      return ranges(of: assignments, title, reading, searchText)
    case .folded(let field, let range):
      folded[Int(field.rawValue)] = [range]
    case .lowercased(let titleRange, let searchTextRange):
      return [whole([titleRange], title), [], whole([searchTextRange], searchText)]
    case .subsequence:
      guard case .subsequence(let pattern, _) = forms[0].way else { return folded }
      return [whole(subsequenceRanges(pattern, title: title, scratch: &subsequence) ?? [], title), [], []]
    }
    return original(folded, title, reading, searchText)
  }

  /// The parts of each field that the terms of the only form take of an item, as ``highlights(title:reading:searchText:)``
  /// returns them. Reads the item, but does not score it.
  package mutating func highlights(
    of assignments: [Assignment], title: Span<UInt8>, reading: Span<UInt8>, searchText: Span<UInt8>, isRomanized: Bool
  ) -> [[Range<Int>]] {
    match = nil
    _ = read(title, reading, searchText, isRomanized)
    patternMatches[form] = patternMatchesOfItem(form)
    return ranges(of: assignments, title, reading, searchText)
  }

  private func ranges(
    of assignments: [Assignment], _ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>
  ) -> [[Range<Int>]] {
    var folded = [[Range<Int>]](repeating: [], count: Field.allCases.count)
    for assignment in assignments { append(assignment, to: &folded[Int(assignment.field.rawValue)]) }
    return original(folded, title, reading, searchText)
  }

  /// Appends the parts of its folded field that an assignment takes.
  private func append(_ assignment: Assignment, to folded: inout [Range<Int>]) {
    let scorer = forms[form].scorer
    if case .pattern(let pattern) = scorer.clauses[assignment.clause].alternatives[assignment.alternative] {
      if let match = patternMatches[form][pattern], !match.isAbsent { folded.append(match.range) }
      return
    }
    let highlighter = Highlighter(scorer: scorer)
    let text = item.fields[Int(assignment.field.rawValue)]
    let first = layout.firstWord(of: assignment.field)
    if assignment.way.isRun {
      for piece in highlighter.pieces(ofRun: assignment, item.letters.span, layout) {
        folded += text.foldedRanges(of: piece.letters, ofWord: piece.word - first)
      }
    } else {
      let word = item.letters.span.extracting(layout.words[assignment.firstWord].range)
      for letters in highlighter.letters(of: assignment, in: word) {
        folded += text.foldedRanges(of: letters, ofWord: assignment.firstWord - first)
      }
    }
  }

  private func original(
    _ folded: [[Range<Int>]], _ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>
  ) -> [[Range<Int>]] {
    [original(folded, .title, title), original(folded, .reading, reading), original(folded, .searchText, searchText)]
  }

  private func original(_ folded: [[Range<Int>]], _ field: Field, _ text: Span<UInt8>) -> [Range<Int>] {
    let field = Int(field.rawValue)
    var ranges: [Range<Int>] = []
    for range in merged(folded[field]) { ranges.append(item.fields[field].originalRange(range, in: text)) }
    return merged(ranges)
  }

  /// Widens ranges of the original to whole characters.
  private func whole(_ ranges: [Range<Int>], _ text: Span<UInt8>) -> [Range<Int>] {
    let offsets = OffsetMap()
    var characters: [Range<Int>] = []
    for range in ranges { characters.append(offsets.originalRange(range, in: text)) }
    return merged(characters)
  }

  /// The field in which each term of the item that matched last was found, in the order of the terms.
  package var matchedFields: [Field] {
    switch match {
    case nil: []
    case .words: assignments.matchedFields
    case .folded(let field, _): [field]
    case .lowercased(let title, _): [title.isEmpty ? .searchText : .title]
    case .subsequence: [.title]
    }
  }

  /// The reasons for the last match.
  package var explanation: Explanation? {
    switch match {
    case nil: nil
    case .words(let form, let cost):
      Explainer(scorer: forms[form].scorer, form: forms[form].form).explanation(
        total: cost, item, layout, scorers[form].assignments)
    case .folded(let field, _):
      Explanation(because: "the \(field.name) holds the query as it is, but for folding")
    case .lowercased:
      Explanation(because: "title and search text hold the query, but for capitals")
    case .subsequence(let score):
      Explanation(
        cost: score.cost,
        reasons: [
          .init(text: "the title holds the query's letters in their order, as well placed as this", cost: score.cost)
        ])
    }
  }
}
