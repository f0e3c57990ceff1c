import Testing

@testable import Riffle

@Suite struct SipHashTests {
  private static let bytes = [UInt8](0..<64)

  /// The paper's example, and the first of the vectors that its authors publish beside their reference implementation.
  @Test(
    arguments: [
      (0, 0x726F_DB47_DD0E_0E31), (1, 0x74F8_39C5_93DC_67FD), (8, 0x93F5_F579_9A93_2462),
      (15, 0xA129_CA61_49BE_45E5), (63, 0x958A_324C_EB06_4572),
    ] as [(Int, UInt64)])
  func theSlowerHashIsThatOfThePaper(length: Int, expected: UInt64) {
    let hash = SipHash(first: 0x0706_0504_0302_0100, second: 0x0F0E_0D0C_0B0A_0908, rounds: 2, lastRounds: 4)
    #expect(hash.hash(Self.bytes.span.extracting(first: length)) == expected)
  }

  /// As the reference implementation gives them with fewer rounds.
  @Test(arguments: [(0, 0xD1FB_A762_150C_532C), (1, 0x68A9_1412_8E01_E473)] as [(Int, UInt64)])
  func theFasterHashIsThatOfTheReference(length: Int, expected: UInt64) {
    #expect(SipHash(first: 0, second: 0).hash(Self.bytes.span.extracting(first: length)) == expected)
  }

  @Test func aNumberHashesAsItsBytes() {
    let hash = SipHash(first: 1, second: 2)
    for number in [0, 1, 0x0807_0605_0403_0201, .max] as [UInt64] {
      let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
      #expect(hash.hash(number) == hash.hash(bytes.span))
    }
    #expect(hash.hash(7) != SipHash(first: 1, second: 3).hash(7))
  }
}
