import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct PackedColumnTests {
  /// Numbers of any width, in stretches of any length that lie close together.
  private func numbers<Element: FixedWidthInteger & UnsignedInteger>(
    _ type: Element.Type, _ random: inout SeededGenerator
  ) -> [Element] {
    var numbers: [Element] = []
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      let width = Int.random(in: 0...Element.bitWidth, using: &random)
      let spread: Element = width == Element.bitWidth ? .max : 1 << Element(width) - 1
      let base = Element.random(in: 0...(.max - spread), using: &random)
      for _ in 0..<[1, 3, 127, 128, 129, 300][Int.random(in: 0..<6, using: &random)] {
        numbers.append(base + Element.random(in: 0...spread, using: &random))
      }
    }
    return numbers
  }

  @Test(arguments: 1...UInt64(60))
  func whatIsPackedComesBack(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    check(numbers(UInt32.self, &random), &random, seed)
    check(numbers(UInt64.self, &random), &random, seed)
  }

  private func check<Element: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ numbers: [Element], _ random: inout SeededGenerator, _ seed: UInt64
  ) {
    let column = PackedColumn(numbers)
    #expect(column.count == numbers.count)
    #expect(column.indices.map { column[$0] } == numbers, "seed \(seed)")
    let start = Int.random(in: 0...numbers.count, using: &random)
    let range = start..<Int.random(in: start...numbers.count, using: &random)
    #expect(column[range] == Array(numbers[range]), "seed \(seed)")
    var found: [Element] = []
    var indices: [Int] = []
    column.forEach(in: range) {
      indices.append($0)
      found.append($1)
    }
    #expect(found == Array(numbers[range]) && indices == Array(range), "seed \(seed)")
    // Bounds that are numbers of the column, one beside them, or any.
    func bound() -> Element {
      guard let number = numbers.randomElement(using: &random), Bool.random(using: &random) else {
        return Element.random(in: .min ... .max, using: &random)
      }
      return Bool.random(using: &random) ? number : Bool.random(using: &random) ? number &+ 1 : number &- 1
    }
    for _ in 0..<4 {
      let (a, b) = (bound(), bound())
      let bounds = min(a, b)...max(a, b)
      var within = BitColumn(count: numbers.count)
      column.insertIndices(of: bounds, into: &within)
      let expected = numbers.indices.filter { bounds.contains(numbers[$0]) }
      #expect(within.rows.map { Int($0) } == expected, "seed \(seed), \(bounds)")
      var chosen: [Element] = []
      column.forEach(of: within) { chosen.append($1) }
      #expect(chosen == expected.map { numbers[$0] }, "seed \(seed), \(bounds)")
    }
    let sorted = PackedColumn(numbers.sorted())
    guard let limit = numbers.randomElement(using: &random) else { return }
    let expected = numbers.count { $0 < limit }
    #expect(sorted.partitioningIndex(in: 0..<sorted.count) { $0 >= limit } == expected, "seed \(seed)")
  }

  @Test func ascendingNumbersTakeAByteOrTwo() {
    let bytes = ColumnList(of: PackedColumn((0..<100_000).map { UInt32($0 * 3 + 1_000_000) })).columns
      .reduce(0) { $0 + $1.byteCount }
    #expect(bytes < 220_000)
  }

  @Test func rowsAreMarked() {
    var bits = BitColumn(count: 1000)
    PackedColumn<UInt32>((0..<300).map { $0 * 3 }).insert(10..<20, into: &bits)
    #expect(bits.rows == (10..<20).map { $0 * 3 })
  }
}
