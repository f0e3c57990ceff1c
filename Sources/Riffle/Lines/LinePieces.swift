internal import CKernels

/// The texts of a line cut at blanks, before anything is folded: no word reaches from one piece into another.
struct LinePieces {
  struct Piece {
    /// All that its words may have once they are folded.
    let letters: LineLetters
    /// In the text, in bytes.
    let start: Int32
    /// Negative where the piece is not ASCII.
    private let count: Int32

    init(_ letters: LineLetters, _ range: Range<Int>, isASCII: Bool) {
      self.letters = letters
      start = Int32(truncatingIfNeeded: range.lowerBound)
      let count = Int32(truncatingIfNeeded: range.count)
      self.count = isASCII ? count : -count
    }

    var isASCII: Bool { count > 0 }

    /// Whether a word of it may have as many letters as the term, but for typos.
    @inline(__always)
    func mayBeAsLong(as gate: TermGate) -> Bool { !isASCII || gate.mayMatch(length: Int(count)) }

    var range: Range<Int> { Int(start)..<Int(start) + Int(abs(count)) }
  }

  private(set) var pieces: [Piece] = []
  /// Where the pieces of each text end.
  private(set) var ends: InlineArray<3, Int> = .init(repeating: 0)
  private(set) var letters = LineLetters.empty

  /// - Parameters:
  ///   - readsOtherLetters: whether letters beyond ASCII can be told without folding.
  mutating func cut(
    title: Span<UInt8>, reading: Span<UInt8>, searchText: Span<UInt8>, _ table: Span<UInt64>, readsOtherLetters: Bool
  ) {
    pieces.removeAll(keepingCapacity: true)
    letters = .empty
    append(title, table, readsOtherLetters)
    ends[Int(Field.title.rawValue)] = pieces.count
    append(reading, table, readsOtherLetters)
    ends[Int(Field.reading.rawValue)] = pieces.count
    append(searchText, table, readsOtherLetters)
    ends[Int(Field.searchText.rawValue)] = pieces.count
  }

  private mutating func append(_ text: Span<UInt8>, _ table: Span<UInt64>, _ readsOtherLetters: Bool) {
    var start = 0
    var offset = 0
    while offset < text.count {
      var blanks = blankMask(text, from: offset)
      while blanks != 0 {
        append(text, start..<offset &+ blanks.trailingZeroBitCount, table, readsOtherLetters)
        start = offset &+ blanks.trailingZeroBitCount &+ 1
        blanks &= blanks &- 1
      }
      offset &+= 64
    }
    append(text, start..<text.count, table, readsOtherLetters)
  }

  @inline(__always)
  private mutating func append(
    _ text: Span<UInt8>, _ range: Range<Int>, _ table: Span<UInt64>, _ readsOtherLetters: Bool
  ) {
    guard !range.isEmpty else { return }
    var letters = LineLetters(bits: union(of: text, range, table))
    let isASCII = letters.isASCII
    if !isASCII { letters = readsOtherLetters ? LineLetters(unfolded: text.extracting(range)) : .all }
    self.letters = self.letters.union(letters)
    pieces.append(Piece(letters, range, isASCII: isASCII))
  }
}

extension LinePieces {
  /// Whether words of a text may make the term together.
  ///
  /// - Parameters:
  ///   - pieces: those of the text.
  func mayRun(_ gate: borrowing RunGate, _ text: Span<UInt8>, _ pieces: Range<Int>) -> Bool {
    let all = self.pieces.span
    var reach = RunReach()
    for index in pieces {
      let piece = all[index]
      if !piece.isASCII {
        // It may hold no word, and is then nothing that a run would have to step over.
        if reach.read(piece.letters, gate) { return true }
        continue
      }
      // Most words begin no run.
      if reach.isAtStart, !piece.letters.contains(gate.firstLetter) { continue }
      var isUnit = false
      let end = piece.range.upperBound
      var offset = piece.range.lowerBound
      while offset < end {
        var starts = wordStarts(text, offset..<min(end, offset &+ 64))
        // A piece without words is nothing that a run would have to step over.
        if starts != 0, !isUnit {
          reach.beginUnit()
          isUnit = true
        }
        while starts != 0 {
          if reach.read(text, from: offset &+ starts.trailingZeroBitCount, gate) { return true }
          starts &= starts &- 1
        }
        offset &+= 64
      }
    }
    return false
  }
}

/// Where words and parts of words may begin in up to 64 bytes of ASCII.
@inline(__always)
private func wordStarts(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
  let masks = asciiMasks(text.extracting(range), from: 0)
  let words = masks.letters | masks.digits
  return words & ~(words << 1) | wordCuts(masks)
}

/// Where a part of a word begins after another.
@inline(__always)
private func wordCuts(_ masks: ascii_masks) -> UInt64 {
  let small = masks.letters & ~masks.capitals
  return masks.capitals & (small << 1 | masks.capitals << 1 & small >> 1)
    | masks.letters & masks.digits << 1 | masks.digits & masks.letters << 1
}

/// The word that a piece of ASCII is but for punctuation at its ends, empty if it is all punctuation; `nil` if there is
/// more to it.
@inline(__always)
func simpleWord(_ text: Span<UInt8>, _ piece: Range<Int>) -> Range<Int>? {
  guard piece.count <= 64 else { return nil }
  let masks = asciiMasks(text.extracting(piece), from: 0)
  let words = masks.letters | masks.digits
  if words == 0 { return piece.lowerBound..<piece.lowerBound }
  let first = words.trailingZeroBitCount
  guard words >> UInt64(first) & (words >> UInt64(first) &+ 1) == 0, wordCuts(masks) == 0 else { return nil }
  return piece.lowerBound + first..<piece.lowerBound + first + words.nonzeroBitCount
}
