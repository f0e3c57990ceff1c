/// Takes ranges of a folded text back to the original text.
///
/// The two texts are a sequence of pieces that correspond to each other, so a
/// piece is known by where it begins in both. In a piece of equal length on
/// both sides bytes correspond one by one, unless it is marked as a whole;
/// runs of such pieces are kept as one.
package struct OffsetMap: Sendable {
  /// The beginning of a piece.
  struct Piece: Sendable {
    var folded: UInt32
    /// The highest bit is set if the piece is to be taken as a whole.
    var original: UInt32

    static let wholeBit: UInt32 = 1 << 31

    var originalStart: Int { Int(original & ~Piece.wholeBit) }
    var isWhole: Bool { original & Piece.wholeBit != 0 }
  }

  /// In order; the last one stands at the end of both texts. None if every byte
  /// stands where it stood.
  private(set) var pieces: [Piece] = []
  private var isInRun = false
  private var isIdentity = true

  package init() {}

  /// Forgets everything, keeping the storage.
  mutating func removeAll() {
    if !pieces.isEmpty { pieces.removeAll(keepingCapacity: true) }
    isInRun = false
    isIdentity = true
  }

  /// Adds the piece that begins at these offsets.
  mutating func append(folded: Int, original: Int, foldedCount: Int, originalCount: Int) {
    if foldedCount == originalCount {
      if !isInRun { append(folded, original) }
      isInRun = true
    } else {
      append(folded, original)
      isInRun = false
      isIdentity = false
    }
  }

  /// Adds a piece within which no byte has a place of its own.
  mutating func appendWhole(folded: Int, original: Int) {
    append(folded, original | Int(Piece.wholeBit))
    isInRun = false
    isIdentity = false
  }

  /// Removes the pieces that begin at or after these offsets.
  mutating func truncate(original: Int) {
    while let last = pieces.last, last.originalStart >= original { pieces.removeLast() }
    isInRun = false
  }

  mutating func finish(folded: Int, original: Int) {
    if isIdentity {
      pieces.removeAll(keepingCapacity: true)
    } else {
      append(folded, original)
    }
  }

  private mutating func append(_ folded: Int, _ original: Int) {
    pieces.append(
      Piece(
        folded: UInt32(truncatingIfNeeded: folded), original: UInt32(truncatingIfNeeded: original)))
  }

  /// The part of the original that folded to `folded`, not yet widened to grapheme clusters.
  /// - Complexity: O(log *n*) in the number of pieces.
  func exactRange(_ folded: Range<Int>) -> Range<Int> {
    if pieces.isEmpty { return folded }
    let first = piece(containing: folded.lowerBound)
    let start = original(of: folded.lowerBound, in: first)
    if folded.isEmpty { return start..<start }
    let last = piece(containing: folded.upperBound - 1)
    let end =
      isRun(last) ? original(of: folded.upperBound, in: last) : pieces[last + 1].originalStart
    return start..<max(start, end)
  }

  /// The last piece that begins at or before `offset`: those before it that begin there are empty.
  private func piece(containing offset: Int) -> Int {
    // The end is no piece.
    max(0, pieces.indices.dropLast().partitioningIndex { Int(pieces[$0].folded) > offset } - 1)
  }

  private func isRun(_ index: Int) -> Bool {
    let piece = pieces[index]
    guard index + 1 < pieces.count, !piece.isWhole else { return false }
    let next = pieces[index + 1]
    return Int(next.folded) - Int(piece.folded) == next.originalStart - piece.originalStart
  }

  private func original(of offset: Int, in index: Int) -> Int {
    let piece = pieces[index]
    return isRun(index) ? piece.originalStart + offset - Int(piece.folded) : piece.originalStart
  }
}
