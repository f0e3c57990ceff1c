/// Phrases of the search text that may be all of the query: its words, each once, and no others.
extension RowScorer {
  /// Collects the phrases in which each clause is a whole word.
  mutating func collectNames<Words: RowWords>(_ tokens: Span<UInt32>, _ words: Words) {
    var phrase = NamedPhrase(clauseCount: clauses.count)
    var walk = TokenWalk()
    for index in tokens.indices {
      let token = tokens[index]
      walk.next(tokens, index)
      guard token >> 30 >= 2 else { continue }
      if walk.isFieldStart || token >> 30 == 3 { end(&phrase, at: index) }
      for source in sources where words.literal(source.row, token & TokenColumn.wordBits) == .exact {
        phrase.clauses |= source.clauses
      }
      if walk.isCounted { phrase.count += 1 }
    }
    end(&phrase, at: tokens.count)
  }

  private mutating func end(_ phrase: inout NamedPhrase, at end: Int) {
    if phrase.isTaken { names.append(phrase.start..<end) }
    phrase.begin(at: end)
  }

  /// The cost of the row if the query may be all of a phrase of the search text.
  mutating func cheapestName<Words: RowWords>(
    _ tokens: Span<UInt32>, _ words: Words, besides known: UInt32?, upTo most: UInt32
  ) -> UInt32? {
    var best = known
    var assignments = known == nil ? [] : self.assignments
    var layout = ItemLayout()
    for phrase in names where best != 0 {
      guard least(in: phrase, upTo: min(most, (best ?? .max) - 1)) != nil else { continue }
      if layout.words.isEmpty { layout.read(tokens, lengths: words) }
      guard let (cost, found) = cheapestWhole(of: phrase, layout) else { continue }
      (best, assignments) = (cost, found)
    }
    nameAssignments = assignments
    return best
  }
}

/// A phrase of the search text while its words are read.
private struct NamedPhrase {
  let all: UInt32
  let most: Int
  var start = 0
  /// The clauses that are whole words of it, one bit each.
  var clauses: UInt32 = 0
  var count = 0

  init(clauseCount: Int) {
    all = (1 << UInt32(clauseCount)) &- 1
    // A term takes one word, or two of one letter each.
    most = 2 * clauseCount
  }

  var isTaken: Bool { clauses == all && count <= most }

  mutating func begin(at start: Int) {
    self.start = start
    clauses = 0
    count = 0
  }
}
