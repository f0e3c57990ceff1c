/// What the scorer works on and leaves behind, kept from item to item.
package struct ScorerScratch: Sendable {
  package var layout = ItemLayout()
  /// Row-major: for each row of the scorer, for each word of the layout.
  package var matches: [WordMatch] = []
  package var patternMatches: [PatternMatch?] = []
  /// What the terms have taken, from left to right.
  package internal(set) var assignments: [Assignment] = []
  var typos = TypoScratch()
  var runs = RunMemo()

  package init() {}
}
