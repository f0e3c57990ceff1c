/// A trace of the letters of each word that a run takes, computed again.
struct RunTrace {
  private let term: Term
  private let costs: CostTable
  private let last: Int
  /// What is known to lead nowhere: a word, a letter of the term, and what may still be paid.
  private var failed: Set<[Int]> = []

  /// A number of bytes of a word.
  struct Piece: Hashable {
    let word: Int
    let length: Int
  }

  /// The pieces that a run may have, and their surcharges.
  private enum Kind {
    case words, initials, wordsAndBeginning, beginnings
  }

  private init(_ term: Term, _ costs: CostTable, last: Int) {
    self.term = term
    self.costs = costs
    self.last = last
  }

  /// The pieces of a run, in the order of its words, the longest possible ones first.
  /// - Complexity: O(words of the run × letters²).
  static func pieces(
    of run: Assignment, _ term: Term, _ costs: CostTable, _ letters: Span<UInt8>, _ layout: borrowing ItemLayout
  ) -> [Piece] {
    let kinds: [(Kind, UInt32)] =
      switch run.way {
      case .split: [(.words, costs.split)]
      case .initialsOfTitle, .initialsOfPart: [(.initials, run.wayCost)]
      default: [(.wordsAndBeginning, costs.splitPrefix), (.beginnings, costs.chunks)]
      }
    for (kind, price) in kinds where price <= run.wayCost {
      var trace = RunTrace(term, costs, last: run.lastWord)
      if let found = trace.follow(run.firstWord, 0, left: Int(run.wayCost - price), kind, letters, layout) {
        return found
      }
    }
    return []
  }

  private mutating func follow(
    _ word: Int, _ offset: Int, left: Int, _ kind: Kind, _ letters: Span<UInt8>, _ layout: borrowing ItemLayout
  ) -> [Piece]? {
    let key = [word, offset, left]
    if failed.contains(key) { return nil }
    let found = term.common(letters.extracting(layout.words[word].range), from: offset)
    for length in stride(from: found.letters, through: 1, by: -1) {
      let isLast = offset + length == term.length
      let isWhole = found.isWhole && length == found.letters
      guard isLast == (word == last), let price = price(kind, offset, length, isWhole, isLast), price <= left else {
        continue
      }
      let bytes = term.scalars[offset..<offset + length].reduce(0) { $0 + utf8Length($1) }
      let piece = Piece(word: word, length: bytes)
      if isLast {
        if price == left { return [piece] }
        continue
      }
      for next in wordsAfter(word, kind, letters, layout) where next <= last {
        if let rest = follow(next, offset + length, left: left - price, kind, letters, layout) { return [piece] + rest }
      }
    }
    failed.insert(key)
    return nil
  }

  private func wordsAfter(
    _ word: Int, _ kind: Kind, _ letters: Span<UInt8>, _ layout: borrowing ItemLayout
  ) -> [Int] {
    var words = Array(layout.wordsAfter(word))
    guard kind == .initials, term.mayBeAcronym else { return words }
    var next = words.first
    for _ in 0..<FunctionWords.mostInRow {
      guard let skipped = next, layout.words[skipped].kind == .simple,
        FunctionWords.contains(letters.extracting(layout.words[skipped].range))
      else { break }
      let later = layout.wordsAfter(skipped)
      words += later
      next = later.first
    }
    return words
  }

  private func price(_ kind: Kind, _ offset: Int, _ length: Int, _ isWhole: Bool, _ isLast: Bool) -> Int? {
    let isLetter = length == 1 && !isWhole
    switch kind {
    case .words: return isWhole ? 0 : nil
    case .initials: return length == 1 ? 0 : nil
    case .wordsAndBeginning:
      return isWhole ? 0 : isLast ? isLetter ? Int(costs.laterOneLetterChunk) : 0 : nil
    case .beginnings:
      return isLetter && offset > 0 ? Int(costs.laterOneLetterChunk) : 0
    }
  }
}

extension ItemLayout {
  /// The words that a run may go on with after one: the next one of the phrase and, if it is a compound, its first parts.
  func wordsAfter(_ index: Int) -> Range<Int> {
    let word = words[index]
    return word.endsPhrase ? 0..<0 : wordAndFirstParts(Int(word.next))
  }
}
