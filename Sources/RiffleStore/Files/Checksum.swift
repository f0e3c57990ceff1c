internal import CXXHash

/// XXH3 with 64 bits (Y. Collet, the xxHash specification), from the library of the same author. It detects damage, but is no
/// protection against manipulation.
package enum Checksum {
  static func of(_ bytes: RawSpan, seed: UInt64 = 0) -> UInt64 {
    bytes.withUnsafeBytes { XXH3_64bits_withSeed($0.baseAddress, $0.count, seed) }
  }

  package static func of(_ bytes: [UInt8]) -> UInt64 { of(bytes.span.bytes) }
}
