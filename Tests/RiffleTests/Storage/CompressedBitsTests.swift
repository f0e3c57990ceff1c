import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct CompressedBitsTests {
  /// Pieces with no row, all rows, few rows, few left out and any number of them, and ends at any place.
  @Test(arguments: 1...UInt64(24))
  func compressedBitsAreTheBitsThatTheyWereMadeOf(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = [0, 1, 63, 64, 65_535, 65_536, 65_537, 200_000][Int(seed) % 8]
    var bits = BitColumn(count: count)
    let densities = (0..<4).map { _ in [0, 1, 500, 32_000, 65_000, 65_535, 65_536].randomElement(using: &random) ?? 0 }
    for row in 0..<count where Int.random(in: 0..<65_536, using: &random) < densities[row / 65_536] {
      bits.insert(row)
    }
    let compressed = CompressedBits(bits)
    #expect(compressed.column == bits, "seed \(seed), \(densities)")
    for row in stride(from: 0, to: count, by: max(1, count / 3000)) where compressed[row] != bits[row] {
      Issue.record("row \(row), seed \(seed), \(densities)")
    }
  }
}
