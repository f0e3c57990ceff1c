/// Some of 64 neighbouring rows, one bit each.
struct HeldRows {
  /// The rows whose folded texts may hold a needle, by their ASCII.
  var possible: UInt64 = 0
  /// The rows that certainly hold it.
  var certain: UInt64 = 0
}

/// Search of rows by the bytes of their texts.
///
/// The texts of neighbouring rows are contiguous, so that 64 of them are searched at once.
extension Segment {
  /// Returns which of 64 neighbouring rows may hold a needle in a text.
  ///
  /// - Parameters:
  ///   - candidates: the rows to search, one bit each.
  ///   - index: the index of the rows, in units of 64.
  ///   - fields: the fields to search.
  /// - Complexity: O(*n*) in the length of the texts.
  func rows(_ candidates: UInt64, of64 index: Int, thatMayHold needle: ASCIINeedle, in fields: [Field] = Field.allCases)
    -> HeldRows
  {
    var held = HeldRows()
    if candidates == 0 { return held }
    // The verdict on punctuation does not hold there.
    if let unworded { held.possible = candidates & unworded.words[index] }
    if !needle.isPlain { held.possible = candidates }
    for field in fields {
      let column = column(field)
      if column.count > 0 { find(needle, in: column, candidates & ~held.certain, of64: index, &held) }
    }
    return held
  }

  /// Leaves those of 64 neighbouring rows whose titles may begin with a needle once they are folded, blanks left out.
  /// - Complexity: O(*n*) in the length of the titles: whether they are ASCII.
  func rows(_ candidates: UInt64, of64 index: Int, whoseTitlesMayBeginWith needle: ASCIINeedle) -> UInt64 {
    if !needle.isPlain { return candidates }
    let bytes = titles.bytes
    var (found, rest) = (candidates & (unworded?.words[index] ?? 0), candidates & ~(unworded?.words[index] ?? 0))
    while rest != 0 {
      let title = bytes.span(titles.indexedRange(index << 6 | rest.trailingZeroBitCount))
      var start = 0
      while start < title.count, title[start] == 0x20 { start += 1 }
      let beginning = title.extracting(start..<min(start + needle.bytes.count, title.count))
      // Folding may leave out other blanks.
      let isShown = beginning.count == 0 || 0x20...0x7E ~= beginning[0]
      if isShown && title.isASCII ? needle.mayHold(in: beginning) : needle.mayHold(in: title) {
        found |= rest & (0 &- rest)
      }
      rest &= rest - 1
    }
    return found
  }

  private func find(
    _ needle: ASCIINeedle, in column: TextColumn, _ candidates: UInt64, of64 index: Int, _ held: inout HeldRows
  ) {
    let allBytes = column.bytes
    if candidates.nonzeroBitCount <= Segment.fewTexts {
      var rest = candidates
      while rest != 0 {
        let row = index << 6 | rest.trailingZeroBitCount
        let bit = rest & (0 &- rest)
        rest &= rest - 1
        let text = allBytes.span(column.indexedRange(row))
        guard needle.mayHold(in: text) else { continue }
        held.possible |= bit
        if needle.holds(in: text) == true { held.certain |= bit }
      }
      return
    }
    var row = index << 6
    let last = min(row + 63, count - 1)
    var range = column.indexedRange(row)
    var start = range.lowerBound
    let end = max(start, column.indexedRange(last).upperBound)
    let bytes = allBytes.span(toRead: start..<end)
    let texts = bytes.extracting(first: end)
    while let found = needle.nextCandidate(in: texts, from: start) {
      while range.upperBound <= found {
        row += 1
        range = column.indexedRange(row)
      }
      if found < range.lowerBound {
        // In what is not indexed.
        start = range.lowerBound
        continue
      }
      let text = bytes.extracting(range)
      let isWhole = found + needle.bytes.count <= range.upperBound
      if bytes[found] > 0x7F ? needle.hasPunctuation(text) : isWhole {
        let bit: UInt64 = 1 << UInt64(row & 63)
        held.possible |= candidates & bit
        if needle.isPlain, isWhole, text.isASCII { held.certain |= candidates & bit }
      }
      if bytes[found] <= 0x7F, !isWhole {
        start = found + 1
        continue
      }
      if row == last { return }
      row += 1
      range = column.indexedRange(row)
      start = range.lowerBound
    }
  }

  /// The most texts that are searched one by one rather than all 64.
  private static var fewTexts: Int { 8 }
}
