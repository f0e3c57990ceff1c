import Testing

@testable import Riffle

@Suite struct PrefetchingTests {
  /// Addresses that wrap around are among them.
  @Test func elementsOutsideDoNoHarm() {
    let bytes = [UInt8](repeating: 7, count: 5)
    let numbers = [UInt64](repeating: 7, count: 5)
    for index in [-1, 0, 4, 5, 1 << 40, -1 << 40, .max, .max - 1, .min, .max / 8, .min / 8] {
      [UInt32]().prefetch(index)
      bytes.prefetch(index)
      numbers.prefetch(index)
    }
    #expect(bytes == Array(repeating: 7, count: 5) && numbers == Array(repeating: 7, count: 5))
  }
}
