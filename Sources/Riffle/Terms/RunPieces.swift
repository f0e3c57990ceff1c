/// The pieces of a term that words of a dictionary begin with.
///
/// A word that begins as the term goes on from some letter lies in a range of the sorted dictionary, so no word is read.
struct RunPieces: Sendable {
  /// The words that begin with a piece of the term.
  struct Piece: Sendable {
    let first: UInt32
    let count: UInt32
    /// The word that is the piece; `UInt32.max` if there is none.
    let whole: UInt32
    /// Where in the term the piece ends, in letters.
    let end: Int

    @inline(__always)
    func contains(_ word: UInt32) -> Bool { word &- first < count }
  }

  /// The pieces from each letter of the term on, the shortest first.
  let pieces: [Piece]
  /// Where the pieces from each letter on begin in ``pieces``, and the last ones end.
  let starts: [Int]
  /// Where each letter of the term begins, in bytes, and the last one ends.
  private let places: [Int]
  /// By letter, whether what comes before it is whole words, and whether what the term goes on with from there is words, the last
  /// one perhaps only begun.
  private let wordsBefore, wordsFrom: [Bool]

  /// - Complexity: O(letters × log words), times the length of the longest beginning that a word shares.
  init(_ term: Term, in dictionary: WordDictionary) {
    let bytes = term.bytes
    let places = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
    var pieces: [Piece] = []
    var starts: [Int] = []
    for start in 0..<places.count - 1 {
      starts.append(pieces.count)
      for end in start + 1..<places.count {
        let piece = places[start]..<places[end]
        let words = dictionary.words(withPrefix: Array(bytes[piece]))
        if words.isEmpty { break }
        let isWhole = dictionary.range(words.lowerBound).count == piece.count
        let first = UInt32(truncatingIfNeeded: words.lowerBound)
        pieces.append(
          Piece(
            first: first, count: UInt32(truncatingIfNeeded: words.count), whole: isWhole ? first : .max, end: end))
      }
    }
    starts.append(pieces.count)
    let end = places.count - 1
    var (before, from) = (Array(repeating: false, count: end), Array(repeating: false, count: end))
    before[0] = true
    for letter in 0..<end where before[letter] {
      for piece in pieces[starts[letter]..<starts[letter + 1]] where piece.whole != .max && piece.end < end {
        before[piece.end] = true
      }
    }
    for letter in (0..<end).reversed() {
      from[letter] = pieces[starts[letter]..<starts[letter + 1]].contains {
        $0.end == end || $0.whole != .max && from[$0.end]
      }
    }
    (wordsBefore, wordsFrom) = (before, from)
    self.places = places
    self.pieces = pieces
    self.starts = starts
  }

  /// Whether whole words come before a letter of the term, each piece of it one.
  func areWords(before letter: Int) -> Bool { wordsBefore[letter] }

  /// Whether what the term goes on with from a letter is words, the last one perhaps only begun.
  func areWords(from letter: Int) -> Bool { wordsFrom[letter] }

  /// The pieces from a letter of the term on, the shortest first.
  func pieces(from letter: Int) -> ArraySlice<Piece> { pieces[starts[letter]..<starts[letter + 1]] }

  /// Where a letter of the term begins, in bytes, or the last one ends.
  func byte(ofLetter letter: Int) -> Int { places[letter] }
}
