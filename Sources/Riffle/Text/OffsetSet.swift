/// A set of offsets, kept between uses for its storage.
struct OffsetSet: Sendable {
  private var words: [UInt64] = []

  subscript(offset: Int) -> Bool {
    let index = offset >> 6
    return index < words.count && words[index] >> UInt64(offset & 63) & 1 != 0
  }

  /// The 64 offsets from `64 * index` on.
  func word(_ index: Int) -> UInt64 { index < words.count ? words[index] : 0 }

  mutating func removeAll() { words.removeAll(keepingCapacity: true) }

  /// Adds `offset + i` for each bit `i` of `mask`.
  mutating func insert(_ mask: UInt64, at offset: Int) {
    if mask == 0 { return }
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
