/// A match cache of each term of the query on the words that a thread has read.
///
/// Words that no term matches and that no run goes on with are stored by their length alone.
struct LineWords: Sendable {
  private let query: LineQuery
  private let terms: [LineQuery.Term]
  private var table = WordInterner()
  /// For each word, of each term.
  private var matches: [WordMatch] = []
  /// For each word the least cost of each term.
  private var floors: [SIMD16<UInt8>] = []
  private let termCount: Int
  /// By byte: whether some letter of some term begins with it.
  private let termBytes: [Bool]
  /// Whether a run may go on beyond function words.
  private let keepsFunctionWords: Bool
  /// The form of the query in use, and its row for each term.
  var form = 0 { didSet { rows = query.rows[form] } }
  private var rows: [Int]

  /// Words with numbers below this match nothing: a number is the length in bytes.
  private static let lengths = 256
  /// One of them.
  static let blank: UInt32 = 1

  init(_ query: LineQuery) {
    self.query = query
    terms = query.terms
    termCount = query.terms.count
    rows = query.rows[0]
    var termBytes = [Bool](repeating: false, count: 256)
    for term in query.terms { for byte in term.matcher.term.bytes { termBytes[Int(byte)] = true } }
    self.termBytes = termBytes
    keepsFunctionWords = query.terms.contains { $0.matcher.term.mayBeAcronym }
    removeAll()
  }

  var isFull: Bool { table.count >= LineWords.mostWords }

  /// Of 16,384, 65,536 and 262,144 words the second takes least time on paths and titles: fewer are made anew too often, more no
  /// longer fit the cache.
  private static let mostWords = 1 << 16

  /// The least cost of each term, where it takes the word.
  @inline(__always)
  func floor(_ word: Int) -> SIMD16<UInt8> { floors[word] }

  /// The letters of a word, in ``letters``. Not for words that match nothing.
  func range(_ word: Int) -> Range<Int> { table.range(word - LineWords.lengths) }

  var letters: Span<UInt8> { @_lifetime(borrow self) get { table.bytes.span } }

  /// The number of a word of folded text, which is matched if it is new.
  mutating func number(of range: Range<Int>, in text: Span<UInt8>) -> Int {
    let word = text.extracting(range)
    let letters = LineLetters(word)
    guard mayMatter(word, letters) else { return range.count }
    let number = Int(table.number(of: range, in: text)) + LineWords.lengths
    if number == floors.count { add(word, letters) }
    return number
  }

  /// Whether a term may match a word, or a run may go on with it, or beyond it.
  @inline(__always)
  private func mayMatter(_ word: Span<UInt8>, _ letters: LineLetters) -> Bool {
    if termBytes[Int(word[0])] || word.count >= LineWords.lengths { return true }
    if keepsFunctionWords, FunctionWords.contains(word) { return true }
    let terms = terms.span
    for index in terms.indices
    where letters.fewestTypos(of: terms[index].letters, atMost: terms[index].typos) <= terms[index].typos {
      return true
    }
    return false
  }

  private mutating func add(_ word: Span<UInt8>, _ letters: LineLetters) {
    let all = terms
    let terms = all.span
    var floor = SIMD16<UInt8>(repeating: LineQuery.none)
    for index in terms.indices {
      var match = WordMatch.none
      // Most words lack letters of most terms.
      if letters.fewestTypos(of: terms[index].letters, atMost: terms[index].typos) <= terms[index].typos {
        match = terms[index].matcher.match(word)
      }
      matches.append(match)
      let lane = Int(LineQuery.lane(index))
      floor[lane] = min(floor[lane], query.floor(match, index))
    }
    floors.append(floor)
  }

  /// Appends the words of a text, and lowers the least cost of each term to what it costs in them.
  mutating func append(
    _ text: borrowing FieldText, _ field: Field, to tokens: inout LineTokens, _ floor: inout SIMD16<UInt8>
  ) {
    for token in text.tokens {
      let word = number(of: token.range, in: text.bytes.span)
      floor = pointwiseMin(floor, self.floor(word))
      tokens.append(
        TokenColumn.token(UInt32(truncatingIfNeeded: word), token.kind, field, startsPhrase: token.startsPhrase))
    }
  }

  mutating func removeAll() {
    table = WordInterner()
    matches.removeAll(keepingCapacity: true)
    floors.removeAll(keepingCapacity: true)
    matches.append(contentsOf: repeatElement(.none, count: LineWords.lengths * termCount))
    floors.append(contentsOf: repeatElement(SIMD16(repeating: LineQuery.none), count: LineWords.lengths))
  }
}

extension LineWords: RowWords {
  @inline(__always)
  private func match(_ term: Int, _ token: UInt32) -> WordMatch {
    matches[Int(token & TokenColumn.wordBits) &* termCount &+ term]
  }

  @inline(__always)
  func literal(_ row: Int, _ word: UInt32) -> WordMatch.Literal { match(rows[row], word).literal }

  @inline(__always)
  func literals(_ row: Int, _ tokens: Span<UInt32>, from start: Int) -> UInt64 {
    let term = rows[row]
    return tokens.bits(from: start) { match(term, $0).isLiteral }
  }

  @inline(__always)
  func nextLoose(
    _ row: Int, _ tokens: Span<UInt32>, from start: Int, typos: Int
  ) -> (index: Int, match: WordMatch)? {
    let term = rows[row]
    var index = start
    while index < tokens.count {
      let match = match(term, tokens[index])
      if !match.isNone, !match.isLiteral { return (index, match) }
      index &+= 1
    }
    return nil
  }

  @inline(__always)
  func beginnings(_ row: Int, _ tokens: Span<UInt32>, from start: Int) -> UInt64 {
    let terms = terms.span
    let first = terms[rows[row]].matcher.term.bytes[0]
    return tokens.bits(from: start) { token in
      let word = TokenColumn.word(token)
      return word >= LineWords.lengths && letters[range(word).lowerBound] == first
    }
  }

  func common(_ row: Int, _ word: UInt32, from offset: Int) -> (letters: Int, isWhole: Bool) {
    if word < LineWords.lengths { return (0, false) }
    let terms = terms.span
    return terms[rows[row]].matcher.term.common(letters.extracting(range(Int(word))), from: offset)
  }

  func byteCount(_ word: UInt32) -> Int { word < LineWords.lengths ? Int(word) : range(Int(word)).count }

  func isFunctionWord(_ word: UInt32) -> Bool {
    word >= LineWords.lengths && FunctionWords.contains(letters.extracting(range(Int(word))))
  }
}
