/// The pieces of a folded text that lie in words wherever the text stands; they decide which items may hold it, without reading
/// texts.
///
/// A piece is a run of letters and digits, or of Hangul, without word boundaries except those inside compounds. In scripts
/// without spaces, where dictionaries set word boundaries, it is a single letter; of Han and kana, whose neighbouring pairs are
/// words too, a pair.
enum TextPieces {
  private enum Kind {
    /// No letter, nor digit.
    case none
    case run
    case hangul
    case pair
    case single

    init(_ scalar: UInt32) {
      let properties = ScalarProperties(scalar)
      guard properties.isContent, !properties.isIgnorable, !properties.isJoiner else {
        self = .none
        return
      }
      self =
        properties.isCJK
        ? .pair : properties.needsDictionary ? .single : properties.isHangul ? .hangul : .run
    }
  }

  /// Calls `body` with the range of every piece, ascending.
  /// - Complexity: O(*n*).
  static func forEach(in folded: Span<UInt8>, _ body: (Range<Int>) -> Void) {
    var last: (kind: Kind, start: Int) = (.none, 0)
    /// Whether the last letter is in a pair with the one before it.
    var isPaired = false
    var offset = 0
    func end(at end: Int) {
      switch last.kind {
      case .run, .hangul: body(last.start..<end)
      case .pair: if !isPaired { body(last.start..<end) }
      case .none, .single: break
      }
    }
    while offset < folded.count {
      let (scalar, length) = decodeScalar(folded, at: offset)
      let kind = Kind(scalar)
      switch (last.kind, kind) {
      case (.run, .run), (.hangul, .hangul): break
      case (.pair, .pair):
        body(last.start..<offset + length)
        isPaired = true
        last.start = offset
      default:
        end(at: offset)
        isPaired = false
        last = (kind, offset)
        if kind == .single { body(offset..<offset + length) }
      }
      offset += length
    }
    end(at: folded.count)
  }
}

extension FieldText {
  /// Whether all pieces of the text lie in words: symbols that fold to letters (`№`), for one, are no words.
  /// - Complexity: O(*n*).
  var areLettersInWords: Bool {
    var areIn = true
    var next = 0
    // Of the words that begin no later, the end that lies furthest.
    var end = 0
    TextPieces.forEach(in: bytes.span.extracting(first: foldedCount)) { piece in
      while next < tokens.count, tokens[next].start <= piece.lowerBound || tokens[next].start >= foldedCount {
        if tokens[next].start < foldedCount { end = max(end, tokens[next].range.upperBound) }
        next += 1
      }
      if end < piece.upperBound { areIn = false }
    }
    return areIn
  }

  /// Whether the punctuation of ASCII in the folded text is that of the original: `℀` folds to letters with a `/` between.
  /// - Complexity: O(*n*).
  func hasPunctuation(of original: Span<UInt8>) -> Bool {
    let folded = bytes.span.extracting(first: foldedCount)
    var next = 0
    for index in original.indices where ASCIINeedle.isPunctuation(original[index]) {
      while next < folded.count, !ASCIINeedle.isPunctuation(folded[next]) { next += 1 }
      guard next < folded.count, folded[next] == original[index] else { return false }
      next += 1
    }
    while next < folded.count, !ASCIINeedle.isPunctuation(folded[next]) { next += 1 }
    return next == folded.count
  }
}
