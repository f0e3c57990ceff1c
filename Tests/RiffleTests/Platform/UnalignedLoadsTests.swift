import Testing

@testable import Riffle

@Suite struct UnalignedLoadsTests {
  /// At every place of texts around eight bytes long, with bytes behind the range or none.
  @Test(arguments: 0...20)
  func eightBytesAreThoseOfTheRange(length: Int) {
    // An array of just this size, so that a sanitizer sees a read past its end.
    let text = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      for index in 0..<length { buffer.initializeElement(at: index, to: UInt8(index + 1)) }
      count = length
    }
    for start in 0...length {
      for end in start...length {
        let expected = text[start..<end].prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        #expect(eightBytes(start..<end, of: text.span.bytes) == expected, "\(start)..<\(end) of \(length)")
      }
    }
  }

  @Test func bytesOutsideAreNotRead() async {
    #expect(eightBytes(4..<9, of: [UInt8](repeating: 1, count: 8).span.bytes) == 0x0101_0101)
    await #expect(processExitsWith: .failure) {
      _ = eightBytes(-1..<8, of: [UInt8](repeating: 0, count: 8).span.bytes)
    }
    await #expect(processExitsWith: .failure) {
      _ = eightBytes(4..<8, of: [UInt8](repeating: 0, count: 7).span.bytes)
    }
  }
}
