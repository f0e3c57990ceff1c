/// A way for a term to match an item.
package enum Way: UInt8, Sendable, Hashable, CaseIterable {
  case exact, prefix
  case initialsOfTitle, initialsOfPart, split, chunks
  case joined, joinedPrefix
  case infix, skeleton, typo, typoInPrefix
  /// A pattern of the extended syntax, found as it is.
  case pattern
  /// A pattern of the extended syntax that is not there, as demanded.
  case absent

  /// Whether several words are matched by one term.
  var isRun: Bool {
    switch self {
    case .initialsOfTitle, .initialsOfPart, .split, .chunks: true
    default: false
    }
  }

  /// The number of terms that are matched at once.
  package var termCount: Int {
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
  package var way: Way
  package var field: Field
  /// Indices of the words in the layout; -1 for a pattern, which is found in the text, not in words.
  package var firstWord: Int
  package var lastWord: Int
  package var firstCounted: Int32
  package var lastCounted: Int32
  package var firstUnit: Int32
  package var endUnit: Int32
  package var typos: Int
  package var wayCost: UInt32
  package var fieldCost: UInt32
  package var placeCost: UInt32 = 0
  package var takenCost: UInt32 = 0
  /// For slashes beside the term that are not beside its words.
  package var slashCost: UInt32 = 0
  /// For a part of a compound.
  package var partCost: UInt32 = 0
  package var cost: UInt32 = 0

  /// An assignment without what it costs.
  package init(
    clause: Int, alternative: Int, way: Way, field: Field, firstWord: Int, lastWord: Int, firstCounted: Int32,
    lastCounted: Int32, units: Range<Int32>, typos: Int
  ) {
    self.clause = clause
    self.alternative = alternative
    self.way = way
    self.field = field
    self.firstWord = firstWord
    self.lastWord = lastWord
    self.firstCounted = firstCounted
    self.lastCounted = lastCounted
    firstUnit = units.lowerBound
    endUnit = units.upperBound
    self.typos = typos
    wayCost = 0
    fieldCost = 0
  }

  init(_ hit: TermHit, clause: Int, alternative: Int) {
    self.clause = clause
    self.alternative = alternative
    way = hit.way
    field = hit.field
    firstWord = Int(hit.firstWord)
    lastWord = Int(hit.lastWord)
    firstCounted = hit.firstCounted
    lastCounted = hit.lastCounted
    firstUnit = hit.firstUnit
    endUnit = hit.endUnit
    typos = Int(hit.typos)
    wayCost = hit.wayCost
    fieldCost = hit.fieldCost
  }
}

extension [Assignment] {
  /// The field in which each term was found, in the order of the terms.
  var matchedFields: [Field] {
    flatMap { [Field](repeating: $0.field, count: $0.way == .absent ? 0 : $0.way.termCount) }
  }
}
