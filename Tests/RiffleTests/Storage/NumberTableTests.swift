import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct NumberTableTests {
  /// Numbers that are alike in their low bits lie in the same slot, however large the table.
  @Test(arguments: 1...UInt64(4), [2, 256])
  func valuesAreKeptAsInADictionary(_ seed: UInt64, slots: Int) {
    var random = SeededGenerator(seed: seed)
    let lowBits = seed % 2 == 0 ? 3 : 20
    var table = NumberTable(slots: slots)
    var expected: [Int: UInt16] = [:]
    var isRight = true
    while expected.count < 700 {
      let number = Int.random(in: 0..<1 << lowBits, using: &random) | Int.random(in: 0..<1 << 7, using: &random) << 20
      if table[number] != expected[number] { isRight = false }
      let value = UInt16.random(in: 0...UInt16.max, using: &random)
      // A number keeps its first value.
      if table.insert(number, value) != (expected[number] == nil) { isRight = false }
      expected[number] = expected[number] ?? value
      // Around the sizes at which the table grows.
      if (120...140).contains(expected.count) || expected.count % 100 == 0 {
        if !expected.allSatisfy({ table[$0.key] == $0.value }) { isRight = false }
      }
    }
    #expect(isRight && expected.allSatisfy { table[$0.key] == $0.value }, "seed \(seed)")
    let numbers = Set(table.numbers)
    #expect(numbers == Set(expected.keys) && table.count == numbers.count, "seed \(seed)")
    #expect((0..<2000).filter { table[$0] != nil } == expected.keys.filter { $0 < 2000 }.sorted(), "seed \(seed)")
  }
}
