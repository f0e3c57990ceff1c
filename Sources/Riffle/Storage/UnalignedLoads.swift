// Unsafe memory: both loads are checked against the bounds of the span, and any bytes are an integer; so what is unsafe
// about them in general, that a type may not admit all bytes, does not apply.

/// The first eight bytes of `range`, the first one lowest, zeros after fewer.
@inline(__always)
func eightBytes(_ range: Range<Int>, of text: RawSpan) -> UInt64 {
  if range.lowerBound + 8 <= text.byteCount {
    let bytes = UInt64(littleEndian: text.unsafeLoadUnaligned(fromByteOffset: range.lowerBound, as: UInt64.self))
    return range.count >= 8 ? bytes : bytes & (1 << UInt64(truncatingIfNeeded: range.count << 3) &- 1)
  }
  var bytes: UInt64 = 0
  for offset in range.reversed() {
    bytes = bytes << 8 | UInt64(text.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
  }
  return bytes
}
