/// Cuts one segment of text between two word boundaries into the parts of words: at punctuation,
/// between letters and digits, and at capitals (`getFooBar`, `HTTP|Server`).
///
/// Han and kana are left to ``CJKRun``.
struct PartCutter {
  private enum Kind {
    case none, lower, upper, digit
  }

  private var builder = WordBuilder()
  private var run = CJKRun()
  /// The end of the last segment that can be glued to the next one.
  private var gluableEnd = -1

  /// Works in the storage of `text`.
  init(_ text: inout FieldText) { swap(&run, &text.scratch.run) }

  mutating func finish(_ text: inout FieldText) {
    run.flush(into: &builder, &text.tokens)
    builder.finish(&text)
    swap(&run, &text.scratch.run)
  }

  /// Cuts `segment`, which lies behind all the segments before it.
  ///
  /// - Parameters:
  ///   - capitals: where capital letters begin.
  ///   - tails: where the further letters of a capital begin, which do not affect case.
  ///   - isGluable: whether a joiner may glue it to its neighbours.
  mutating func cut(
    _ segment: Range<Int>, of text: Span<UInt8>, capitals: OffsetSet, tails: OffsetSet,
    isGluable: Bool = true, tokens: inout [Token]
  ) {
    var continuesWord = isGluable && isGlued(segment.lowerBound, text)
    var hasContent = false

    var partStart = -1
    var partEnd = 0
    var last = Kind.none
    var lastStart = 0
    var secondLast = Kind.none

    var i = segment.lowerBound
    while i < segment.upperBound {
      let start = i
      let (scalar, length) = decodeScalar(text, at: i)
      i += length
      let properties = ScalarProperties(scalar)
      if properties.isIgnorable || tails[start] {
        if partStart >= 0 { partEnd = i } else { run.extend(from: start, to: i) }
        continue
      }
      if properties.isCJK || !properties.isContent {
        if partStart >= 0 {
          emit(partStart..<partEnd, continuesWord, &tokens)
          continuesWord = !properties.isCJK
          partStart = -1
        }
        last = .none
        secondLast = .none
        if properties.isCJK {
          builder.finishWord(&tokens)
          run.append(start..<i, startsWord: start == segment.lowerBound, into: &builder, &tokens)
          continuesWord = false
        } else if hasContent == false && isEmoji(properties) && start == segment.lowerBound {
          run.flush(into: &builder, &tokens)
          builder.append(segment, kind: .simple, to: &tokens)
          gluableEnd = -1
          return
        }
        continue
      }
      hasContent = true
      let kind: Kind = properties.isDigit ? .digit : capitals[start] ? .upper : .lower
      if partStart < 0 {
        partStart = start
      } else if (kind == .digit) != (last == .digit) || (last == .lower && kind == .upper) {
        emit(partStart..<start, continuesWord, &tokens)
        continuesWord = true
        partStart = start
        last = .none
      } else if kind == .lower && last == .upper && secondLast == .upper {
        emit(partStart..<lastStart, continuesWord, &tokens)
        continuesWord = true
        partStart = lastStart
      }
      secondLast = last
      last = kind
      lastStart = start
      partEnd = i
    }
    if partStart >= 0 { emit(partStart..<partEnd, continuesWord, &tokens) }
    if hasContent { gluableEnd = isGluable ? segment.upperBound : -1 }
  }

  private mutating func emit(
    _ range: Range<Int>, _ continuesWord: Bool, _ tokens: inout [Token]
  ) {
    run.flush(into: &builder, &tokens)
    builder.append(range, continuesWord: continuesWord, to: &tokens)
  }

  /// Whether exactly one joiner stands between the last word and `start`.
  private func isGlued(_ start: Int, _ text: Span<UInt8>) -> Bool {
    guard gluableEnd >= 0, gluableEnd < start else { return false }
    let (scalar, length) = decodeScalar(text, at: gluableEnd)
    return gluableEnd + length == start && ScalarProperties(scalar).isJoiner
  }

  private func isEmoji(_ properties: ScalarProperties) -> Bool {
    properties.isPictographic || properties.isRegional
  }
}
