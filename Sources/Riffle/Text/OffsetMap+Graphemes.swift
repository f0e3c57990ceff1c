extension OffsetMap {
  /// The part of the original that folded to `folded`, as whole extended grapheme clusters.
  ///
  /// - Parameters:
  ///   - folded: a UTF-8 range of the folded text.
  ///   - original: the text that was folded.
  /// - Complexity: O(*n*) in the length of the range and of what is not ASCII beside it.
  package func originalRange(_ folded: Range<Int>, in original: Span<UInt8>) -> Range<Int> {
    let range = exactRange(folded).clamped(to: 0..<original.count)
    var first = range.lowerBound
    while !isCertainlyBoundary(first, in: original) { first -= 1 }
    var last = range.upperBound
    while !isCertainlyBoundary(last, in: original) { last += 1 }
    if first == range.lowerBound && last == range.upperBound { return range }

    // `UTF8Span` rounds offsets to scalars only, so its iterator walks from the last certain boundary.
    guard let text = try? UTF8Span(validating: original.extracting(first..<last)) else {
      return range
    }
    var characters = text.makeCharacterIterator()
    var start = first
    while true {
      let isInside = characters.skipForward() > 0
      let end = first + characters.currentCodeUnitOffset
      if !isInside || end > range.lowerBound { break }
      start = end
    }
    if range.isEmpty { return start..<start }
    var end = first + characters.currentCodeUnitOffset
    while end < range.upperBound, characters.skipForward() > 0 {
      end = first + characters.currentCodeUnitOffset
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
