/// The session cache of a segment: the words of terms, kept from one keystroke to the next.
///
/// No answers are cached. Entries depend on terms, on whether they match other than literally, and on the segment, so they stay
/// valid whatever is typed, deleted or pasted.
///
/// It takes at most 16 MiB of marked rows, 32 MiB of lanes, and 2 MiB of rows that may be runs. For each of 64 terms it takes one
/// bit for each row and two for each word of the segment, beside the words that the term matches.
final class SearchMemory {
  private struct WordsKey: Hashable {
    let term: Term
    let isLoose: Bool
    let typoBudget: Int
  }

  private struct ProbeKey: Hashable {
    let term: Term
    let isLoose, isAnchorable: Bool

    init(_ matcher: TermMatcher, isAnchorable: Bool) {
      (term, isLoose) = (matcher.term, matcher.admitsLoose)
      self.isAnchorable = isAnchorable
    }
  }

  private var words: [WordsKey: TermWords] = [:]
  private var latestWords: TermWords?
  private var probes: [ProbeKey: TermProbe] = [:]

  /// The most terms to keep before the cache is cleared. A query has up to 32 terms and 31 pairs of them.
  private static let mostTerms = 64

  init() {}

  /// The words of a term, found among those of a shorter one where that is known.
  func words(
    _ matcher: TermMatcher, typoBudget: Int, in dictionary: WordDictionary, efforts: SearchEfforts = SearchEfforts()
  ) -> TermWords {
    let key = WordsKey(term: matcher.term, isLoose: matcher.admitsLoose, typoBudget: typoBudget)
    if let known = words[key] { return known }
    let found =
      if let latestWords {
        TermWords(extending: latestWords, matcher, in: dictionary, typoBudget: typoBudget, efforts: efforts)
      } else {
        TermWords(matcher, in: dictionary, typoBudget: typoBudget, efforts: efforts)
      }
    if words.count >= SearchMemory.mostTerms { words.removeAll(keepingCapacity: true) }
    words[key] = found
    latestWords = found
    return found
  }

  /// The kinds of marked rows of a term.
  enum Marks: Hashable {
    /// A word that begins with it: anywhere, in a title or reading, at the start of the title, perhaps at that of the path.
    case begun, begunInTitle, atStart, atStartOfPath
    /// The word itself in a title or reading.
    case wholeInTitle
  }

  private var marks: [(kind: Marks, term: [UInt8], rows: BitColumn)] = []

  /// One bit for each row of the segment: so many, and no more than take so many bytes; the one not used for longest goes
  /// first.
  private static let mostMarks = 16
  private static let mostMarkBytes = 1 << 24

  /// The rows that hold words of a term, if they have been marked.
  func marks(_ kind: Marks, of term: [UInt8]) -> BitColumn? {
    guard let index = marks.firstIndex(where: { $0.kind == kind && $0.term == term }) else { return nil }
    let known = marks.remove(at: index)
    marks.append(known)
    return known.rows
  }

  func keep(_ rows: BitColumn, _ kind: Marks, of term: [UInt8]) {
    let most = min(SearchMemory.mostMarks, SearchMemory.mostMarkBytes / max(1, rows.count / 8))
    if marks.count >= most, !marks.isEmpty { marks.removeFirst() }
    marks.append((kind, term, rows))
  }

  private var lanes: [(key: ClauseLane.Key, lane: ClauseLane)] = []

  /// The one that was added to longest ago goes first.
  private static let mostLaneBytes = 1 << 25

  /// The lanes that searches have requested, each with the number of the first one.
  private var requestedLanes: [ClauseLane.Key: Int] = [:]
  private var searchNumber = 0

  /// Begins the next search of a session.
  func beginSearch() { searchNumber += 1 }

  /// Returns whether an earlier search has called this with the same key.
  func wasRequested(_ key: ClauseLane.Key) -> Bool {
    if let first = requestedLanes[key] { return first < searchNumber }
    if requestedLanes.count >= SearchMemory.mostTerms { requestedLanes.removeAll(keepingCapacity: true) }
    requestedLanes[key] = searchNumber
    return false
  }

  /// The lane of a clause, which is then the last one to be removed.
  func lane(_ key: ClauseLane.Key) -> ClauseLane? {
    guard let index = lanes.firstIndex(where: { $0.key == key }) else { return nil }
    lanes.append(lanes.remove(at: index))
    return lanes[lanes.count - 1].lane
  }

  /// Removes a lane, so that lists can be added without a copy.
  func takeLane(_ key: ClauseLane.Key) -> ClauseLane? {
    lanes.firstIndex { $0.key == key }.map { lanes.remove(at: $0).lane }
  }

  func keep(_ lane: ClauseLane, _ key: ClauseLane.Key) {
    let most = SearchMemory.mostLaneBytes / max(1, lane.byteCount)
    if lanes.count >= most, !lanes.isEmpty { lanes.removeFirst() }
    if most > 0 { lanes.append((key, lane)) }
  }

  struct RunsKey: Hashable {
    let term: [UInt8]
    /// `false` if dear runs are missing; see ``RunRows/mostOfFew(_:_:)``.
    let areAll: Bool
  }

  private var runs: [RunsKey: RunRows] = [:]

  /// The rows that may hold a term as a run, if they have been found.
  func runs(_ key: RunsKey) -> RunRows? { runs[key] }

  /// So many rows are kept, of all terms together: of more, the memory counts for more than the time.
  private static let mostRunRows = 400_000
  private var runRowCount = 0

  func keep(_ found: RunRows, _ key: RunsKey) {
    guard found.count <= SearchMemory.mostRunRows / 2 else { return }
    if let known = runs[key] { runRowCount -= known.count }
    if runs.count >= SearchMemory.mostTerms || runRowCount + found.count > SearchMemory.mostRunRows {
      runs.removeAll(keepingCapacity: true)
      runRowCount = 0
    }
    runs[key] = found
    runRowCount += found.count
  }

  func probe(_ matcher: TermMatcher, isAnchorable: Bool, in dictionary: WordDictionary) -> TermProbe {
    let key = ProbeKey(matcher, isAnchorable: isAnchorable)
    return probes[key] ?? TermProbe(matcher, isAnchorable: isAnchorable, in: dictionary)
  }

  /// Keeps the match caches of probes.
  func keep(_ learnt: [TermProbe]) {
    if probes.count >= SearchMemory.mostTerms { probes.removeAll(keepingCapacity: true) }
    for probe in learnt {
      probes[ProbeKey(probe.matcher, isAnchorable: probe.isAnchorable)] = probe
    }
  }
}
