internal import CICU

/// Canonical composition, for what is compared without folding: composed and decomposed text are the same text.
enum Composition {
  /// The first byte of the first scalar that composes, or is itself composed otherwise.
  private static let leastLead: UInt8 = 0xCC
  /// So many scalars are put together at most; to order *n* marks takes ICU *n*² steps.
  private static let mostJoined = 128

  /// `text` with its letters and marks composed; `nil` if it is composed already.
  ///
  /// Letters that are the same as others by themselves, as U+212B is Å, are written as these unless these are ASCII.
  /// - Complexity: O(*n*).
  static func composed(_ text: Span<UInt8>) -> [UInt8]? {
    guard !text.isASCII, mayChange(text) else { return nil }
    var result: [UInt8] = []
    normalize(text, to: .nfc, into: &result)
    if result.span.isEqual(to: text) { return nil }
    result.removeAll(keepingCapacity: true)
    forEachPart(of: text) { result.append(contentsOf: $1) }
    return result
  }

  static func composed(_ text: [UInt8]) -> [UInt8] { composed(text.span) ?? text }

  private static func mayChange(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] >= leastLead { return true }
    return false
  }

  /// Calls `body` with what joins, one after the other: where it stands in the text, and what it is composed.
  static func forEachPart(of text: Span<UInt8>, _ body: (Range<Int>, [UInt8]) -> Void) {
    var composed: [UInt8] = []
    var start = 0
    while start < text.count {
      let end = end(ofPart: start, in: text)
      let part = text.extracting(start..<end)
      if text[start] >= leastLead || part.count > 2 { normalize(part, to: .nfc, into: &composed) }
      if text[start] < leastLead && part.count <= 2 || composed.count == 1 {
        composed.removeAll(keepingCapacity: true)
        composed.append(copying: part)
      }
      body(start..<end, composed)
      start = end
    }
  }

  /// Where the next scalar begins that nothing before it joins.
  static func end(ofPart start: Int, in text: Span<UInt8>) -> Int {
    var end = start + decodeScalar(text, at: start).length
    var count = 1
    while end < text.count, count < mostJoined {
      let (scalar, length) = decodeScalar(text, at: end)
      if !joins(scalar) { break }
      end += length
      count += 1
    }
    return end
  }

  /// Whether a scalar may compose with what is before it, or change places with it.
  static func joins(_ scalar: UInt32) -> Bool {
    scalar >= 0x300 && !cicu_has_boundary_before(Int32(CICU_NFC), scalar)
  }
}
