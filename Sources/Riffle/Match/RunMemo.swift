/// What can make a run, each with its own price.
enum RunKind: Int, CaseIterable {
  /// Two whole words.
  case split
  /// Nothing but first letters.
  case initials
  /// Beginnings of words, all but the last of them whole.
  case wholeWords
  /// Any beginnings of words.
  case chunks
}

/// What it takes to find the rest of a term from some word on, by kind of run: the fewest chunks of one
/// letter; of initials, 0 if they reach the end of the title and 1 if not.
struct RunRest: Sendable {
  /// There is no such run.
  static let none: UInt16 = 1 << 14

  private var counts: InlineArray<4, UInt16> = .init(repeating: none)

  subscript(kind: RunKind) -> UInt16 { counts[kind.rawValue] }

  mutating func take(_ count: UInt16, _ kind: RunKind) {
    if count < counts[kind.rawValue] { counts[kind.rawValue] = count }
  }
}

/// What ``RunMatcher`` knows about the words of one item and the rests of one term, so that a run is
/// followed from a word once, however many runs lead there.
struct RunMemo: Sendable {
  /// By word, 1 + where its rests are; 0 if none is known.
  private var starts: [UInt32] = []
  /// For each word reached, by offset in the term.
  private var rests: [RunRest?] = []

  mutating func removeAll() {
    if starts.isEmpty { return }
    starts.removeAll(keepingCapacity: true)
    rests.removeAll(keepingCapacity: true)
  }

  func rest(from word: Int, _ offset: Int) -> RunRest? {
    guard word < starts.count, starts[word] > 0 else { return nil }
    return rests[Int(starts[word]) - 1 + offset]
  }

  mutating func insert(_ rest: RunRest, from word: Int, _ offset: Int, wordCount: Int, letterCount: Int) {
    if starts.isEmpty { starts = Array(repeating: 0, count: wordCount) }
    if starts[word] == 0 {
      starts[word] = UInt32(truncatingIfNeeded: rests.count) + 1
      rests.append(contentsOf: repeatElement(nil, count: letterCount))
    }
    rests[Int(starts[word]) - 1 + offset] = rest
  }
}
