import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct RunContextsTests {
  /// Zeros are asked for too, of which the padding consists; and ranges go beyond the last entry.
  @Test(arguments: [0, 1, 2, 63, 64, 65, 127, 128, 129, 200])
  func entriesAreThoseOfTheirLetters(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    var packed = ScratchMemory<UInt32>(count: count)
    var entries: [[UInt8]] = []
    for index in 0..<count {
      let entry = (0..<3).map { _ in UInt8.random(in: 0...2, using: &random) &* 0x7F }
      packed[index] = RunContexts.pack(firstInside: entry[0], nextInside: entry[1], laterLead: entry[2])
      entries.append(entry)
    }
    let contexts = RunContexts(packed)
    #expect(contexts.count == count)
    let places = [0, 1, 2, 62, 63, 64, 65, 66, 126, 127, 128, 129, 130, 199, 200, 201, 264, 300]
    for lower in places {
      for upper in places where upper >= lower {
        for asked in [(nil, nil), (0, nil), (0x7F, nil), (nil, 0), (nil, 0xFE), (0, 0), (0x7F, 0xFE), (1, nil)]
          as [(UInt8?, UInt8?)]
        {
          var found: [Int] = []
          contexts.forEachEntry(in: lower..<upper, inside: asked.0, following: asked.1) { found.append($0) }
          let expected = (lower..<upper).clamped(to: 0..<count).filter { index in
            let entry = entries[index]
            let isInside = asked.0.map { $0 == entry[0] } ?? true
            return isInside && (asked.1.map { $0 == entry[1] || $0 == entry[2] } ?? true)
          }
          #expect(found == expected, "\(asked) in \(lower)..<\(upper) of \(count)")
        }
      }
    }
  }
}
