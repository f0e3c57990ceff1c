/// A set of offsets, kept between uses for its storage.
struct OffsetSet: Sendable {
  private var words: [UInt64] = []

  @inline(always)
  subscript(offset: Int) -> Bool {
    let index = offset >> 6
    return index < words.count && words[index] >> UInt64(offset & 63) & 1 != 0
  }

  /// The 64 offsets from `offset`, a multiple of 64, on.
  @inline(always)
  func mask(from offset: Int) -> UInt64 { offset >> 6 < words.count ? words[offset >> 6] : 0 }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  mutating func removeAll() { words.removeAll(keepingCapacity: true) }

  /// Adds `offset + i` for each bit `i` of `mask`.
  @inline(always)
  mutating func insert(_ mask: UInt64, at offset: Int) {
    if mask != 0 { insertBits(mask, at: offset) }
  }

  private mutating func insertBits(_ mask: UInt64, at offset: Int) {
    let index = offset >> 6
    let shift = UInt64(offset & 63)
    while words.count < index + 2 { words.append(0) }
    words[index] |= mask << shift
    if shift != 0 { words[index + 1] |= mask >> (64 - shift) }
  }

  /// Removes the offsets from `offset` on.
  mutating func truncate(_ offset: Int) {
    let index = offset >> 6
    guard index < words.count else { return }
    words[index] &= (1 << UInt64(offset & 63)) &- 1
    words.removeSubrange((index + 1)...)
  }
}
