extension TypoWords {
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

  /// The words that an automaton takes, ascending.
  func walk(_ automaton: TypoAutomaton) -> [WordRun] {
    var visited = 0
    return walk(automaton, visited: &visited)
  }

  /// The same; adds to `visited` how many entries of the trie are visited.
  func walk(_ automaton: TypoAutomaton, visited: inout Int) -> [WordRun] {
    var found: [WordRun] = []
    let reader = TypoReader(term, automaton)
    let trie = dictionary.trie
    let starts = trie.starts.span
    let labels = trie.labels
    let groups = trie.groups.span
    let unions = trie.unions
    let signatures = dictionary.signatureBits
    let letters = dictionary.bytes.span
    let places = dictionary.places
    let steps = automaton.steps
    let masks = automaton.asciiMasks.span
    let budget = steps.budget
    let ahead = LettersAhead(term, budget: budget)
    let termLetters = term.scalars.map { UInt8(truncatingIfNeeded: min($0, 0xFF)) }
    var windowLetters = [UInt8](repeating: 0, count: TypoAutomaton.longestTerm)
    func choose(_ frame: inout Frame) {
      // Where something has been found, what is left behind is found too.
      if frame.best != TypoReader.none {
        frame.entries = .max
        return
      }
      var count = 0
      var window = frame.window & steps.places
      while window != 0 {
        windowLetters[count] = termLetters[window.trailingZeroBitCount]
        window &= window &- 1
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
      let match = reader.match(best, isPrefix: true, dictionary.range(lower), letters)
      found.append(WordRun(lower, upper, match))
    }
    var stack: [Frame] = []
    stack.reserveCapacity(64)
    var top = frame(0, 0, 0, TypoReader.none, steps.start)
    while true {
      guard top.entries != 0 else {
        top.group += 64
        choose(&top)
        continue
      }
      let entry = top.group + top.entries.trailingZeroBitCount
      top.entries &= top.entries &- 1
      let label = labels[entry]
      visited += 1
      var state: TypoAutomaton.State
      var read = top.length + 1
      let needs: LetterNeeds
      if label < 0x80 {
        let mask = masks[Int(label)]
        let isEditable = !isDigit(UInt32(label))
        if mask & top.window == 0 {
          if !top.isMissedAlive || !isEditable || !top.missedNeeds.admits(unions[entry]) {
            if top.best != TypoReader.none { emit(entry, top.best) }
            continue
          }
          state = top.missed
          needs = top.missedNeeds
        } else {
          state = steps.next(top.state, mask: mask, isEditable: isEditable)
          needs = ahead.needs(state)
          if !steps.isAlive(state, within: min(top.best, budget)) || !needs.admits(unions[entry]) {
            if top.best != TypoReader.none { emit(entry, top.best) }
            continue
          }
        }
      } else if label == WordTrie.noLabel {
        guard let last = stack.popLast() else { break }
        top = last
        continue
      } else {
        state = top.state
        let offset = places[Int(starts[entry])] + top.read
        let (scalar, length) = scalarAndLength(letters, at: offset)
        if top.read + length == read {
          state = automaton.next(state, scalar)
        } else {
          read = top.read
        }
        needs = ahead.needs(state)
        if !steps.isAlive(state, within: min(top.best, budget)) || !needs.admits(unions[entry]) {
          if top.best != TypoReader.none { emit(entry, top.best) }
          continue
        }
      }
      let lower = Int(starts[entry])
      let upper = Int(starts[entry + 1])
      if lower >= skipped.lowerBound, upper <= skipped.upperBound { continue }
      let best = read == top.read ? top.best : min(top.best, steps.typoCount(state))
      let group = Int(groups[entry])
      if group != 0 {
        if Int(starts[group]) > lower, best != TypoReader.none {
          let match = reader.match(
            best, isPrefix: steps.typoCount(state) != best, dictionary.range(lower), letters)
          found.append(WordRun(lower, lower + 1, match))
        }
        stack.append(top)
        top = frame(group, top.length + 1, read, best, state)
        continue
      }
      var first = lower
      while first < upper {
        let last = min(first + 64, upper)
        var words = best != TypoReader.none ? .max : signatures.mask(first..<last, holding: needs)
        if last - first < 64 { words &= 1 << UInt64(last - first) &- 1 }
        while words != 0 {
          let word = first + words.trailingZeroBitCount
          words &= words &- 1
          if skipped.contains(word) { continue }
          let range = places.range(word)
          if let match = reader.match(range, after: range.lowerBound + read, state, best, masks, letters) {
            found.append(WordRun(word, word + 1, match))
          }
        }
        first = last
      }
    }
    return found
  }
}
