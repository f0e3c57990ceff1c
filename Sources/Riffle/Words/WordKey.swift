/// What the table of ``WordInterner`` tells words apart by: the first eight bytes, and a hash.
struct WordKey: Sendable {
  /// The first eight bytes, the first one lowest, zeros after a shorter word.
  let head: UInt64
  /// 28 bits of hash, and below them the length in bytes if the head is the whole word, otherwise ``isLong``.
  let tag: UInt32

  private static let isLong: UInt32 = 9

  /// Two words with equal keys may still differ.
  var needsComparison: Bool { tag & 15 == WordKey.isLong }

  init(head: UInt64, tag: UInt32) {
    self.head = head
    self.tag = tag
  }

  /// - Parameter range: of `text`; not empty.
  @inline(__always)
  init(_ range: Range<Int>, of text: RawSpan) {
    let head = eightBytes(range, of: text)
    var hash = WordKey.mix(head, UInt64(truncatingIfNeeded: range.count))
    if range.count <= 8 {
      tag = hash & ~15 | UInt32(truncatingIfNeeded: range.count)
    } else {
      var offset = range.lowerBound + 8
      while offset < range.upperBound {
        hash = WordKey.mix(eightBytes(offset..<range.upperBound, of: text), UInt64(hash))
        offset += 8
      }
      tag = hash & ~15 | WordKey.isLong
    }
    self.head = head
  }

  /// The two halves of a product hold something of all bits of both factors.
  @inline(__always)
  private static func mix(_ a: UInt64, _ b: UInt64) -> UInt32 {
    let product = (a ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(
      by: b &* 0xD6E8_FEB8_6659_FD93 ^ 0xA076_1D64_78BD_642F)
    let folded = product.high ^ product.low
    return UInt32(truncatingIfNeeded: folded ^ folded >> 32)
  }
}
