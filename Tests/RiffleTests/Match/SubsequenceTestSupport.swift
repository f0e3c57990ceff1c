import Riffle

/// A folding good enough for these tests: lower case, a few accents, and no combining marks.
func foldForTests(_ scalar: UInt32) -> UInt32 {
  if (0x300...0x36F).contains(scalar) { return 0 }
  guard let scalar = Unicode.Scalar(scalar) else { return scalar }
  let lower = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
  let accents: [Unicode.Scalar: Unicode.Scalar] = [
    "á": "a", "ä": "a", "ã": "a", "å": "a", "é": "e", "ó": "o", "ö": "o", "ō": "o", "ü": "u",
    "ź": "z", "ł": "l",
  ]
  return (accents[lower] ?? lower).value
}

/// One pattern applied to titles, as the engine will.
final class SubsequenceMatcher {
  let pattern: SubsequencePattern
  private var scratch = SubsequenceScratch(foldScalar: foldForTests)

  init(_ terms: [[UInt32]]) { pattern = SubsequencePattern(terms) }

  convenience init(_ query: String) {
    self.init(query.split(separator: " ").map { $0.unicodeScalars.map(foldScalar) })
  }

  func score(_ title: some Collection<UInt8>) -> Int? {
    subsequenceScore(pattern, title: Array(title).span, scratch: &scratch)
  }

  func ranges(_ title: some Collection<UInt8>) -> [Range<Int>]? {
    subsequenceRanges(pattern, title: Array(title).span, scratch: &scratch)
  }

  func matches(_ title: some Collection<UInt8>) -> Bool {
    subsequenceMatches(pattern, title: Array(title).span, scratch: &scratch)
  }

  /// The UTF-8 offsets of the letters found.
  func offsets(_ title: some Collection<UInt8>) -> [Int]? {
    ranges(title)?.flatMap { Array($0) }
  }

  func rank(_ title: String, at position: Int) -> UInt64? {
    score(title.utf8).map { score in
      subsequenceRank(
        score: score, length: subsequenceLength(Array(title.utf8).span), position: UInt32(position))
    }
  }
}

/// Folds any scalar, ASCII included.
private func foldScalar(_ scalar: Unicode.Scalar) -> UInt32 {
  (0x41...0x5A).contains(scalar.value) ? scalar.value + 0x20 : foldForTests(scalar.value)
}

/// A small generator whose seed a failing test can print.
struct SubsequenceGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A random string over an alphabet.
  mutating func bytes(of alphabet: String, _ lengths: ClosedRange<Int>) -> [UInt8] {
    let alphabet = Array(alphabet.utf8)
    return (0..<Int.random(in: lengths, using: &self)).map { _ in
      alphabet[Int.random(in: alphabet.indices, using: &self)]
    }
  }

  /// Some letters of a title in their order, in lower case.
  mutating func letters(of title: [UInt8], atMost most: Int) -> [UInt8] {
    let count = Int.random(in: 1...most, using: &self)
    let chosen = title.indices.shuffled(using: &self).prefix(count).sorted()
    return chosen.map { lowercased(title[$0]) }
  }
}

func lowercased(_ byte: UInt8) -> UInt8 {
  (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
}
