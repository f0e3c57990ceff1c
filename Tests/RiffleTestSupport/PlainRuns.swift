internal import Riffle

/// Lists the runs of a term: several words that it is made of beginnings of, one after the other. Section 1 of the contract.
struct PlainRuns {
  struct Run {
    let way: Way
    let cost: UInt32
    let lastWord: Int
  }

  private let term: Term
  private let costs: CostTable
  private let layout: ItemLayout
  /// The letters of each word.
  private let letters: [[UInt32]]

  init(_ term: Term, costs: CostTable, letters: [[UInt32]], layout: ItemLayout) {
    self.term = term
    self.costs = costs
    self.letters = letters
    self.layout = layout
  }

  /// The words that a run consists of so far, as far as its price depends on them: runs that are alike need to go on only once.
  private struct Beginning: Hashable {
    var lastWord: Int
    /// How many letters of the term the words give.
    var letters: Int
    /// Whether there are one, two, or more words.
    var words: Int
    var areAllInitials: Bool
    /// Whether function words have been left out.
    var isAcronym: Bool
    var areAllWhole: Bool
    /// Whether all words but the last are whole.
    var areAllWholeBeforeLast: Bool
    /// Whether the first word gives one letter, and has more.
    /// The same of the words after the first: of how many.
    var laterOneLetterPieces: Int
    /// The same of the last word, if it is not the first.
    var endsWithOneLetter: Bool
  }

  /// The cheapest run from a word; of equals the one whose last word comes first, and of these the first in the order split,
  /// initials, whole words, chunks.
  func cheapest(from first: Int) -> Run? {
    guard 2...63 ~= term.length, !layout.words[first].kind.isExtra else { return nil }
    var runs: [(order: Int, run: Run)] = []
    var open = beginnings(at: first, after: nil)
    while !open.isEmpty {
      var longer: Set<Beginning> = []
      for beginning in open {
        if beginning.letters == term.length {
          if beginning.words > 1 { runs += self.runs(beginning, from: first) }
        } else {
          for next in words(after: beginning.lastWord) { longer.formUnion(beginnings(at: next, after: beginning)) }
          if term.bytes.allSatisfy({ $0 < 0x80 }), beginning.areAllInitials {
            var acronym = beginning
            acronym.isAcronym = true
            for next in wordsBeyondFunctionWords(after: beginning.lastWord) {
              longer.formUnion(beginnings(at: next, after: acronym))
            }
          }
        }
      }
      open = longer
    }
    return runs.min { ($0.run.cost, $0.run.lastWord, $0.order) < ($1.run.cost, $1.run.lastWord, $1.order) }?.run
  }

  /// The words that a run may go on with: the next one, and the first parts of it if it is a compound.
  private func words(after index: Int) -> [Int] {
    guard !layout.words[index].endsPhrase else { return [] }
    var words = [Int(layout.words[index].next)]
    while let last = words.last, layout.words[last].kind == .compound || layout.words[last].kind == .inner {
      words.append(last + 1)
    }
    return words
  }

  /// The words that the initials may go on with, if one function word is left out, or two.
  private func wordsBeyondFunctionWords(after index: Int) -> [Int] {
    var words: [Int] = []
    var next = self.words(after: index).first
    for _ in 0..<2 {
      guard let skipped = next, layout.words[skipped].kind == .simple, isFunctionWord(letters[skipped]) else { break }
      words += self.words(after: skipped)
      next = self.words(after: skipped).first
    }
    return words
  }

  private func isFunctionWord(_ letters: [UInt32]) -> Bool {
    let bytes = letters.map { UInt8(exactly: $0) ?? 0 }
    return FunctionWords.contains(bytes.span)
  }

  /// The runs that end with a word, which gives one letter or more.
  private func beginnings(at index: Int, after beginning: Beginning?) -> Set<Beginning> {
    let given = beginning?.letters ?? 0
    let word = letters[index]
    var beginnings: Set<Beginning> = []
    var count = 1
    while count <= word.count, given + count <= term.length, word[count - 1] == term.scalars[given + count - 1] {
      if count > 1, beginning?.isAcronym == true { break }
      let isOneLetter = count == 1 && word.count > 1
      beginnings.insert(
        Beginning(
          lastWord: index, letters: given + count, words: min(3, (beginning?.words ?? 0) + 1),
          areAllInitials: (beginning?.areAllInitials ?? true) && count == 1,
          isAcronym: beginning?.isAcronym ?? false,
          areAllWhole: (beginning?.areAllWhole ?? true) && count == word.count,
          areAllWholeBeforeLast: beginning?.areAllWhole ?? true,
          laterOneLetterPieces: (beginning?.laterOneLetterPieces ?? 0) + (beginning != nil && isOneLetter ? 1 : 0),
          endsWithOneLetter: beginning != nil && isOneLetter))
      count += 1
    }
    return beginnings
  }

  /// What a run that gives all of the term may be called, each with its place in the order of equals.
  private func runs(_ run: Beginning, from first: Int) -> [(order: Int, run: Run)] {
    let isInSearchText = layout.words[first].field == .searchText
    let isAllOfPhrase = layout.words[first].startsPhrase && layout.words[run.lastWord].endsPhrase
    var runs: [(order: Int, run: Run)] = []
    func add(_ order: Int, _ way: Way, _ cost: UInt32) {
      runs.append((order, Run(way: way, cost: cost, lastWord: run.lastWord)))
    }
    if run.isAcronym {
      if term.length > 2, isAllOfPhrase || !isInSearchText { add(1, .initialsOfPart, costs.initialsOfPart) }
      return runs
    }
    if run.words == 2, run.areAllWhole { add(0, .split, costs.split) }
    if run.areAllInitials, isAllOfPhrase || !isInSearchText {
      if term.length == 2 {
        add(1, .initialsOfPart, costs.twoInitials)
      } else if isAllOfPhrase {
        add(1, .initialsOfTitle, costs.initialsOfTitle)
      } else {
        add(1, .initialsOfPart, costs.initialsOfPart)
      }
    }
    guard !isInSearchText, term.length >= 3 else { return runs }
    if run.areAllWholeBeforeLast {
      add(2, .chunks, costs.splitPrefix + (run.endsWithOneLetter ? costs.laterOneLetterChunk : 0))
    }
    add(
      3, .chunks,
      costs.chunks + UInt32(run.laterOneLetterPieces) * costs.laterOneLetterChunk)
    return runs
  }
}
