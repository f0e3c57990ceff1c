/// What the words of a run have made of a term, up to one of its letters.
struct RunProgress: Sendable {
  /// By one whole word; by whole words; by first letters; by those of all but some ``FunctionWords``.
  var isWord = false
  var areWords = false
  var areInitials = false
  var areAcronym = false
  /// What it costs as beginnings of words; `UInt32.max` if it is none.
  var chunks = UInt32.max

  var isNone: Bool { !isWord && !areWords && !areInitials && !areAcronym && chunks == .max }

  /// What goes on beyond function words.
  var beyondFunctionWords: RunProgress? {
    guard areInitials || areAcronym else { return nil }
    var reach = RunProgress()
    reach.areAcronym = true
    return reach
  }

  mutating func formUnion(_ other: RunProgress) {
    isWord = isWord || other.isWord
    areWords = areWords || other.areWords
    areInitials = areInitials || other.areInitials
    areAcronym = areAcronym || other.areAcronym
    chunks = min(chunks, other.chunks)
  }
}

/// The words that a run may go on with, and how far it has come before each: one slot for each letter of the term.
struct RunTable: Sendable {
  private(set) var words: [Int] = []
  private var slots: [RunProgress] = []
  private var width = 0

  mutating func begin(width: Int) {
    words.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    self.width = width
  }

  subscript(entry: Int, letter: Int) -> RunProgress { slots[entry * width + letter] }

  mutating func reach(_ reach: RunProgress, letter: Int, before word: Int) {
    var entry = 0
    while entry < words.count, words[entry] != word { entry += 1 }
    if entry == words.count {
      words.append(word)
      slots.append(contentsOf: repeatElement(RunProgress(), count: width))
    }
    slots[entry * width + letter].formUnion(reach)
  }

  /// The entry of the first word after `word`.
  func next(after word: Int) -> Int? {
    var next: Int?
    for entry in words.indices where words[entry] > word {
      if next.map({ words[entry] < words[$0] }) ?? true { next = entry }
    }
    return next
  }
}

/// Runs: a term that is the beginnings of several words.
extension RowScorer {
  /// The cheapest run of a term that begins with a word, of equals the one that ends first.
  ///
  /// A run goes through a compound as one word or through its parts, and stays within one phrase.
  /// - Complexity: O(words that the run reaches × letters²); nearly always it ends with the first or the second word.
  mutating func run<Words: RowWords>(
    _ source: HitSource, at first: Int, _ tokens: Span<UInt32>, _ words: inout Words
  ) -> TermHit? {
    let kind = TokenColumn.kind(tokens[first])
    guard !kind.isExtra, let next = nextWord(after: first, tokens, words) else { return nil }
    let count = source.letterCount
    let isHidden = tokens[first] >> 30 >= 2
    let beginning = words.common(source.row, tokens[first] & TokenColumn.wordBits, from: 0)
    let longest = min(beginning.letters, count - 1)
    guard
      goesOn(source, longest, from: next, tokens, &words)
    else { return nil }
    let startsPhrase = startsPhrase(first, tokens)
    runTable.begin(width: count)
    for length in stride(from: 1, through: longest, by: 1) {
      var reach = RunProgress()
      let isWhole = beginning.isWhole && length == beginning.letters
      reach.isWord = isWhole
      reach.areInitials = length == 1 && (!isHidden || startsPhrase)
      if !isHidden, count > 2 {
        reach.areWords = isWhole
        reach.chunks = costs.chunks
      }
      self.reach(reach, letter: length, of: source, before: next, tokens, words)
    }
    var best = Best()
    var last = first
    while let entry = runTable.next(after: last) {
      last = runTable.words[entry]
      extend(source, entry, last, startsPhrase: startsPhrase, isHidden: isHidden, tokens, &words, &best)
    }
    return best.cost == .max ? nil : hit(best, from: first, source, tokens, words)
  }

  private struct Best {
    var cost = UInt32.max
    var way = Way.chunks
    var last = 0

    mutating func take(_ cost: UInt32, _ way: Way, _ last: Int) {
      if cost < self.cost { (self.cost, self.way, self.last) = (cost, way, last) }
    }
  }

  /// Whether the next word, or a first part of it, or a word beyond function words may go on with the term.
  private func goesOn<Words: RowWords>(
    _ source: HitSource, _ longest: Int, from next: Int, _ tokens: Span<UInt32>, _ words: inout Words
  ) -> Bool {
    if goesOn(source, longest, with: next, tokens, &words) { return true }
    guard source.admitsAcronyms else { return false }
    var next = next
    for _ in 0..<FunctionWords.mostInRow {
      guard let later = self.next(beyondFunctionWord: next, tokens, words) else { return false }
      next = later
      if goesOn(source, 1, with: next, tokens, &words) { return true }
    }
    return false
  }

  @inline(__always)
  private func goesOn<Words: RowWords>(
    _ source: HitSource, _ longest: Int, with next: Int, _ tokens: Span<UInt32>, _ words: inout Words
  ) -> Bool {
    var word = next
    while true {
      for length in stride(from: 1, through: longest, by: 1)
      where words.common(source.row, tokens[word] & TokenColumn.wordBits, from: length).letters > 0 {
        return true
      }
      let kind = TokenColumn.kind(tokens[word])
      guard kind == .compound || kind == .inner, word + 1 < tokens.count else { return false }
      word += 1
    }
  }

  /// Notes how far a run has come before the words that it may go on with.
  private mutating func reach<Words: RowWords>(
    _ reach: RunProgress, letter: Int, of source: HitSource, before next: Int, _ tokens: Span<UInt32>, _ words: Words
  ) {
    if reach.isNone { return }
    forEachNext(next, tokens) { runTable.reach(reach, letter: letter, before: $0) }
    guard source.admitsAcronyms, let beyond = reach.beyondFunctionWords else { return }
    var next = next
    for _ in 0..<FunctionWords.mostInRow {
      guard let later = self.next(beyondFunctionWord: next, tokens, words) else { return }
      next = later
      forEachNext(next, tokens) { runTable.reach(beyond, letter: letter, before: $0) }
    }
  }

  /// The word behind a function word; `nil` if it is none, or the last one of its phrase.
  private func next<Words: RowWords>(
    beyondFunctionWord index: Int, _ tokens: Span<UInt32>, _ words: Words
  ) -> Int? {
    guard TokenColumn.kind(tokens[index]) == .simple, words.isFunctionWord(tokens[index] & TokenColumn.wordBits) else {
      return nil
    }
    return nextWord(after: index, tokens, words)
  }

  private mutating func extend<Words: RowWords>(
    _ source: HitSource, _ entry: Int, _ word: Int, startsPhrase: Bool, isHidden: Bool, _ tokens: Span<UInt32>,
    _ words: inout Words, _ best: inout Best
  ) {
    let count = source.letterCount
    let next = nextWord(after: word, tokens, words)
    for offset in 1..<count {
      let before = runTable[entry, offset]
      if before.isNone { continue }
      let found = words.common(source.row, tokens[word] & TokenColumn.wordBits, from: offset)
      for length in stride(from: 1, through: found.letters, by: 1) {
        let isWhole = found.isWhole && length == found.letters
        let letter = length == 1 && !isWhole ? costs.laterOneLetterChunk : 0
        if offset + length == count {
          if before.isWord, isWhole { best.take(costs.split, .split, word) }
          if before.areInitials, length == 1 {
            let isAll = startsPhrase && next == nil
            if isAll || !isHidden {
              best.take(
                count == 2 ? costs.twoInitials : isAll ? costs.initialsOfTitle : costs.initialsOfPart,
                isAll && count > 2 ? .initialsOfTitle : .initialsOfPart, word)
            }
          }
          if before.areAcronym, length == 1, !isHidden || startsPhrase && next == nil {
            best.take(costs.initialsOfPart, .initialsOfPart, word)
          }
          if before.areWords { best.take(costs.splitPrefix &+ letter, .chunks, word) }
          if before.chunks < .max { best.take(before.chunks &+ letter, .chunks, word) }
        } else if let next {
          var reach = RunProgress()
          reach.areWords = before.areWords && isWhole
          reach.areInitials = before.areInitials && length == 1
          reach.areAcronym = before.areAcronym && length == 1
          if before.chunks < .max { reach.chunks = before.chunks &+ letter }
          self.reach(reach, letter: offset + length, of: source, before: next, tokens, words)
        }
      }
    }
  }

  private mutating func hit<Words: RowWords>(
    _ best: Best, from first: Int, _ source: HitSource, _ tokens: Span<UInt32>, _ words: Words
  ) -> TermHit {
    needPlaces(through: max(first, best.last), tokens)
    let field = TokenColumn.field(tokens[first])
    let (start, last) = (places[first], places[best.last])
    var hit = TermHit(
      wayCost: best.cost, fieldCost: fieldCost(field), firstUnit: start.unit, endUnit: last.unit &+ 1,
      firstCounted: start.counted, lastCounted: last.counted, firstWord: Int32(truncatingIfNeeded: first),
      lastWord: Int32(truncatingIfNeeded: best.last), way: best.way, field: field)
    // A compound that is the last word is taken as a whole; one that is all of the field, only by its parts.
    if start.isInOneCompound { hit.firstCounted = start.unit }
    let kind = TokenColumn.kind(tokens[best.last])
    if kind == .compound || kind == .inner {
      hit.endUnit = last.unit &+ unitCount(ofWord: best.last, tokens, words)
      if last.isInOneCompound { hit.lastCounted = hit.endUnit &- 1 }
    }
    if field == .title { setCompounds(&hit, tokens) }
    if source.isAll, field == .searchText, best.way != .chunks, isPhrase(from: first, to: best.last, tokens, words),
      hit.endUnit > hit.firstUnit
    {
      setName(&hit, source)
    }
    return hit
  }

  // MARK: - Words of a phrase

  /// The word that comes after one in its phrase, beyond the parts of a compound; `nil` if there is none.
  func nextWord<Words: RowWords>(after index: Int, _ tokens: Span<UInt32>, _ words: Words) -> Int? {
    let field = min(tokens[index] >> 30, 2)
    let kind = TokenColumn.kind(tokens[index])
    // How many parts belong to the word itself: of an inner word, those that its letters reach.
    var ownParts = kind == .inner ? unitCount(ofWord: index, tokens, words) : kind == .part ? 0 : Int32.max
    var next = index &+ 1
    while next < tokens.count, min(tokens[next] >> 30, 2) == field {
      switch TokenColumn.kind(tokens[next]) {
      case .simple, .compound: return tokens[next] >> 30 == 3 ? nil : next
      case .part, .inner:
        if ownParts == 0 { return next }
        if TokenColumn.kind(tokens[next]) == .part { ownParts &-= 1 }
      case .extra, .extraAcross, .spelling: break
      }
      next &+= 1
    }
    return nil
  }

  /// Calls `body` with a word and, if it is a compound, its first parts: what a run may go on with.
  private func forEachNext(_ next: Int, _ tokens: Span<UInt32>, _ body: (Int) -> Void) {
    var word = next
    body(word)
    while word + 1 < tokens.count {
      let kind = TokenColumn.kind(tokens[word])
      guard kind == .compound || kind == .inner else { return }
      word += 1
      body(word)
    }
  }

  /// Whether a phrase begins with a word, or with the compound that it is the first part of.
  func startsPhrase(_ index: Int, _ tokens: Span<UInt32>) -> Bool {
    var first = index
    while first > 0, TokenColumn.isInCompound(tokens[first]) {
      let before = TokenColumn.kind(tokens[first - 1])
      guard before == .compound || before == .inner else { return false }
      first -= 1
    }
    if tokens[first] >> 30 == 3 || first == 0 { return true }
    return min(tokens[first] >> 30, 2) != min(tokens[first - 1] >> 30, 2)
  }

  /// Whether some words are all of a phrase.
  func isPhrase<Words: RowWords>(
    from first: Int, to last: Int, _ tokens: Span<UInt32>, _ words: Words
  ) -> Bool {
    startsPhrase(first, tokens) && nextWord(after: last, tokens, words) == nil
  }
}
