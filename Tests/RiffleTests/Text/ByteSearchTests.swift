import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct ByteSearchTests {
  /// Needles and texts that repeat themselves, where going back would be needed most.
  @Test(arguments: 1...UInt64(60))
  func allPlacesAreFoundThatComparingFinds(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let letters = Int.random(in: 1...3, using: &random)
      func text(_ lengths: ClosedRange<Int>) -> [UInt8] {
        (0..<Int.random(in: lengths, using: &random)).map { _ in
          UInt8(0x61 + Int.random(in: 0..<letters, using: &random))
        }
      }
      let (needle, text) = (text(1...9), text(0...60))
      let start = Int.random(in: 0...text.count, using: &random)
      let expected = (start..<max(start, text.count)).filter { text[$0...].starts(with: needle) }
      var found: [Int] = []
      ByteSearch(needle).forEachOffset(in: text.span, from: start) { offset in
        found.append(offset)
        return true
      }
      #expect(found == expected, "seed \(seed), \(needle) in \(text) from \(start)")
      #expect(ByteSearch(needle).firstOffset(in: text.span, from: start) == expected.first, "seed \(seed)")
      #expect(text.span.firstOffset(of: needle, from: start) == expected.first, "seed \(seed)")
    }
  }

  @Test func longNeedlesAreFoundAsShortOnesAre() {
    let needle = Array(repeating: UInt8(0x61), count: 100) + [0x62]
    let text = Array(repeating: UInt8(0x61), count: 5000) + [0x62, 0x61]
    #expect(text.span.firstOffset(of: needle) == 4900)
    #expect(text.span.firstOffset(of: needle, from: 4901) == nil)
  }
}
