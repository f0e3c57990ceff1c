/// The distinct words of a segment in byte order, which is the order of their scalars.
package struct WordDictionary: Sendable {
  let bytes: [UInt8]
  private let scanned: ScannedBytes
  private let ends: [UInt32]
  /// How many bytes a word shares with the one before it, at most 255.
  let commonPrefixes: ScannedBytes
  /// One bit for each letter that occurs in the word; see ``LetterSignature``.
  let signatures: [LetterSignature]

  /// - Parameter words: sorted, distinct, as ranges of `source`.
  init(sorted words: [Range<Int>], in source: Span<UInt8>) {
    var bytes: [UInt8] = []
    var ends: [UInt32] = []
    var signatures: [LetterSignature] = []
    var commonPrefixes: [UInt8] = []
    var previous = 0..<0
    ends.reserveCapacity(words.count)
    signatures.reserveCapacity(words.count)
    for word in words {
      let letters = source.extracting(word)
      bytes.append(copying: letters)
      ends.append(UInt32(truncatingIfNeeded: bytes.count))
      signatures.append(LetterSignature(letters))
      var common = 0
      let limit = min(previous.count, word.count, 255)
      while common < limit, source[previous.lowerBound + common] == letters[common] { common += 1 }
      commonPrefixes.append(UInt8(truncatingIfNeeded: common))
      previous = word
    }
    self.bytes = bytes
    scanned = ScannedBytes(bytes)
    self.commonPrefixes = ScannedBytes(commonPrefixes)
    self.ends = ends
    self.signatures = signatures
  }

  package var count: Int { ends.count }

  func range(_ word: Int) -> Range<Int> {
    (word == 0 ? 0 : Int(ends[word - 1]))..<Int(ends[word])
  }

  /// The words that begin with `prefix`, by binary search.
  func words(withPrefix prefix: [UInt8]) -> Range<Int> {
    let span = bytes.span
    let lower = partitionPoint { !span.extracting(range($0)).isOrderedBefore(prefix) }
    let upper = partitionPoint(from: lower) { !span.extracting(range($0)).starts(with: prefix) }
    return lower..<upper
  }

  /// The words that begin with a scalar.
  func words(withFirstScalar scalar: UInt32) -> Range<UInt32> {
    guard let scalar = Unicode.Scalar(scalar) else { return 0..<0 }
    let words = words(withPrefix: Array(UTF8.encode(scalar) ?? UTF8.EncodedScalar()))
    return UInt32(words.lowerBound)..<UInt32(words.upperBound)
  }

  /// The first word after `word` that shares fewer than `length` bytes with it.
  func firstWord(after word: Int, sharingFewerThan length: Int) -> Int {
    length > 255 ? word + 1 : commonPrefixes.firstOffset(below: UInt8(length), from: word + 1)
  }

  func byte(_ offset: Int) -> UInt8 { scanned[offset] }

  /// The scalar that begins at an offset of ``bytes``, and its length in bytes.
  @inline(__always)
  func scalar(at offset: Int) -> (scalar: UInt32, length: Int) {
    let lead = UInt32(scanned[offset])
    if lead < 0x80 { return (lead, 1) }
    let length = utf8Length(lead: UInt8(lead))
    var scalar = lead & (0x7F >> UInt32(length))
    for index in 1..<length { scalar = scalar << 6 | UInt32(scanned[offset + index] & 0x3F) }
    return (scalar, length)
  }

  /// The end of the words that begin with the same scalar as `word`.
  func endOfWords(withFirstScalarOf word: Int) -> Int {
    firstWord(after: word, sharingFewerThan: scalar(at: range(word).lowerBound).length)
  }

  /// Calls `body` with every word that holds `letters` anywhere but at its beginning, ascending, each once.
  func forEachWord(holding letters: [UInt8], _ body: (Int) -> Void) {
    var word = 0
    var last = -1
    scanned.forEachOccurrence(of: letters) { offset in
      if range(word).upperBound <= offset { word = self.word(at: offset, from: word) }
      let range = range(word)
      if word != last, offset > range.lowerBound, offset + letters.count <= range.upperBound {
        last = word
        body(word)
      }
    }
  }

  /// The word that an offset of ``bytes`` lies in, which is not before `first`.
  private func word(at offset: Int, from first: Int) -> Int {
    partitionPoint(from: first) { range($0).upperBound > offset }
  }

  /// The first word for which `predicate` holds, given that it holds for all words after it too.
  private func partitionPoint(from start: Int = 0, _ predicate: (Int) -> Bool) -> Int {
    var low = start
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if predicate(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Span<UInt8> {
  func isOrderedBefore(_ other: [UInt8]) -> Bool {
    let common = Swift.min(count, other.count)
    for index in 0..<common where self[index] != other[index] { return self[index] < other[index] }
    return count < other.count
  }
}
