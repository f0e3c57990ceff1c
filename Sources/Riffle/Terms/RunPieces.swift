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
    self.places = places
    self.pieces = pieces
    self.starts = starts
  }

  /// The piece from one byte of the term, where a letter begins, to another; `nil` if no word begins so.
  func piece(from start: Int, to end: Int) -> Piece? {
    guard let first = places.firstIndex(of: start), first + 1 < starts.count else { return nil }
    return pieces[starts[first]..<starts[first + 1]].first { places[$0.end] == end }
  }
}
