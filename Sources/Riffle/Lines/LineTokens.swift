/// The words of one item as tokens of a ``TokenColumn``, by number in a table of this thread.
struct LineTokens: Sendable {
  private(set) var tokens: [UInt32] = []
  var lastComponent: LastComponent?
  var isRomanized = false
  /// Whether the title has more words than there are here.
  var hasDeadTitle = false
  /// Where those of each piece end.
  private var ends: [Int] = []

  mutating func removeAll() { removeAll(fromPiece: 0) }

  /// Leaves the words of the first `count` pieces.
  mutating func removeAll(fromPiece count: Int) {
    let start = count == 0 ? 0 : ends[count - 1]
    tokens.removeSubrange(start...)
    ends.removeSubrange(count...)
    lastComponent = nil
    isRomanized = false
    if count == 0 { hasDeadTitle = false }
  }

  mutating func endPiece() { ends.append(tokens.count) }

  @inline(__always)
  mutating func append(_ token: UInt32) { tokens.append(token) }
}

/// Pieces of ASCII text that a thread has seen (``LinePieces``), folded, cut and matched once each.
struct PieceTable: Sendable {
  private struct Piece: Sendable {
    let tokens: Range<Int>
    /// Where in the piece its first word begins, and where the last one ends.
    let start, end: Int
    /// The number of units of its words, and the number of those after its last dot.
    let units, unitsAfterDot: Int32
  }

  private let analyzer: TextAnalyzer
  private var texts = WordInterner()
  private var pieces: [Piece] = []
  /// Of all pieces, as in titles; those that begin a phrase inside the piece are marked.
  private var tokens: [UInt32] = []
  private var text = FieldText()

  init(_ analyzer: TextAnalyzer) { self.analyzer = analyzer }

  /// More would no longer fit the cache.
  private static let limit = 1 << 16

  var isFull: Bool { pieces.count >= PieceTable.limit }

  /// The number of a piece, which is read if it is new.
  mutating func number(of range: Range<Int>, in text: Span<UInt8>, _ words: inout LineWords) -> Int {
    let number = Int(texts.number(of: range, in: text))
    if number == pieces.count { add(text.extracting(range), &words) }
    return number
  }

  private mutating func add(_ piece: Span<UInt8>, _ words: inout LineWords) {
    analyzer.analyze(piece, into: &text)
    text.cutPhrases()
    let start = tokens.count
    let dot = piece.indices.last { piece[$0] == UInt8(ascii: ".") } ?? piece.count
    var (first, end) = (piece.count, 0)
    var (units, unitsAfterDot): (Int32, Int32) = (0, 0)
    for index in text.tokens.indices {
      let token = text.tokens[index]
      let word = words.number(of: token.range, in: text.bytes.span)
      tokens.append(
        TokenColumn.token(
          UInt32(truncatingIfNeeded: word), token.kind, token.startsPhrase && index > 0 ? .searchText : .title,
          startsPhrase: true))
      guard token.kind == .simple || token.kind == .part else { continue }
      units += 1
      if Int(token.start) > dot { unitsAfterDot += 1 }
      first = min(first, Int(token.start))
      end = token.range.upperBound
    }
    pieces.append(
      Piece(
        tokens: start..<tokens.count, start: first, end: end, units: units, unitsAfterDot: unitsAfterDot))
  }

  mutating func removeAll() {
    texts = WordInterner()
    pieces.removeAll(keepingCapacity: true)
    tokens.removeAll(keepingCapacity: true)
  }
}

/// A text of a line while its words are collected.
struct LineField {
  let field: Field
  /// Where the last word has ended.
  var end = -1
}

extension PieceTable {
  /// Appends the words of a piece.
  ///
  /// - Parameters:
  ///   - start: where it stands in `text`.
  ///   - place: the text, whose pieces come in their order.
  func append(_ piece: Int, at start: Int, of text: Span<UInt8>, _ place: inout LineField, to output: inout LineTokens)
  {
    let known = pieces[piece]
    let field: UInt32 = UInt32(place.field.rawValue) << 30
    guard place.field == .searchText else {
      for index in known.tokens { output.append(tokens[index] & ~(3 << 30) | field) }
      return
    }
    let gap = max(0, place.end)..<start + known.start
    for index in known.tokens {
      let startsPhrase =
        index == known.tokens.lowerBound ? place.end < 0 || holdsListMark(text, gap) : tokens[index] >> 30 == 3
      output.append(tokens[index] & ~(3 << 30) | (startsPhrase ? 3 << 30 : field))
    }
    if !known.tokens.isEmpty { place.end = start + known.end }
  }

  /// Goes on with a title by the words of a piece.
  func walk(_ piece: Int, _ title: inout TitleWalk) {
    for index in pieces[piece].tokens { _ = title.next(TokenColumn.kind(tokens[index])) }
  }

  func units(_ piece: Int) -> Int32 { piece == PieceTable.dead ? 1 : pieces[piece].units }
  func unitsAfterDot(_ piece: Int) -> Int32 { piece == PieceTable.dead ? 0 : pieces[piece].unitsAfterDot }

  /// Stands for the pieces whose words do not matter: each counts as one word, because all that a cost depends on is whether
  /// other words are beside each other.
  static let dead = Int(Int32.max)

  /// Appends such a piece.
  /// - Parameter range: where it stands in `text`.
  func appendDead(_ range: Range<Int>, of text: Span<UInt8>, _ place: inout LineField, to output: inout LineTokens) {
    var startsPhrase = false
    if place.field == .searchText {
      func isInWord(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 }
      var (first, end) = (range.lowerBound, range.upperBound)
      while first < end, !isInWord(text[first]) { first += 1 }
      while end > first, !isInWord(text[end - 1]) { end -= 1 }
      startsPhrase = place.end < 0 || holdsListMark(text, place.end..<first)
      place.end = end
    }
    output.append(TokenColumn.token(LineWords.blank, .simple, place.field, startsPhrase: startsPhrase))
    if place.field == .title { output.hasDeadTitle = true }
  }
}
