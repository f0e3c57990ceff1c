/// A way for a term to match an item.
package enum Way: UInt8, Sendable, Hashable, CaseIterable {
  case exact, prefix
  case initialsOfTitle, initialsOfPart, split, chunks
  case joined, joinedPrefix
  case infix, consonantSkeleton, typo, typoInPrefix, skeleton
  /// A pattern of the extended syntax, found as it is.
  case pattern

  init(_ way: RunMatch.Way) {
    self =
      switch way {
      case .initialsOfTitle: .initialsOfTitle
      case .initialsOfPart: .initialsOfPart
      case .split: .split
      case .chunks: .chunks
      }
  }

  /// Whether several words are matched by one term.
  var isRun: Bool {
    switch self {
    case .initialsOfTitle, .initialsOfPart, .split, .chunks: true
    default: false
    }
  }

  /// How many terms are matched at once.
  var termCount: Int {
    switch self {
    case .joined, .joinedPrefix: 2
    default: 1
    }
  }
}

/// What one term has taken of an item, and at what cost.
package struct Assignment: Sendable, Hashable {
  /// The term's number in the query, and which of its alternatives was found.
  package var clause: Int
  package var alternative: Int
  package var way = Way.exact
  package var field: Field
  /// Indices of the words in the layout; -1 for a pattern, which is found in the text, not in words.
  package var firstWord: Int
  package var lastWord: Int
  var firstCounted: Int32
  var lastCounted: Int32
  var firstUnit: Int32
  var endUnit: Int32
  package var typos = 0
  package var wayCost: UInt32 = 0
  package var fieldCost: UInt32 = 0
  package var placeCost: UInt32 = 0
  package var takenCost: UInt32 = 0
  package var cost: UInt32 = 0

  init(clause: Int, alternative: Int, word index: Int, _ layout: borrowing ItemLayout) {
    let word = layout.words[index]
    self.clause = clause
    self.alternative = alternative
    field = word.field
    firstWord = index
    lastWord = index
    firstCounted = word.firstCounted
    lastCounted = word.lastCounted
    firstUnit = word.firstUnit
    endUnit = word.endUnit
  }

  init(clause: Int, alternative: Int, pattern match: PatternMatch) {
    self.clause = clause
    self.alternative = alternative
    way = .pattern
    field = match.field
    firstWord = -1
    lastWord = -1
    firstCounted = match.firstCounted
    lastCounted = match.lastCounted
    firstUnit = match.firstUnit
    endUnit = match.endUnit
  }

  mutating func extend(to index: Int, _ layout: borrowing ItemLayout) {
    let word = layout.words[index]
    lastWord = index
    lastCounted = word.lastCounted
    endUnit = word.endUnit
  }

  /// Gives back the parts of a compound that its first `letters` letters do not reach.
  mutating func shorten(toLetters letters: Int, _ layout: borrowing ItemLayout) {
    let word = layout.words[firstWord]
    guard word.kind == .compound || word.kind == .inner else { return }
    let last = layout.words[layout.lastPart(ofLetters: letters, after: firstWord)]
    endUnit = last.endUnit
    lastCounted = last.lastCounted
  }

  /// Whether both hold the same part of the text. An extra shares its letters with its neighbours, so it
  /// stands in nobody's way but its own.
  func overlaps(_ other: Assignment) -> Bool {
    if field != other.field { return false }
    let isSameWord = firstWord == other.firstWord && firstWord >= 0
    return isSameWord || firstUnit < other.endUnit && other.firstUnit < endUnit
  }
}

extension [Assignment] {
  /// The field in which each term was found, in the order of the terms.
  var matchedFields: [Field] { flatMap { [Field](repeating: $0.field, count: $0.way.termCount) } }
}
