/// A random seed of the hashes of one process, so that no input can be made to collide.
struct WordSeed: Sendable {
  let first, second: UInt64

  /// That of this process, which it shares with the hashes of the standard library: fixed where these are.
  static let ofProcess = WordSeed(number: 0)

  init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  private init(number: UInt8) {
    func random(_ number: UInt8) -> UInt64 {
      var hasher = Hasher()
      hasher.combine(number)
      return UInt64(bitPattern: Int64(hasher.finalize()))
    }
    // Odd, so that no bits of what is multiplied are lost.
    self.init(first: random(number), second: random(number + 1) | 1)
  }
}

/// The key of a word in ``WordInterner``: its first eight bytes, and a hash.
struct WordKey: Sendable {
  /// The first eight bytes, the first one lowest, zeros after a shorter word.
  let head: UInt64
  /// 28 bits of hash, and below them the length in bytes if the head is the whole word, otherwise ``isLong``.
  let tag: UInt32

  private static let isLong: UInt32 = 9

  /// Two words with equal keys may still differ.
  var needsComparison: Bool { tag & 15 == WordKey.isLong }

  /// - Parameter range: of `text`; not empty.
  @inline(__always)
  init(_ range: Range<Int>, of text: RawSpan, _ seed: WordSeed) {
    let head = eightBytes(range, of: text)
    var hash = WordKey.mix(head, UInt64(truncatingIfNeeded: range.count), seed)
    if range.count <= 8 {
      tag = hash & ~15 | UInt32(truncatingIfNeeded: range.count)
    } else {
      var offset = range.lowerBound + 8
      while offset < range.upperBound {
        hash = WordKey.mix(eightBytes(offset..<range.upperBound, of: text), UInt64(hash), seed)
        offset += 8
      }
      tag = hash & ~15 | WordKey.isLong
    }
    self.head = head
  }

  /// The two halves of a product hold something of all bits of both factors.
  @inline(__always)
  private static func mix(_ a: UInt64, _ b: UInt64, _ seed: WordSeed) -> UInt32 {
    let product = (a ^ seed.first).multipliedFullWidth(by: b &* 0xD6E8_FEB8_6659_FD93 ^ seed.second)
    let folded = product.high ^ product.low
    return UInt32(truncatingIfNeeded: folded ^ folded >> 32)
  }
}
