/// What one keystroke leaves for the next: the words of terms, and the rows that hold the finished terms.
///
/// Nothing here is an answer. What is remembered depends on terms, on whether they are found other than literally, and
/// on the segment, so it holds whatever is typed next, deleted or pasted.
final class SearchMemory {
  private struct WordsKey: Hashable {
    let term: [UInt8]
    let isLoose: Bool
    let typoBudget: Int
  }

  private struct ProbeKey: Hashable {
    let term: [UInt8]
    let isLoose: Bool
    let isAnchorable: Bool
  }

  private var words: [WordsKey: TermWords] = [:]
  private var latestWords: TermWords?
  private var probes: [ProbeKey: TermProbe] = [:]
  private var runs: [(term: [UInt8], rows: [UInt32])] = []
  /// The rows of the terms before the last one.
  var finished: FinishedRows?

  /// So many are kept; then it begins anew. A query has up to 16 terms and 15 pairs of them.
  private static let mostTerms = 48

  init() {}

  /// The words of a term, found among those of a shorter one where that is known.
  func words(_ matcher: TermMatcher, typoBudget: Int, in dictionary: WordDictionary) -> TermWords {
    let key = WordsKey(term: matcher.term.bytes, isLoose: matcher.admitsLoose, typoBudget: typoBudget)
    if let known = words[key] { return known }
    let found =
      if let latestWords {
        TermWords(extending: latestWords, matcher, in: dictionary, typoBudget: typoBudget)
      } else {
        TermWords(matcher, in: dictionary, typoBudget: typoBudget)
      }
    if words.count >= SearchMemory.mostTerms { words.removeAll(keepingCapacity: true) }
    words[key] = found
    latestWords = found
    return found
  }

  /// The rows of the runs of a term, or of the longest of its beginnings that is known.
  func runs(of term: [UInt8]) -> (term: [UInt8], rows: [UInt32])? {
    runs.filter { term.span.starts(with: $0.term) }.max { $0.term.count < $1.term.count }
  }

  func keep(runs rows: [UInt32], of term: [UInt8]) {
    if runs.count >= SearchMemory.mostRuns { runs.removeFirst() }
    runs.append((term, rows))
  }

  private static let mostRuns = 24

  func probe(_ matcher: TermMatcher, isAnchorable: Bool, in dictionary: WordDictionary) -> TermProbe {
    let key = ProbeKey(term: matcher.term.bytes, isLoose: matcher.admitsLoose, isAnchorable: isAnchorable)
    return probes[key] ?? TermProbe(matcher, isAnchorable: isAnchorable, in: dictionary)
  }

  /// Keeps what probes have learnt.
  func keep(_ learnt: [TermProbe]) {
    if probes.count >= SearchMemory.mostTerms { probes.removeAll(keepingCapacity: true) }
    for probe in learnt {
      let matcher = probe.matcher
      let key = ProbeKey(term: matcher.term.bytes, isLoose: matcher.admitsLoose, isAnchorable: probe.isAnchorable)
      probes[key] = probe
    }
  }
}

/// The rows that may be hits of a query as far as its finished terms go, all but the last, whatever that is.
struct FinishedRows {
  let terms: [[UInt8]]
  /// Whether the terms are found other than literally.
  let isLoose: Bool
  var rows: ClauseRows
  /// All rows in which the finished terms need no help of the last one, if they are few.
  let few: Few?

  struct Few {
    /// Rows in which no finished term needs help.
    let unaided: [UInt32]
    /// Rows that hold an anchor among the finished terms.
    let anchored: [UInt32]
  }
}
