/// The distinct words of a segment in byte order, which is the order of their scalars.
///
/// A class, because all word look-ups of a search refer to it.
package final class WordDictionary: Sendable {
  let letters: WordLetters
  /// Where each word begins in ``bytes``, and the last one ends.
  let places: OffsetColumn
  /// See ``LetterSignature``.
  let signatureBits: LetterSets
  let trie: WordTrie
  let trigrams: WordTrigrams
  let pairs: TwoLetterWords

  init(_ words: consuming SortedWords, largestBucket: Int = WordTrie.largestBucket) {
    let ends = take(&words.ends)
    trie = WordTrie(
      letters: words.letters.span, ends: ends.span, signatures: words.signatures.span, largestBucket: largestBucket)
    trigrams = WordTrigrams(letters: words.letters.span, ends: ends.span)
    pairs = TwoLetterWords(letters: words.letters.span, ends: ends.span)
    places = words.takePlaces()
    // Taken, to be freed as soon as they are copied.
    letters = WordLetters(take(&words.letters))
    signatureBits = LetterSets(take(&words.signatures))
  }

  init(_ columns: ColumnSource) throws(SegmentError) {
    letters = try columns.part("letters")
    places = try columns.part("places")
    signatureBits = try columns.part("signatureBits")
    trie = try columns.part("trie")
    trigrams = try columns.part("trigrams")
    pairs = try columns.part("pairs")
    try columns.check(places.count == signatureBits.count + 1, "places")
  }

  /// The letters of all words, see ``range(_:)``, and some padding.
  var bytes: Column<UInt8> { letters.bytes }

  package var count: Int { places.count - 1 }

  @inline(__always)
  func range(_ word: Int) -> Range<Int> {
    places.range(word)
  }

  /// The words that begin with `prefix`.
  /// - Complexity: O(`prefix.count` × log of the words of a trie bucket).
  func words(withPrefix prefix: [UInt8]) -> Range<Int> {
    if prefix.isEmpty { return 0..<count }
    let (words, length) = trie.bucket(of: prefix.span)
    if length == prefix.count { return words }
    let bytes = bytes
    let lower = words.partitioningIndex { !bytes.span(range($0)).isOrderedBefore(prefix.span) }
    let upper = (lower..<words.upperBound).partitioningIndex { !bytes.span(range($0)).starts(with: prefix) }
    return lower..<upper
  }

  /// The words that begin with `letters`, and whether the first one is just these.
  /// - Complexity: as ``words(withPrefix:)``.
  func literal(_ letters: [UInt8]) -> (words: Range<Int>, hasExact: Bool) {
    let words = words(withPrefix: letters)
    return (words, !words.isEmpty && range(words.lowerBound).count == letters.count)
  }

  /// The word that consists of `letters`, if there is one.
  /// - Complexity: as ``words(withPrefix:)``.
  func word(_ letters: [UInt8]) -> Int? {
    let (words, hasExact) = literal(letters)
    return hasExact ? words.lowerBound : nil
  }

  /// The words that begin with a scalar.
  func words(withFirstScalar scalar: UInt32) -> Range<UInt32> {
    guard let scalar = Unicode.Scalar(scalar) else { return 0..<0 }
    let words = words(withPrefix: Array(UTF8.encode(scalar) ?? UTF8.EncodedScalar()))
    return UInt32(words.lowerBound)..<UInt32(words.upperBound)
  }

  /// Calls `body` with the words that hold `letters`, valid UTF-8, anywhere but at their beginning: runs of words, ascending,
  /// each word once.
  /// - Complexity: O(words) for less than 3 bytes.
  func forEachRun(holding letters: [UInt8], _ body: (Range<Int>) -> Void) {
    let needle = letters.span
    let bytes = bytes
    if needle.count < 3 {
      let bits = LetterSignature(needle).bits
      return signatureBits.forEach(in: 0..<count, having: bits, of: bits) { word in
        if bytes.span(range(word)).firstOffset(of: letters, from: 1) != nil { body(word..<word + 1) }
      }
    }
    let filter = LetterNeeds(exact: LetterSignature(needle).bits)
    trigrams.forEachRun(ofWordsThatMayHold: needle) { lower, upper in
      if needle.count == 3 { return body(lower..<upper) }
      for word in lower..<upper where filter.admits(signatureBits[word]) {
        if bytes.span(range(word)).firstOffset(of: letters, from: 1) != nil { body(word..<word + 1) }
      }
    }
  }
}

extension WordDictionary: StoredPart {
  func list(in columns: inout ColumnList) {
    columns.add("letters", letters)
    columns.add("places", places)
    columns.add("signatureBits", signatureBits)
    columns.add("trie", trie)
    columns.add("trigrams", trigrams)
    columns.add("pairs", pairs)
  }
}
