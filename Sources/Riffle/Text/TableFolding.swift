internal import CICU
internal import CKernels

/// Folds scalar by scalar after the tables, and leaves to ICU what depends on its surroundings.
///
/// ICU is asked for whole chunks: from the last scalar that nothing before it
/// can change to the next such scalar. So chunks stay as short as a letter
/// with its marks, and the offset map stays exact.
struct TableFolding {
  private let options: FoldingOptions
  /// Whether the tables' entries hold: they are made for the default options.
  private let usesEntries: Bool
  private let dropsMarks: Bool
  private let hasPlainCapitalI: Bool

  private var bytes: [UInt8]
  private var capitals: OffsetSet
  private var capitalTails: OffsetSet
  private var offsets: OffsetMap

  /// Where the last scalar began that may change with the marks after it.
  private var baseFolded = 0
  private var baseOriginal = 0
  private var marks = MarkState.unknown

  /// What the marks so far mean for the next one.
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

  init(options: FoldingOptions, text: inout FieldText) {
    self.options = options
    usesEntries = !options.isCaseSensitive && !options.keepsAccents && options.language != .turkic
    dropsMarks = !options.keepsAccents
    hasPlainCapitalI = options.language != .turkic
    bytes = take(&text.bytes)
    capitals = text.capitals
    text.capitals = OffsetSet()
    capitalTails = text.capitalTails
    text.capitalTails = OffsetSet()
    offsets = text.offsets
    text.offsets = OffsetMap()
  }

  consuming func finish(_ text: inout FieldText) {
    text.bytes = bytes
    text.capitals = capitals
    text.capitalTails = capitalTails
    text.offsets = offsets
    text.foldedCount = text.bytes.count
  }

  mutating func fold(_ original: Span<UInt8>, scratch: inout FoldingScratch) {
    bytes.removeAll(keepingCapacity: true)
    capitals.removeAll()
    capitalTails.removeAll()
    offsets.removeAll()
    var i = 0
    while i < original.count {
      let (scalar, length) = decodeScalar(original, at: i)
      if scalar < 0x80 && (scalar != 0x49 || hasPlainCapitalI) {
        appendASCII(UInt8(truncatingIfNeeded: scalar), at: i)
        i += 1
        continue
      }
      let code = UInt32(text_fold_code(scalar))
      switch code {
      case UInt32(TEXT_FOLDS_TO_ITSELF.rawValue):
        appendItself(original, at: i, length: length)
        i += length
      case UInt32(TEXT_FOLDS_TO_NOTHING.rawValue):
        offsets.append(folded: bytes.count, original: i, foldedCount: 0, originalCount: length)
        i += length
      case UInt32(TEXT_FOLD_MARK.rawValue), UInt32(TEXT_FOLD_STABLE_MARK.rawValue)...:
        if appendMark(original, at: i, length: length, code: code) {
          i += length
        } else {
          i = foldByICU(original, from: baseOriginal, after: i + length, scratch: &scratch)
        }
      case UInt32(TEXT_FOLD_NEEDS_ICU.rawValue):
        i = foldByICU(original, from: baseOriginal, after: i + length, scratch: &scratch)
      case UInt32(TEXT_FOLD_UNKNOWN.rawValue):
        let start = standsAlone(scalar) ? i : baseOriginal
        i = foldByICU(original, from: start, after: i + length, scratch: &scratch)
      default:
        if usesEntries {
          appendEntry(UInt16(truncatingIfNeeded: code), at: i, length: length)
          i += length
        } else {
          i = foldByICU(original, from: i, after: i + length, scratch: &scratch)
        }
      }
    }
    offsets.finish(folded: bytes.count, original: original.count)
  }

  private mutating func begin(at original: Int, length: Int, foldedLength: Int) {
    baseFolded = bytes.count
    baseOriginal = original
    marks = .unknown
    offsets.append(
      folded: bytes.count, original: original, foldedCount: foldedLength, originalCount: length)
  }

  private mutating func appendASCII(_ byte: UInt8, at original: Int) {
    begin(at: original, length: 1, foldedLength: 1)
    let isCapital = byte >= 0x41 && byte <= 0x5A
    if isCapital { capitals.insert(1, at: bytes.count) }
    bytes.append(isCapital && !options.isCaseSensitive ? byte | 0x20 : byte)
  }

  private mutating func appendItself(_ original: Span<UInt8>, at offset: Int, length: Int) {
    begin(at: offset, length: length, foldedLength: length)
    for i in offset..<offset + length { bytes.append(original[i]) }
  }

  private mutating func appendEntry(_ code: UInt16, at original: Int, length: Int) {
    let count = Int(text_fold_entry_count(code))
    begin(at: original, length: length, foldedLength: count)
    capitals.insert(UInt64(text_fold_entry_capitals(code)), at: bytes.count)
    capitalTails.insert(UInt64(text_fold_entry_tails(code)), at: bytes.count)
    for i in 0..<count { bytes.append(text_fold_entry_byte(code, i)) }
  }

  /// `false` if the mark changes with what is before it.
  private mutating func appendMark(
    _ original: Span<UInt8>, at offset: Int, length: Int, code: UInt32
  ) -> Bool {
    if case .unknown = marks { marks = stateAfterLastScalar() }
    switch marks {
    case .unknown, .needsICU:
      return false
    case .dropped:
      offsets.append(folded: bytes.count, original: offset, foldedCount: 0, originalCount: length)
      return true
    case .kept(let previous):
      guard code >= UInt32(TEXT_FOLD_STABLE_MARK.rawValue) else { return false }
      let combiningClass = UInt8(truncatingIfNeeded: code)
      guard combiningClass == 0 || combiningClass >= previous else { return false }
      offsets.append(folded: bytes.count, original: offset, foldedCount: length, originalCount: length)
      for i in offset..<offset + length { bytes.append(original[i]) }
      marks = .kept(combiningClass)
      return true
    }
  }

  private func stateAfterLastScalar() -> MarkState {
    if bytes.isEmpty { return .kept(0) }
    let last = decodeScalar(bytes.span, before: bytes.count)
    let properties = ScalarProperties(last)
    if properties.isMark || cicu_combining_class(last) != 0 { return .needsICU }
    return properties.losesMarks && dropsMarks ? .dropped : .kept(0)
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

  /// Folds from `start`, which may have been folded already, to the first scalar from `end` on that
  /// nothing before it can change; returns where that is.
  private mutating func foldByICU(
    _ original: Span<UInt8>, from start: Int, after end: Int, scratch: inout FoldingScratch
  ) -> Int {
    if start == baseOriginal && start < end {
      bytes.removeLast(bytes.count - baseFolded)
      capitals.truncate(baseFolded)
      capitalTails.truncate(baseFolded)
      offsets.truncate(original: start)
    }
    var end = end
    while end < original.count {
      let (scalar, length) = decodeScalar(original, at: end)
      if !joinsWhatIsBefore(scalar) { break }
      end += length
    }
    let folded = bytes.count
    baseFolded = folded
    baseOriginal = start
    marks = .unknown
    offsets.appendWhole(folded: folded, original: start)
    ICUFolding(options: options).fold(
      original.extracting(start..<end), into: &bytes, scratch: &scratch)
    if isCapital(decodeScalar(original, at: start).scalar) { markCapital(from: folded) }
    return end
  }

  /// Takes all that has been written from `start` on for one capital letter.
  private mutating func markCapital(from start: Int) {
    capitals.insert(1, at: start)
    for i in bytes.indices[start...].dropFirst() where bytes[i] & 0xC0 != 0x80 {
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
