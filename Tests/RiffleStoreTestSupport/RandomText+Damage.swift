package import RiffleTestSupport

extension RandomText {
  /// A file with something wrong: bits that have flipped, a piece that has become zeros, that is missing, stands elsewhere,
  /// or is another file's.
  package mutating func damaged(_ sound: [UInt8], _ other: [UInt8]) -> [UInt8] {
    var bytes = sound
    if bytes.isEmpty { return other }
    // Half of it near the ends, where files say what they are.
    func place(_ random: inout RandomText) -> Int {
      let near = random.number(below: 300)
      return random.oneIn(2) ? random.number(below: bytes.count) : random.oneIn(2) ? near : bytes.count - 1 - near
    }
    let (a, b) = (place(&self), place(&self))
    let length = min(oneIn(2) ? 1 << 16 : 1 + number(below: 9000), bytes.count - max(a, b))
    switch number(below: 7) {
    case 0: for _ in 0..<1 + number(below: 4) { bytes[place(&self)] ^= 1 << UInt8(number(below: 8)) }
    case 1: bytes.removeLast(bytes.count - a)
    case 2: bytes.replaceSubrange(a..<a + length, with: repeatElement(0, count: length))
    case 3: for index in 0..<length { bytes.swapAt(a + index, b + index) }
    case 4: bytes.removeSubrange(a..<a + length)
    case 5:
      let length = min(length, max(0, other.count - a))
      bytes.replaceSubrange(a..<a + length, with: other[min(a, other.count)..<min(a, other.count) + length])
    default: bytes.insert(contentsOf: sound[a..<a + length], at: b)
    }
    return bytes
  }
}
