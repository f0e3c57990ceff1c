/// Finds the words within a few typos of a term, or with a beginning within a few typos of it.
///
/// Either the last typo of the budget is made in the rest of the term after its first few letters, or all
/// of them are made before it (S. Mihov and K. U. Schulz, Fast approximate search in large dictionaries,
/// Computational Linguistics 30, 2004). The former words are found by walking the trie, which is left soon
/// where one typo less is allowed; the latter hold the rest of the term as it is, so their trigrams tell them.
struct TypoWords {
  let automaton: TypoAutomaton
  private let term: Term
  private let dictionary: WordDictionary
  private let filter: LetterFilter
  /// These need no looking at.
  private let skipped: Range<Int>
  /// In how many of the first letters all typos of the budget can only be made if the rest of the term follows.
  let head: Int

  /// `nil` if the term is too short or too long to be found this way.
  /// - Parameters:
  ///   - skipped: words that are not looked for.
  ///   - head: how many letters to take for the head, 0 for no division; what is best if `nil`.
  init?(_ term: Term, budget: Int, in dictionary: WordDictionary, skipping skipped: Range<Int>, head: Int? = nil) {
    guard term.length > budget, let automaton = TypoAutomaton(term.scalars, budget: budget) else { return nil }
    self.automaton = automaton
    self.term = term
    self.dictionary = dictionary
    self.skipped = skipped
    filter = LetterFilter(term, limit: budget)
    self.head = head ?? TypoWords.head(term, budget, dictionary)
  }

  /// About how long the walk takes by the length of the head, in units of a nanosecond, for each budget.
  private static let walkCosts: [[Int]] = [
    [18_000, .max, 5_000, 3_500, 3_000], [250_000, .max, .max, 65_000, 45_000, 33_000, 28_000],
  ]

  /// The head that makes for the least work. The tail must have three bytes, for its trigrams; and all typos of the
  /// budget must not suffice to remove the head, or the tail could stand at the beginning of a word.
  private static func head(_ term: Term, _ budget: Int, _ dictionary: WordDictionary) -> Int {
    let costs = walkCosts[budget - 1]
    var best = 0
    var bestCost = costs[0]
    var rarest = Int.max
    var second = Int.max
    var head = term.length
    var offset = term.bytes.count
    while head > budget + 1 {
      head -= 1
      repeat {
        offset -= 1
        guard offset + 3 <= term.bytes.count else { continue }
        let key = WordTrigrams.key(term.bytes.span, offset)
        let size = dictionary.trigrams.cursor(key)?.byteCount ?? 0
        second = min(second, max(rarest, size))
        rarest = min(rarest, size)
      } while term.bytes[offset] & 0xC0 == 0x80
      guard rarest != .max else { continue }
      // Words that hold the tail have to be looked at, and there are few of them unless it is short.
      let tailCost = second == .max ? 10 * rarest : 2 * (rarest + min(second, 16 * rarest)) + rarest
      let cost = costs[min(head, costs.count - 1)] + 2 * tailCost
      if cost < bestCost {
        best = head
        bestCost = cost
      }
    }
    return best
  }
  /// All words, ascending.
  func found() -> [WordRun] {
    guard head > automaton.budget, let sparing = TypoAutomaton(term.scalars, budget: automaton.budget, sparing: head)
    else { return walk(automaton) }
    // What is found both ways is only known well by the whole automaton.
    return walk(sparing).overlaid(with: wordsWithTail()) { _, tail in tail }
  }

  // MARK: Words with all typos before the tail

  func wordsWithTail() -> [WordRun] {
    let tail = scalarsToBytes(term.scalars[head...])
    var found: [WordRun] = []
    let swapped = scalarsToBytes([term.scalars[head], term.scalars[head - 1]] + term.scalars[(head + 1)...])
    appendWords(holding: tail, after: head, to: &found)
    let count = found.count
    appendWords(holding: swapped, after: head - 1, to: &found)
    if found.count > count, count > 0 {
      found.sort { $0.lower < $1.lower }
      var kept = 1
      for index in 1..<found.count where found[index].lower != found[kept - 1].lower {
        found[kept] = found[index]
        kept += 1
      }
      found.removeSubrange(kept...)
    }
    return found
  }

  private func appendWords(holding letters: [UInt8], after place: Int, to found: inout [WordRun]) {
    let tail = letters.span
    let steps = automaton.steps
    let masks = automaton.asciiMasks.span
    let words = dictionary.letters
    let ends = dictionary.ends.span
    let signatures = dictionary.signatureBits
    let emitter = Emitter(term)
    let isASCII = term.bytes.count == term.length
    dictionary.trigrams.forEachRun(ofWordsThatMayHold: tail) { lower, upper in
      for word in lower..<upper where filter.admits(signatures[word]) {
        let range = (word == 0 ? 0 : Int(ends[word - 1]))..<Int(ends[word])
        // Typos shift the tail by no more than their number.
        if isASCII, !words.mayHold(tail, at: place, within: steps.budget, of: range) { continue }
        if skipped.contains(word) { continue }
        emitter.read(
          word, range.lowerBound, range.upperBound, steps.start, TypoWords.none, automaton, masks, words.bytes.span,
          &found, wordStart: range.lowerBound)
      }
    }
  }

  // MARK: The walk

  /// More typos than any budget.
  private static let none = 3

  private struct Frame {
    /// The group, or the part of it that begins so many times 64 entries later.
    var group: Int
    /// The entries of it yet to visit, one bit each.
    var entries: UInt64
    /// How many bytes long the beginning is, and how many of them the automaton has read: fewer inside a scalar.
    var length: Int
    var read: Int
    var best: Int
    var state: TypoAutomaton.State
    /// The state after a letter outside the window.
    var missed: TypoAutomaton.State
    var isMissedAlive: Bool
    var missedNeeds: LetterNeeds
    var window: UInt64
  }

  func walk(_ automaton: TypoAutomaton) -> [WordRun] {
    var found: [WordRun] = []
    let emitter = Emitter(term)
    let trie = dictionary.trie
    let starts = trie.starts.span
    let labels = trie.labels
    let groups = trie.groups.span
    let unions = trie.unions
    let signatures = dictionary.signatureBits
    let letters = dictionary.bytes.span
    let ends = dictionary.ends.span
    let steps = automaton.steps
    let masks = automaton.asciiMasks.span
    let budget = steps.budget
    let ahead = LettersAhead(term, budget: budget)
    let termLetters = term.scalars.map { UInt8(truncatingIfNeeded: min($0, 0xFF)) }
    var windowLetters = [UInt8](repeating: 0, count: TypoAutomaton.longestTerm)
    func choose(_ frame: inout Frame) {
      // Where something has been found, what is left behind is found too.
      if frame.best != TypoWords.none {
        frame.entries = .max
        return
      }
      var count = 0
      var places = frame.window & steps.places
      while places != 0 {
        windowLetters[count] = termLetters[places.trailingZeroBitCount]
        places &= places &- 1
        count += 1
      }
      frame.entries = labels.mask(from: frame.group, in: windowLetters.span.extracting(first: count))
      if frame.isMissedAlive {
        let end = min(frame.group + 64, unions.count)
        frame.entries |= unions.mask(frame.group..<end, holding: frame.missedNeeds)
      }
    }
    func frame(_ group: Int, _ length: Int, _ read: Int, _ best: Int, _ state: TypoAutomaton.State) -> Frame {
      let missed = steps.next(state, mask: 0, isEditable: true)
      var frame = Frame(
        group: group, entries: 0, length: length, read: read, best: best, state: state, missed: missed,
        isMissedAlive: steps.isAlive(missed, within: min(best, budget)), missedNeeds: ahead.needs(missed),
        window: steps.window(state))
      choose(&frame)
      return frame
    }
    func emit(_ entry: Int, _ best: Int) {
      let lower = Int(dictionary.trie.starts[entry])
      let upper = Int(dictionary.trie.starts[entry + 1])
      if lower >= skipped.lowerBound, upper <= skipped.upperBound { return }
      emitter.append(lower, upper, best, true, dictionary.bytes.span, dictionary.start(lower), &found)
    }
    var stack: [Frame] = []
    stack.reserveCapacity(64)
    var top = frame(0, 0, 0, TypoWords.none, steps.start)
    while true {
      guard top.entries != 0 else {
        top.group += 64
        choose(&top)
        continue
      }
      let entry = top.group + top.entries.trailingZeroBitCount
      top.entries &= top.entries &- 1
      let label = labels[entry]
      var state: TypoAutomaton.State
      var read = top.length + 1
      let needs: LetterNeeds
      if label < 0x80 {
        let mask = masks[Int(label)]
        let isEditable = !isDigit(UInt32(label))
        if mask & top.window == 0 {
          if !top.isMissedAlive || !isEditable || !top.missedNeeds.admits(unions[entry]) {
            if top.best != TypoWords.none { emit(entry, top.best) }
            continue
          }
          state = top.missed
          needs = top.missedNeeds
        } else {
          state = steps.next(top.state, mask: mask, isEditable: isEditable)
          needs = ahead.needs(state)
          if !steps.isAlive(state, within: min(top.best, budget)) || !needs.admits(unions[entry]) {
            if top.best != TypoWords.none { emit(entry, top.best) }
            continue
          }
        }
      } else if label == WordTrie.noLabel {
        guard let last = stack.popLast() else { break }
        top = last
        continue
      } else {
        state = top.state
        let first = Int(starts[entry])
        let offset = (first == 0 ? 0 : Int(ends[first - 1])) + top.read
        let (scalar, length) = scalarAndLength(letters, at: offset)
        if top.read + length == read {
          state = automaton.next(state, scalar)
        } else {
          read = top.read
        }
        needs = ahead.needs(state)
        if !steps.isAlive(state, within: min(top.best, budget)) || !needs.admits(unions[entry]) {
          if top.best != TypoWords.none { emit(entry, top.best) }
          continue
        }
      }
      let lower = Int(starts[entry])
      let upper = Int(starts[entry + 1])
      if lower >= skipped.lowerBound, upper <= skipped.upperBound { continue }
      let best = read == top.read ? top.best : min(top.best, steps.typoCount(state))
      let group = Int(groups[entry])
      if group != 0 {
        if Int(starts[group]) > lower, best != TypoWords.none {
          emitter.append(
            lower, lower + 1, best, steps.typoCount(state) != best, letters, dictionary.start(lower), &found)
        }
        stack.append(top)
        top = frame(group, top.length + 1, read, best, state)
        continue
      }
      var first = lower
      while first < upper {
        let last = min(first + 64, upper)
        var words = best != TypoWords.none ? .max : signatures.mask(first..<last, holding: needs)
        if last - first < 64 { words &= 1 << UInt64(last - first) &- 1 }
        while words != 0 {
          let word = first + words.trailingZeroBitCount
          words &= words &- 1
          if skipped.contains(word) { continue }
          let start = word == 0 ? 0 : Int(ends[word - 1])
          emitter.read(
            word, start + read, Int(ends[word]), state, best, automaton, masks, letters, &found, wordStart: start)
        }
        first = last
      }
    }
    return found
  }
}

/// Puts down what is found.
private struct Emitter {
  private let first: UInt32

  init(_ term: Term) { first = term.scalars[0] }

  /// Reads the rest of a word.
  @inline(__always)
  func read(
    _ word: Int, _ offset: Int, _ end: Int, _ state: TypoAutomaton.State, _ best: Int, _ automaton: TypoAutomaton,
    _ masks: Span<UInt64>, _ letters: Span<UInt8>, _ found: inout [WordRun], wordStart: Int? = nil
  ) {
    let steps = automaton.steps
    var state = state
    var best = best
    var next = offset
    while next < end {
      let byte = letters[next]
      if byte < 0x80 {
        state = steps.next(state, mask: masks[Int(byte)], isEditable: !isDigit(UInt32(byte)))
        next += 1
      } else {
        let (scalar, length) = scalarAndLength(letters, at: next)
        state = automaton.next(state, scalar)
        next += length
      }
      if !steps.isAlive(state, within: min(best, steps.budget)) {
        if best != 3 { append(word, word + 1, best, true, letters, wordStart ?? offset, &found) }
        return
      }
      best = min(best, steps.typoCount(state))
    }
    if best != 3 {
      append(word, word + 1, best, steps.typoCount(state) != best, letters, wordStart ?? offset, &found)
    }
  }

  func append(
    _ lower: Int, _ upper: Int, _ typos: Int, _ isPrefix: Bool, _ letters: Span<UInt8>, _ offset: Int,
    _ found: inout [WordRun]
  ) {
    let isWrong = scalarAndLength(letters, at: offset).scalar != first
    found.append(
      WordRun(lower, upper, WordMatch(loose: .none, typos: typos, typosInPrefix: isPrefix, wrongFirstLetter: isWrong)))
  }
}

func scalarsToBytes(_ scalars: some Sequence<UInt32>) -> [UInt8] {
  var text = ""
  for scalar in scalars { if let scalar = Unicode.Scalar(scalar) { text.unicodeScalars.append(scalar) } }
  return Array(text.utf8)
}
