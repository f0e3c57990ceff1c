/// Finds the words within a few typos of a term, or with a beginning within a few typos of it.
///
/// The sorted dictionary is walked as if it were a trie: a word is read from where it parts from the
/// word before it, and as soon as no continuation can match, all words with the same beginning are
/// passed over.
struct TypoWords {
  /// Words, ascending, and how many typos they are away: the same for all of a range.
  struct Found {
    let words: Range<Int>
    let typos: Int
    /// Only a beginning of the words is meant.
    let isPrefix: Bool
  }

  private let automaton: TypoAutomaton
  private let dictionary: WordDictionary

  init?(_ term: Term, _ budget: Int, in dictionary: WordDictionary) {
    guard let automaton = TypoAutomaton(term.scalars, budget: budget) else { return nil }
    self.automaton = automaton
    self.dictionary = dictionary
  }

  /// What is known after a beginning of the word at hand, by its length in bytes; where the beginning
  /// ends inside a scalar, nothing is.
  private struct Depth {
    var state: TypoAutomaton.State
    /// The fewest typos of any beginning so far; ``none`` if all are beyond the budget.
    var best: Int
  }

  private static let none = 3

  func forEachFound(_ body: (Found) -> Void) {
    var depths = [Depth(state: automaton.start, best: TypoWords.none)]
    depths[0].best = automaton.typos(depths[0].state) ?? TypoWords.none
    var word = 0
    var shared = 0
    while word < dictionary.count {
      let range = dictionary.range(word)
      var depth = min(shared, depths.count - 1)
      while depth > 0, dictionary.byte(range.lowerBound + depth) & 0xC0 == 0x80, depth < range.count { depth -= 1 }
      depths.removeSubrange((depth + 1)...)
      var isAlive = true
      while depth < range.count {
        let (scalar, length) = dictionary.scalar(at: range.lowerBound + depth)
        let last = depths[depth]
        let state = automaton.next(last.state, scalar)
        depth += length
        if !automaton.isAlive(state) {
          isAlive = false
          break
        }
        let next = Depth(state: state, best: min(last.best, automaton.typos(state) ?? TypoWords.none))
        for _ in 0..<length { depths.append(next) }
      }
      let best = depths[depths.count - 1].best
      let next: Int
      if isAlive {
        next = word + 1
        let whole = automaton.typos(depths[depths.count - 1].state)
        if best != TypoWords.none { body(Found(words: word..<next, typos: best, isPrefix: whole != best)) }
      } else {
        next = dictionary.firstWord(after: word, sharingFewerThan: depth)
        if best != TypoWords.none { body(Found(words: word..<next, typos: best, isPrefix: true)) }
      }
      shared = next < dictionary.count ? Int(dictionary.commonPrefixes[next]) : 0
      word = next
    }
  }
}
