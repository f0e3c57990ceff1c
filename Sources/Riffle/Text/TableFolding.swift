internal import CICU
internal import CKernels

/// Folding scalar by scalar by tables, and by ICU where the result depends on neighbours.
///
/// ICU gets whole chunks: from the last scalar that nothing before it can change to the next such scalar. So chunks stay as
/// short as a letter with its marks, and the offset map stays exact.
struct TableFolding {
  private let options: FoldingOptions
  /// Whether the tables' entries hold: they are made for the default options.
  private let usesEntries: Bool
  private let dropsMarks: Bool
  private let isTurkic: Bool

  /// See ``FieldText``.
  private var foldsSymbols = false
  private var capitals = OffsetSet()
  private var capitalTails = OffsetSet()
  private var offsets = OffsetMap()
  private var spelled: [SpelledLetters.Digraph] = []

  /// Where the last scalar began that may change with the marks after it.
  private var baseFolded = 0
  private var baseOriginal = 0
  private var marks = MarkState.unknown
  /// How many bytes were written before the current run of the tables, and what they mean for marks.
  private var runStart = 0
  private var stateAtRunStart = MarkState.kept(0)

  /// The effect of the marks so far on the next one.
  private enum MarkState {
    /// To be found out from the last scalar that was written.
    case unknown
    /// Marks go away.
    case dropped
    /// Marks stay; the last one had this combining class.
    case kept(UInt8)
    /// They have to be put in order.
    case needsICU
  }

  /// Why the tables got no further.
  private enum Stop {
    case needsRoom(at: Int)
    /// ICU has to fold from `start` on, past `end`.
    case needsICU(from: Int, end: Int)
  }

  /// What no step of the tables writes more than.
  private static let room = max(asciiRoom, 256)

  private init(_ options: FoldingOptions) {
    self.options = options
    usesEntries = !options.isCaseSensitive && !options.keepsAccents && options.language != .turkic
    dropsMarks = !options.keepsAccents
    isTurkic = options.language == .turkic
  }

  /// Writes everything of `text` but its tokens.
  static func fold(_ original: Span<UInt8>, into text: inout FieldText, options: FoldingOptions) {
    var folding = TableFolding(options)
    // Moved out, so that nothing is copied when it changes.
    swap(&folding.capitals, &text.capitals)
    swap(&folding.capitalTails, &text.capitalTails)
    swap(&folding.offsets, &text.offsets)
    swap(&folding.spelled, &text.spelled)
    var bytes = take(&text.bytes)
    bytes.removeAll(keepingCapacity: true)
    folding.fold(original, into: &bytes, scratch: &text.scratch)
    text.foldedCount = bytes.count
    text.foldsSymbols = folding.foldsSymbols
    text.bytes = bytes
    swap(&folding.capitals, &text.capitals)
    swap(&folding.capitalTails, &text.capitalTails)
    swap(&folding.offsets, &text.offsets)
    swap(&folding.spelled, &text.spelled)
  }

  private mutating func fold(
    _ original: Span<UInt8>, into bytes: inout [UInt8], scratch: inout TextScratch
  ) {
    capitals.removeAll()
    capitalTails.removeAll()
    offsets.removeAll()
    if !spelled.isEmpty { spelled.removeAll(keepingCapacity: true) }
    var i = 0
    while i < original.count {
      var stop: Stop?
      runStart = bytes.count
      stateAtRunStart = stateAfterLastScalar(bytes.span, otherwise: .kept(0))
      bytes.append(addingCapacity: original.count - i + 2 * TableFolding.room) { output in
        stop = fold(original, from: i, to: &output)
      }
      switch stop {
      case nil: i = original.count
      case .needsRoom(let next): i = next
      case .needsICU(let start, let end):
        i = foldByICU(original, from: start, after: end, into: &bytes, scratch: &scratch)
      }
    }
    offsets.finish(folded: bytes.count, original: original.count)
  }

  private mutating func fold(
    _ original: Span<UInt8>, from start: Int, to output: inout OutputSpan<UInt8>
  ) -> Stop? {
    var i = start
    while i < original.count {
      guard output.freeCapacity >= TableFolding.room else { return .needsRoom(at: i) }
      let (scalar, length) = decodeScalar(original, at: i)
      if length == 1 && scalar < 0x80 && !isTurkic {
        i += appendASCIIRun(original, at: i, to: &output)
        continue
      }
      let code = UInt32(text_fold_code(scalar))
      switch code {
      case UInt32(TEXT_FOLDS_TO_ITSELF.rawValue):
        begin(at: i, length: length, folded: runStart + output.count, foldedLength: length)
        output.append(scalar: scalar, length: length)
      case UInt32(TEXT_FOLDS_TO_NOTHING.rawValue):
        offsets.append(
          folded: runStart + output.count, original: i, foldedCount: 0, originalCount: length)
      case UInt32(TEXT_FOLD_MARK.rawValue), UInt32(TEXT_FOLD_STABLE_MARK.rawValue)...:
        guard appendMark(scalar, at: i, length: length, code: code, to: &output) else {
          return .needsICU(from: baseOriginal, end: i + length)
        }
        if dropsMarks, scalar == 0x308 || scalar == 0x30A, output.count > 0 { noteSpelled(with: scalar, output.span) }
      case UInt32(TEXT_FOLD_NEEDS_ICU.rawValue):
        return .needsICU(from: baseOriginal, end: i + length)
      case UInt32(TEXT_FOLD_UNKNOWN.rawValue):
        return .needsICU(from: standsAlone(scalar) ? i : baseOriginal, end: i + length)
      default:
        if usesEntries {
          if !ScalarProperties(scalar).isContent { foldsSymbols = true }
          if let second = SpelledLetters.second(of: scalar) { noteSpelled(second, at: runStart + output.count) }
          appendEntry(UInt16(truncatingIfNeeded: code), at: i, length: length, to: &output)
        } else if scalar < 0x80 && scalar != 0x49 {
          // Turkic rules, under which only `I` may change with the marks after it.
          appendTurkicASCII(UInt8(truncatingIfNeeded: scalar), at: i, to: &output)
        } else {
          return .needsICU(from: i, end: i + length)
        }
      }
      i += length
    }
    return nil
  }

  private mutating func noteSpelled(_ second: UInt8, at offset: Int) {
    spelled.append(SpelledLetters.Digraph(offset: UInt32(truncatingIfNeeded: offset), second: second))
  }

  /// Records the letter just written, if a mark on it means that it may be written as two.
  private mutating func noteSpelled(with mark: UInt32, _ output: Span<UInt8>) {
    let offset = runStart + output.count - 1
    guard offset == baseFolded, spelled.last?.offset != UInt32(truncatingIfNeeded: offset),
      let second = SpelledLetters.second(of: output[output.count - 1], with: mark)
    else { return }
    noteSpelled(second, at: offset)
  }

  @inline(always)
  private mutating func begin(at original: Int, length: Int, folded: Int, foldedLength: Int) {
    baseFolded = folded
    baseOriginal = original
    marks = .unknown
    offsets.append(
      folded: folded, original: original, foldedCount: foldedLength, originalCount: length)
  }

  private mutating func appendASCIIRun(
    _ original: Span<UInt8>, at start: Int, to output: inout OutputSpan<UInt8>
  ) -> Int {
    let folded = runStart + output.count
    let (count, masks) = appendASCII(
      original, from: start, lowercases: !options.isCaseSensitive, to: &output)
    begin(at: start, length: count, folded: folded, foldedLength: count)
    baseFolded = folded + count - 1
    baseOriginal = start + count - 1
    let isOfRun = count == 64 ? UInt64.max : (1 << UInt64(count)) &- 1
    capitals.insert(masks.capitals & isOfRun, at: folded)
    return count
  }

  private mutating func appendTurkicASCII(
    _ byte: UInt8, at original: Int, to output: inout OutputSpan<UInt8>
  ) {
    begin(at: original, length: 1, folded: runStart + output.count, foldedLength: 1)
    capitals.insert(1, at: runStart + output.count)
    output.append(options.isCaseSensitive ? byte : byte | 0x20)
  }

  private mutating func appendEntry(
    _ code: UInt16, at original: Int, length: Int, to output: inout OutputSpan<UInt8>
  ) {
    let count = Int(text_fold_entry_count(code))
    begin(at: original, length: length, folded: runStart + output.count, foldedLength: count)
    capitals.insert(UInt64(text_fold_entry_capitals(code)), at: runStart + output.count)
    capitalTails.insert(UInt64(text_fold_entry_tails(code)), at: runStart + output.count)
    for i in 0..<count {
      let byte = text_fold_entry_byte(code, i)
      // As that of `ŉ`, a letter.
      if ASCIINeedle.isPunctuation(byte) { foldsSymbols = true }
      output.append(byte)
    }
  }

  /// `false` if the mark changes with what is before it.
  private mutating func appendMark(
    _ scalar: UInt32, at original: Int, length: Int, code: UInt32,
    to output: inout OutputSpan<UInt8>
  ) -> Bool {
    if case .unknown = marks {
      marks = stateAfterLastScalar(output.span, otherwise: stateAtRunStart)
    }
    switch marks {
    case .unknown, .needsICU:
      return false
    case .dropped:
      offsets.append(
        folded: runStart + output.count, original: original, foldedCount: 0, originalCount: length)
      return true
    case .kept(let previous):
      guard code >= UInt32(TEXT_FOLD_STABLE_MARK.rawValue) else { return false }
      let combiningClass = UInt8(truncatingIfNeeded: code)
      guard combiningClass == 0 || combiningClass >= previous else { return false }
      offsets.append(
        folded: runStart + output.count, original: original, foldedCount: length,
        originalCount: length)
      output.append(scalar: scalar, length: length)
      marks = .kept(combiningClass)
      return true
    }
  }

  private func stateAfterLastScalar(
    _ folded: Span<UInt8>, otherwise stateBefore: MarkState
  ) -> MarkState {
    if folded.isEmpty { return stateBefore }
    let last = decodeScalar(folded, before: folded.count)
    let properties = ScalarProperties(last)
    if properties.losesMarks { return dropsMarks ? .dropped : .kept(0) }
    return properties.isMark || cicu_combining_class(last) != 0 ? .needsICU : .kept(0)
  }

  /// Whether nothing before `scalar`, which is in no table, can change how it folds.
  private func standsAlone(_ scalar: UInt32) -> Bool {
    cicu_has_boundary_before(Int32(CICU_NFKC_CASEFOLD), scalar)
      && cicu_has_boundary_before(Int32(CICU_NFKC), scalar)
  }

  private func joinsWhatIsBefore(_ scalar: UInt32) -> Bool {
    switch UInt32(text_fold_code(scalar)) {
    case UInt32(TEXT_FOLD_NEEDS_ICU.rawValue), UInt32(TEXT_FOLD_MARK.rawValue),
      UInt32(TEXT_FOLD_STABLE_MARK.rawValue)..., UInt32(TEXT_FOLDS_TO_NOTHING.rawValue):
      true
    case UInt32(TEXT_FOLD_UNKNOWN.rawValue): !standsAlone(scalar)
    default: false
    }
  }

  /// So many marks on one letter are put in order; further ones are folded as if they stood alone. Unicode's Stream-Safe
  /// Text Format (UAX #15) ends at 30, for the same reason: to put *n* of them in order takes ICU *n*² steps.
  private static let mostJoined = 128

  /// Folds from `start`, which may have been folded already, to the first scalar from `end` on that
  /// nothing before it can change; returns where that is.
  private mutating func foldByICU(
    _ original: Span<UInt8>, from start: Int, after end: Int, into bytes: inout [UInt8],
    scratch: inout TextScratch
  ) -> Int {
    if start == baseOriginal && start < end {
      bytes.removeLast(bytes.count - baseFolded)
      capitals.truncate(baseFolded)
      capitalTails.truncate(baseFolded)
      offsets.truncate(original: start)
      while let last = spelled.last, last.offset >= baseFolded { spelled.removeLast() }
    }
    var end = end
    var count = 0
    while end < original.count, count < TableFolding.mostJoined {
      let (scalar, length) = decodeScalar(original, at: end)
      if !joinsWhatIsBefore(scalar) { break }
      end += length
      count += 1
    }
    foldsSymbols = true
    let folded = bytes.count
    baseFolded = folded
    baseOriginal = start
    marks = .unknown
    offsets.appendWhole(folded: folded, original: start)
    ICUFolding(options: options).fold(
      original.extracting(start..<end), into: &bytes, scratch: &scratch)
    if dropsMarks, bytes.count > folded,
      let second = SpelledLetters.second(ofLetterIn: original.extracting(start..<end))
    {
      noteSpelled(second, at: folded)
    }
    if isCapital(decodeScalar(original, at: start).scalar) { markCapital(bytes.span, from: folded) }
    if count == TableFolding.mostJoined { (baseFolded, baseOriginal) = (bytes.count, end) }
    return end
  }

  /// Takes all that has been written from `start` on for one capital letter.
  private mutating func markCapital(_ folded: Span<UInt8>, from start: Int) {
    capitals.insert(1, at: start)
    for i in folded.indices.dropFirst(start + 1) where folded[i] & 0xC0 != 0x80 {
      capitalTails.insert(1, at: i)
    }
  }

  private func isCapital(_ scalar: UInt32) -> Bool {
    let code = text_fold_code(scalar)
    if code > UInt16(TEXT_FOLD_UNKNOWN.rawValue) && code < UInt16(TEXT_FOLD_STABLE_MARK.rawValue) {
      return text_fold_entry_capitals(code) & 1 != 0
    }
    return false
  }
}
