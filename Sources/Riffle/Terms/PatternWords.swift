/// The words of a dictionary that hold a folded text, or a piece of it, wherever it stands in an item: all items that hold
/// the text hold one of them, unless some of their letters lie in no word.
///
/// See ``TextPieces``.
struct PatternWords: Sendable {
  /// How a word holds the piece.
  enum Hold {
    case none, exact, prefix, inner
  }

  /// Neighbouring words that hold the piece alike.
  struct Tier {
    let words: Range<Int>
    let hold: Hold
    /// Whether the piece may begin or end where parts of the words do.
    let hasParts: Bool
  }

  /// Each word once: all that hold the piece if ``isListed``, otherwise those that begin with it or have parts.
  let tiers: [Tier]
  /// Whether all words that hold the piece have been found. One or two letters of ASCII are in so many words that it is faster
  /// to check texts, and words one by one.
  let isListed: Bool
  /// The words that begin with the piece. The one equal to it, if there is one, comes first.
  let literal: Range<Int>
  private let hasExact: Bool
  /// The other words that hold it, if they are listed.
  private let inner: BitColumn
  private let piece: [UInt8]
  private let letters: LetterSignature
  private let dictionary: WordDictionary
  /// Whether the text begins with the piece, and whether it is nothing but that.
  let isFirst, isWhole: Bool
  /// Whether the piece is one letter: a part in which it stands then holds it too.
  private let isOneLetter: Bool

  /// - Parameters:
  ///   - text: folded, not empty.
  ///   - compounds: the words that have parts in some item.
  ///   - count: how many postings words have.
  /// - Returns: `nil` if the text has no letter or digit.
  /// - Complexity: O(words that hold the first three bytes of the piece), or O(words that have parts) if it has less.
  init?(_ text: [UInt8], in dictionary: WordDictionary, compounds: BitColumn, count: (Range<Int>) -> Int) {
    var rarest: (piece: Range<Int>, words: Range<Int>, count: Int)?
    TextPieces.forEach(in: text.span) { piece in
      // What begins few words is mostly inside few.
      let words = dictionary.words(withPrefix: Array(text[piece]))
      if count(words) < rarest?.count ?? .max { rarest = (piece, words, count(words)) }
    }
    guard let (range, words, _) = rarest else { return nil }
    let piece = Array(text[range])
    literal = words
    let hasExact = dictionary.literal(piece).hasExact
    self.hasExact = hasExact
    isFirst = range.lowerBound == 0
    isWhole = isFirst && range.upperBound == text.count
    let isOneLetter = piece.count == utf8Length(lead: piece[0])
    self.isOneLetter = isOneLetter
    var tiers: [Tier] = []
    func append(_ words: Range<Int>, _ hold: Hold) {
      var start = words.lowerBound
      while start < words.upperBound {
        let hasParts = !isOneLetter && compounds[start]
        var end = start + 1
        if isOneLetter { end = words.upperBound }
        while end < words.upperBound, compounds[end] == hasParts { end += 1 }
        if let last = tiers.last, last.words.upperBound == start, last.hold == hold, last.hasParts == hasParts {
          tiers[tiers.count - 1] = Tier(words: last.words.lowerBound..<end, hold: hold, hasParts: hasParts)
        } else {
          tiers.append(Tier(words: start..<end, hold: hold, hasParts: hasParts))
        }
        start = end
      }
    }
    let first = hasExact ? words.lowerBound + 1 : words.lowerBound
    append(words.lowerBound..<first, .exact)
    append(first..<words.upperBound, .prefix)
    self.piece = piece
    self.dictionary = dictionary
    letters = LetterSignature(piece.span)
    isListed = piece.count >= 3 || piece[0] >= 0x80
    guard isListed else {
      inner = BitColumn(count: 0)
      if !isOneLetter {
        compounds.forEachRow { word in
          let letters = dictionary.range(word)
          if !words.contains(word), dictionary.bytes.span(letters).firstOffset(of: piece, from: 1) != nil {
            tiers.append(Tier(words: word..<word + 1, hold: .inner, hasParts: true))
          }
        }
      }
      self.tiers = tiers
      return
    }
    var inner = BitColumn(count: dictionary.count)
    dictionary.forEachRun(holding: piece) { found in
      for run in [
        found.lowerBound..<max(found.lowerBound, min(found.upperBound, words.lowerBound)),
        min(found.upperBound, max(found.lowerBound, words.upperBound))..<found.upperBound,
      ] {
        append(run, .inner)
        for word in run { inner.insert(word) }
      }
    }
    self.inner = inner
    self.tiers = tiers
  }

  @inline(__always)
  func hold(_ word: Int) -> Hold {
    if literal.contains(word) { return hasExact && word == literal.lowerBound ? .exact : .prefix }
    return (isListed ? inner[word] : holdsInside(word)) ? .inner : .none
  }

  /// Whether a word holds the piece anywhere but at its beginning.
  private func holdsInside(_ word: Int) -> Bool {
    guard dictionary.signatureBits[word] & letters.bits == letters.bits else { return false }
    let bytes = dictionary.bytes
    return bytes.span(dictionary.range(word)).firstOffset(of: piece, from: 1) != nil
  }

  /// What the text costs at least where it stands in words that are not listed; `nil` if there are none.
  func leastCostOfOthers(_ costs: CostTable) -> UInt32? { isListed ? nil : isFirst ? costs.way(of: .infix).cost : 0 }

  /// What the text costs at least where a word holds its piece.
  /// - Parameter hasParts: whether a longer piece may begin or end where parts of the word do.
  @inline(__always)
  func leastCost(_ hold: Hold, hasParts: Bool, _ costs: CostTable) -> UInt32 {
    if hasParts, !isOneLetter { return 0 }
    return switch hold {
    case .none, .exact: 0
    case .prefix: isWhole ? costs.literal(isWhole: false) : 0
    case .inner: isFirst ? costs.way(of: .infix).cost : 0
    }
  }
}
