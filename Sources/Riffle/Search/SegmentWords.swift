/// The words of a segment by number: literal words are ranges of the sorted dictionary, loose ones are looked up or remembered by
/// ``TermProbe``, and words that a run goes on with are ranges again.
struct SegmentWords: RowWords, Sendable {
  /// By row of the scorer.
  private(set) var probes: [TermProbe]
  private let literals: [WordRange]
  /// The word that is each term; `UInt32.max` if there is none.
  private let exactWords: [UInt32]
  /// The words that begin with the first letter of each term.
  private let beginnings: [WordRange]
  /// The pieces of all terms read so far, and by row and letter the start of those that begin with this letter. `bases` is -1
  /// for terms not read yet.
  private var pieces: [RunPieces.Piece] = []
  private var starts: [Int] = []
  private var bases: [Int]
  /// The pieces of each term, once they have been looked up.
  private var known: [RunPieces?]
  private let dictionary: WordDictionary

  /// - Parameter pieces: those of all terms, if they are known.
  init(_ probes: [TermProbe], admitsRuns: Bool, pieces: [RunPieces]? = nil, in dictionary: WordDictionary) {
    self.probes = probes
    known = pieces ?? Array(repeating: nil, count: probes.count)
    self.dictionary = dictionary
    literals = probes.map { WordRange($0.literal) }
    exactWords = probes.map { $0.hasExact ? UInt32(truncatingIfNeeded: $0.literal.lowerBound) : .max }
    beginnings = probes.map { probe in
      guard admitsRuns, probe.matcher.admitsLoose else { return WordRange(0..<0) }
      let words = dictionary.words(withFirstScalar: probe.matcher.term.scalars[0])
      return WordRange(Int(words.lowerBound)..<Int(words.upperBound))
    }
    bases = Array(repeating: -1, count: probes.count)
  }

  /// Takes over what is known of the words of a term.
  mutating func use(_ words: TermWords, for probe: Int) { probes[probe].use(words) }

  @inline(__always)
  func literal(_ row: Int, _ word: UInt32) -> WordMatch.Literal {
    if !literals[row].contains(word) { return .none }
    return word == exactWords[row] ? .exact : .prefix
  }

  mutating func nextLoose(
    _ row: Int, _ tokens: Span<UInt32>, from start: Int, typos: Int
  ) -> (index: Int, match: WordMatch)? {
    probes[row].nextLoose(tokens, from: start, typos: typos)
  }

  @inline(__always)
  func literals(_ row: Int, _ tokens: Span<UInt32>, from start: Int) -> UInt64 {
    literals[row].bits(in: tokens, from: start)
  }

  @inline(__always)
  func beginnings(_ row: Int, _ tokens: Span<UInt32>, from start: Int) -> UInt64 {
    beginnings[row].bits(in: tokens, from: start)
  }

  @inline(__always)
  mutating func common(_ row: Int, _ word: UInt32, from offset: Int) -> (letters: Int, isWhole: Bool) {
    if bases[row] < 0 { addPieces(of: row) }
    let base = bases[row] &+ offset
    var (found, isWhole) = (0, false)
    for index in starts[base]..<starts[base &+ 1] {
      guard pieces[index].contains(word) else { break }
      found = pieces[index].end &- offset
      isWhole = pieces[index].whole == word
    }
    return (found, isWhole)
  }

  private mutating func addPieces(of row: Int) {
    let added = runPieces(of: row)
    bases[row] = starts.count
    let start = pieces.count
    starts += added.starts.map { $0 + start }
    pieces += added.pieces
  }

  /// The pieces of a term that words begin with.
  mutating func runPieces(of row: Int) -> RunPieces {
    if let pieces = known[row] { return pieces }
    let pieces = RunPieces(probes[row].matcher.term, in: dictionary)
    known[row] = pieces
    return pieces
  }

  func byteCount(_ word: UInt32) -> Int { dictionary.range(Int(word)).count }

  func isFunctionWord(_ word: UInt32) -> Bool {
    let range = dictionary.range(Int(word))
    // Most words are longer, and their letters lie elsewhere.
    return range.count <= FunctionWords.longest && FunctionWords.contains(dictionary.bytes.span(range))
  }
}
