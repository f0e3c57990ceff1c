/// A query that is the whole of a phrase of the search text names the item by another of its names, which costs less than to
/// find terms among other words.
extension Scorer {
  /// Whether whole words of one phrase of the search text, of which no two overlap, are all of it.
  func isWholePhrase(_ assignments: [Assignment], _ layout: borrowing ItemLayout) -> Bool {
    guard let first = assignments.first, let phrase = takenPhrase(around: first.firstWord, assignments, layout) else {
      return false
    }
    return assignments.allSatisfy { phrase.contains($0.firstUnit) }
  }

  /// The units of the phrase that holds a word, if whole words take all of it.
  private func takenPhrase(
    around word: Int, _ assignments: [Assignment], _ layout: borrowing ItemLayout
  ) -> Range<Int32>? {
    let words = layout.words.span
    let first = layout.firstWord(of: .searchText)
    // No term takes more than one word, or two of one letter each.
    var left = 2 * assignments.count
    var index = word
    while index > first, !(words[index].isCounted && words[index].startsPhrase) {
      if words[index].isCounted { left -= 1 }
      if left <= 0 { return nil }
      index -= 1
    }
    guard words[index].isCounted else { return nil }
    let start = words[index].firstUnit
    while isTaken(index, assignments, layout) {
      if words[index].endsPhrase { return start..<words[index].endUnit }
      index = Int(words[index].next)
    }
    return nil
  }

  /// Whether a counted word is taken as a whole: itself, all its parts, another spelling of it, or all pairs of letters that it
  /// consists of where scripts are written without spaces.
  private func isTaken(_ index: Int, _ assignments: [Assignment], _ layout: borrowing ItemLayout) -> Bool {
    let words = layout.words.span
    let word = words[index]
    var taken: Int32 = 0
    for assignment in assignments {
      taken += max(0, min(assignment.endUnit, word.endUnit) - max(assignment.firstUnit, word.firstUnit))
    }
    if taken == word.endUnit - word.firstUnit { return true }
    return word.kind == .simple
      && (isSpellingTaken(ofWord: index, assignments, layout) || areLettersTaken(ofWord: index, assignments, layout))
  }

  private func isSpellingTaken(ofWord index: Int, _ assignments: [Assignment], _ layout: borrowing ItemLayout) -> Bool {
    let words = layout.words.span
    var spelling = index + 1
    while spelling < words.count, words[spelling].kind == .spelling {
      if assignments.contains(where: { $0.firstWord == spelling }) { return true }
      spelling += 1
    }
    return false
  }

  /// Whether terms take all pairs of letters of a word, or a pair that a word of one letter has with another: what is left of
  /// words where scripts are written without spaces, and the query may be cut elsewhere.
  private func areLettersTaken(ofWord index: Int, _ assignments: [Assignment], _ layout: borrowing ItemLayout) -> Bool {
    let words = layout.words.span
    func isTaken(_ word: Int) -> Bool { assignments.contains { $0.firstWord == word } }
    /// Nothing but a pair has twice its letters.
    func isOneLetter(_ word: Int, besidePair pair: Int) -> Bool { 2 * words[word].length <= words[pair].length + 1 }
    if index > 0, words[index - 1].kind == .extraAcross, isOneLetter(index, besidePair: index - 1), isTaken(index - 1) {
      return true
    }
    var length: UInt32 = 0
    var extra = index + 1
    while extra < words.count, words[extra].kind == .extra {
      if isTaken(extra) {
        length += words[extra].length
      } else {
        // The last letter is an extra of its own where nothing follows.
        let isLast = extra + 1 == words.count || words[extra + 1].kind != .extra
        guard isLast, isOneLetter(extra, besidePair: extra - 1) else { return false }
      }
      extra += 1
    }
    if extra == index + 1, extra < words.count, words[extra].kind == .extraAcross {
      return isOneLetter(index, besidePair: extra) && isTaken(extra)
    }
    return length >= words[index].length
  }
}
