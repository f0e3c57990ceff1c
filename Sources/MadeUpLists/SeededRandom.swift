/// The random numbers of SplitMix64 (Steele, Lea, Flood 2014). The standard library's algorithms to draw and to shuffle may
/// change between its versions, and with them every list and query set; so they are here too.
public struct SeededRandom: Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  /// Creates one of any number of independent streams of a seed.
  public init(seed: UInt64, stream: String) {
    // FNV-1a.
    state = stream.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    state = next() ^ seed
    state = next()
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a number from 0 up to but not including `bound`; 0 if `bound` is not positive.
  public mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(max(bound, 0))).high)
  }

  /// Returns one of `elements`; `nil` if there is none.
  public mutating func element<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  public mutating func shuffle<Element>(_ elements: inout [Element]) {
    for remaining in stride(from: elements.count, to: 1, by: -1) {
      elements.swapAt(remaining - 1, below(remaining))
    }
  }
}
