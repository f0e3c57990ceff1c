/// The cost of each way of matching, in ``CostTable/unit``s.
///
/// The order of hits is decided here and nowhere else. The values were found on development query sets and confirmed on others;
/// the documentation page on ranking lists the gain of each change.
package struct CostTable: Sendable, Hashable {
  /// The number of steps in a cost of 1.
  package static let unit: UInt32 = 200

  package var prefix = steps(1)
  package var initialsOfTitle = steps(3)
  package var initialsOfPart = steps(6)
  package var twoInitials = steps(11)
  package var joined = steps(1)
  package var split = steps(3)
  package var chunks = steps(8)
  /// Chunks of which all but the last are whole words: a space left out while typing.
  package var splitPrefix = steps(4)
  /// The surcharge of a chunk of one letter, except for the first, which may be an initial.
  package var laterOneLetterChunk = steps(2)
  package var infix = steps(9)
  /// A word without its vowels.
  package var skeleton = steps(7)
  package var typo = steps(8)
  package var typoInPrefix = steps(1)
  /// The same in any term except the last: a word is finished before the next begins.
  package var typoInPrefixOfFinishedTerm = steps(4)
  package var wrongFirstLetter = steps(4)
  package var typoInShortTerm = steps(4)
  package var inReading = steps(0.5)
  /// What a reading costs more that is a guess.
  package var romanized = steps(1)
  package var inSearchText = steps(2)
  /// The same where terms are a whole phrase of the search text: another name of the item.
  package var inWholePhrase = steps(0.5)
  package var takenWord = steps(12)
  package var gap = steps(0.75)
  package var stepBack = steps(0.75)
  package var notAtStart = steps(0.5)
  /// A slash beside a term of which a path has none there.
  package var slash = steps(1)
  /// A compound of the title, one of several words, of which only a part is found.
  package var partOfCompound = steps(0.5)
  /// A term that is left out, …
  package var leftOutTerm = steps(12)
  /// … and each of its letters.
  package var leftOutLetter = steps(2)
  /// What all other terms may cost of an item that lacks some.
  package var mostBesideLeftOut = steps(12)
  /// A short term that has more typos than its length allows, …
  package var moreTypos = steps(10)
  /// … and a long one, of which less would be left if it were another word.
  package var manyTypos = steps(4)
  /// A term of two letters that is inside a word: so much that it counts only where nothing else does.
  package var twoLettersInside = steps(15)
  /// A query whose names are found without their signs.
  package var withoutSigns = steps(6)
  /// A phrase of the query for which another stands that it means.
  package var synonym = steps(0.5)
  /// A query that was typed with the keys of another keyboard.
  package var otherLayout = steps(16)
  /// What the highest weight is worth: so much less a hit seems to cost, to be before another; see
  /// ``SearchRequest/weightWorth``.
  package var weightWorth: UInt32 = 0
  /// Whether hits that cost the same are equal, regardless of how they were typed and of their slips; see
  /// ``SearchRequest/comparesCostsOnly``.
  package var comparesCostsOnly = false

  package static let standard = CostTable()

  package init() {}

  /// What it costs to leave out a term.
  func cost(ofLeavingOut term: Term) -> UInt32 { leftOutTerm + UInt32(clamping: term.length) * leftOutLetter }

  /// What it costs that a term has more typos than `budget`, which its length allows, beside the typos.
  func price(ofMoreTyposThan budget: Int) -> UInt32 { budget < TypoAutomaton.mostTypos ? moreTypos : manyTypos }

  /// A way to match a word without typos that is not literal.
  func way(of loose: WordMatch.Loose) -> (way: Way, cost: UInt32) {
    switch loose {
    case .none, .infix: (.infix, infix)
    case .skeleton: (.skeleton, skeleton)
    }
  }

  /// What the typos of a match cost, without what is added where they are in the beginning of a word.
  /// - Parameter termLength: in letters.
  func cost(ofTypos match: WordMatch, termLength: Int) -> UInt32 {
    UInt32(match.typos) * typo + (match.wrongFirstLetter ? wrongFirstLetter : 0)
      + (termLength <= 3 ? typoInShortTerm : 0)
  }

  static func steps(_ cost: Double) -> UInt32 { UInt32(cost * Double(unit) + 0.5) }

  /// What it costs that a term is found in `field`.
  /// - Parameter isRomanized: whether the reading is a guess.
  func cost(of field: Field, isRomanized: Bool = false) -> UInt32 {
    switch field {
    case .title: 0
    case .reading: inReading + (isRomanized ? romanized : 0)
    case .searchText: inSearchText
    }
  }
}

extension ItemLayout {
  /// What it costs that a term is found in `field`.
  func cost(of field: Field, _ costs: CostTable) -> UInt32 { costs.cost(of: field, isRomanized: isRomanized) }
}
