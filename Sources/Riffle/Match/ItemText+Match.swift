extension ItemText {
  /// Matches the rows and patterns of a scorer against the item read last.
  package func match(_ scorer: borrowing Scorer, scratch: inout ScorerScratch) {
    scratch.matches.removeAll(keepingCapacity: true)
    let span = letters.span
    for row in scorer.rows {
      for word in scratch.layout.words {
        scratch.matches.append(row.match(span.extracting(word.range), scratch: &scratch.typos))
      }
    }
    scratch.patternMatches.removeAll(keepingCapacity: true)
    for pattern in scorer.patterns {
      scratch.patternMatches.append(pattern.bestMatch(in: self, layout: scratch.layout, costs: scorer.costs))
    }
  }
}
