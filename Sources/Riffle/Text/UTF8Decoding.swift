/// The scalar that begins at `offset`, and its length in bytes.
///
/// Ill-formed text gives U+FFFD or a wrong scalar, but never reads outside of `text`.
@inline(always)
func decodeScalar(_ text: Span<UInt8>, at offset: Int) -> (scalar: UInt32, length: Int) {
  let first = UInt32(text[offset])
  if first < 0x80 { return (first, 1) }
  let left = text.count - offset
  if first < 0xE0 {
    guard left >= 2 else { return (0xFFFD, 1) }
    return ((first & 0x1F) << 6 | UInt32(text[offset + 1] & 0x3F), 2)
  }
  if first < 0xF0 {
    guard left >= 3 else { return (0xFFFD, 1) }
    return (
      (first & 0x0F) << 12 | UInt32(text[offset + 1] & 0x3F) << 6 | UInt32(text[offset + 2] & 0x3F),
      3
    )
  }
  guard left >= 4 else { return (0xFFFD, 1) }
  return (
    (first & 0x07) << 18 | UInt32(text[offset + 1] & 0x3F) << 12
      | UInt32(text[offset + 2] & 0x3F) << 6 | UInt32(text[offset + 3] & 0x3F),
    4
  )
}

/// The scalar that ends at `end`, which is not 0.
func decodeScalar(_ text: Span<UInt8>, before end: Int) -> UInt32 {
  var start = end - 1
  while start > 0, end - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
  return decodeScalar(text, at: start).scalar
}

/// The scalar that begins at an offset of valid UTF-8, and its length in bytes.
@inline(__always)
func scalarAndLength(_ letters: Span<UInt8>, at offset: Int) -> (scalar: UInt32, length: Int) {
  decodeScalar(letters, at: offset)
}

/// Decodes UTF-8, replacing what `scalars` held.
package func decodeScalars(_ utf8: Span<UInt8>, into scalars: inout [UInt32]) {
  scalars.removeAll(keepingCapacity: true)
  var index = 0
  while index < utf8.count {
    let (scalar, length) = decodeScalar(utf8, at: index)
    scalars.append(scalar)
    index += length
  }
}

/// The length in bytes of the scalar that begins with `lead`.
func utf8Length(lead: UInt8) -> Int {
  lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
}
