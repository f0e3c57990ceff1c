/// Asks one query of title after title, where a title is all there is of an item and is seen once.
///
/// It gives the scores that ``ItemMatcher`` gives. For queries of nothing but terms it goes straight from
/// the words of a title to the scorer, and only with titles whose words promise something.
struct TitleMatcher {
  private let prepared: PreparedQuery
  private let analyzer: TextAnalyzer
  private let titlesArePaths: Bool
  private let probes: [TermProbe]
  /// Whether the query is nothing but terms.
  private let isOfTerms: Bool
  /// The clauses, those that few items hold first.
  private let order: [Int]

  private var plain: ItemMatcher
  private var text = FieldText()
  private var wordLetters: [LetterSet] = []
  private var scratch = ScorerScratch()

  init(_ prepared: PreparedQuery, analyzer: TextAnalyzer, titlesArePaths: Bool) {
    self.prepared = prepared
    self.analyzer = analyzer
    self.titlesArePaths = titlesArePaths
    plain = ItemMatcher(prepared, analyzer: analyzer, titlesArePaths: titlesArePaths)
    let scorer = prepared.scorer
    probes = scorer.rows.indices.map { TermProbe(scorer.rows[$0], typos: scorer.typos(ofRow: $0)) }
    if case .words = prepared.way {
      isOfTerms = scorer.patterns.isEmpty && prepared.excluded.isEmpty
    } else {
      isOfTerms = false
    }
    order = scorer.clauses.indices.sorted { scorer.shortestTerm(of: $0) > scorer.shortestTerm(of: $1) }
  }

  /// Whether the title matches, and what decides its place: the score, then a length.
  /// - Parameter title: valid UTF-8, cut to ``ItemText/indexedFieldLength``. Not for an empty query.
  mutating func rank(_ title: Span<UInt8>) -> (score: Score, length: Int)? {
    guard isOfTerms else { return plain.rank(title: title, reading: Span(), searchText: Span(), weight: 0) }
    analyzer.analyze(title, into: &text)
    guard wordsMayMatch(), matchWords() else { return nil }
    let letters = text.bytes
    guard let cost = prepared.scorer.cost(letters: letters.span, scratch: &scratch) else { return nil }
    return (Score(cost: cost, isAsTyped: prepared.isShown(in: title), weight: 0), title.count)
  }

  /// Whether the letters of the words leave room for a match.
  private mutating func wordsMayMatch() -> Bool {
    let bytes = text.bytes
    wordLetters.removeAll(keepingCapacity: true)
    var all = LetterSet.empty
    for token in text.tokens {
      let letters = LetterSet(bytes.span.extracting(token.range))
      wordLetters.append(letters)
      all = all.union(letters)
    }
    var typosLeft = prepared.scorer.typoBudget
    for index in order {
      guard let typos = fewestTypos(index, all), typos <= typosLeft else { return false }
      typosLeft -= typos
    }
    return true
  }

  /// How many typos a match of the clause has at least; `nil` if there is none.
  private func fewestTypos(_ index: Int, _ all: LetterSet) -> Int? {
    let scorer = prepared.scorer
    var fewest: Int?
    for case .term(let row) in scorer.clauses[index].alternatives {
      let probe = probes[row]
      for word in text.tokens.indices {
        guard let typos = probe.fewestTypos(wordLetters[word], length: Int(text.tokens[word].length)) else { continue }
        if typos == 0 { return 0 }
        fewest = min(fewest ?? typos, typos)
      }
      if probe.letters.subtracting(all).isEmpty, mayRun(row) { return 0 }
    }
    return fewest
  }

  /// Whether a word begins as the term does, and the word after it as the term may go on.
  private func mayRun(_ row: Int) -> Bool {
    guard prepared.scorer.admitsRuns else { return false }
    let term = probes[row].matcher.term.bytes
    let bytes = text.bytes.span
    var hasBegun = false
    for token in text.tokens where token.kind != .extra && token.kind != .extraAcross && token.length > 0 {
      let first = bytes[Int(token.start)]
      if hasBegun {
        for byte in term.dropFirst() where byte == first { return true }
      }
      if first == term[0] { hasBegun = true }
    }
    return false
  }

  /// Lays the title out and matches all rows with all words; `false` if a clause has no match.
  private mutating func matchWords() -> Bool {
    let scorer = prepared.scorer
    layOut()
    let words = text.tokens.count
    scratch.matches.removeAll(keepingCapacity: true)
    let bytes = text.bytes
    for probe in probes {
      for word in 0..<words {
        scratch.matches.append(
          probe.match(bytes.span.extracting(text.tokens[word].range), wordLetters[word], scratch: &scratch.typos))
      }
    }
    for index in order where !hasMatch(index, scorer) { return false }
    return true
  }

  private func hasMatch(_ index: Int, _ scorer: Scorer) -> Bool {
    for case .term(let row) in scorer.clauses[index].alternatives where isFound(row) || mayRun(row) { return true }
    if let joined = scorer.clauses[index].joinedRow, isFound(joined) { return true }
    if index > 0, let joined = scorer.clauses[index - 1].joinedRow, isFound(joined) { return true }
    return false
  }

  private func isFound(_ row: Int) -> Bool {
    let words = text.tokens.count
    for index in row * words..<(row + 1) * words where !scratch.matches[index].isNone { return true }
    return false
  }

  private mutating func layOut() {
    scratch.layout.removeAll()
    for token in text.tokens {
      scratch.layout.append(token.kind, start: token.start, length: token.length, field: .title)
    }
    scratch.layout.endField(.title)
    if titlesArePaths { scratch.layout.titleStart = scratch.layout.firstUnitOfLastPathComponent(text) }
  }
}

extension Scorer {
  /// The length of a clause's shortest term.
  fileprivate func shortestTerm(of clause: Int) -> Int {
    var length = Int.max
    for case .term(let row) in clauses[clause].alternatives { length = min(length, rows[row].term.length) }
    return length
  }
}
