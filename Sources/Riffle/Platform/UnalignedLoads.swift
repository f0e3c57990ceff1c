// Unsafe memory: all loads are checked against the bounds of the span, and any bytes are an integer; so what is unsafe
// about them in general, that a type may not admit all bytes, does not apply.

/// The first eight bytes of `range`, the first one lowest, zeros after fewer.
@inline(__always)
func eightBytes(_ range: Range<Int>, of text: RawSpan) -> UInt64 {
  let kept = range.count >= 8 ? UInt64.max : 1 << UInt64(truncatingIfNeeded: range.count << 3) &- 1
  // Near the end of the text the bytes before the range are read instead of those behind the text.
  let start = min(range.lowerBound, text.byteCount - 8)
  if start >= 0 {
    let bytes = UInt64(littleEndian: text.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self))
    return bytes &>> UInt64(truncatingIfNeeded: (range.lowerBound - start) << 3) & kept
  }
  var bytes: UInt64 = 0
  for offset in range.reversed() {
    bytes = bytes << 8 | UInt64(text.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
  }
  return bytes
}

/// The eight bytes from `offset` on, the first one lowest.
/// - Precondition: they are there.
@inline(__always)
func littleEndianEightBytes(at offset: Int, of bytes: RawSpan) -> UInt64 {
  precondition(offset >= 0 && offset <= bytes.byteCount &- 8, "a load beyond the end")
  return UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
}
