extension OffsetMap {
  /// The part of the original that folded to `folded`, as whole extended grapheme clusters.
  ///
  /// - Parameters:
  ///   - folded: a UTF-8 range of the folded text.
  ///   - original: the text that was folded.
  /// - Complexity: O(*n*) in the length of `original` if it is not ASCII around the range, else O(1).
  package func originalRange(_ folded: Range<Int>, in original: Span<UInt8>) -> Range<Int> {
    let range = exactRange(folded).clamped(to: 0..<original.count)
    let isStartSafe = isCertainlyBoundary(range.lowerBound, in: original)
    let isEndSafe = isCertainlyBoundary(range.upperBound, in: original)
    if isStartSafe && isEndSafe { return range }
    guard let text = try? UTF8Span(validating: original) else { return range }
    var characters = text.makeCharacterIterator()
    var start = range.lowerBound
    if !isStartSafe {
      characters.reset(roundingBackwardsFrom: start)
      start = characters.currentCodeUnitOffset
    }
    var end = range.upperBound
    if range.isEmpty {
      end = start
    } else if !isEndSafe {
      characters.reset(roundingForwardsFrom: end)
      end = characters.currentCodeUnitOffset
    }
    return start..<end
  }

  /// Between two ASCII bytes there is a boundary, except within CR LF.
  private func isCertainlyBoundary(_ offset: Int, in text: Span<UInt8>) -> Bool {
    if offset == 0 || offset >= text.count { return true }
    let before = text[offset - 1]
    let after = text[offset]
    return before < 0x80 && after < 0x80 && !(before == 0x0D && after == 0x0A)
  }
}
