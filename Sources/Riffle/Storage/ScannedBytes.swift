internal import CKernels

/// Bytes that are scanned 64 at a time.
///
/// Invariant: 64 bytes of padding follow the `count` bytes in `storage`. The kernels read 64 bytes from
/// a position below `count`, plus a gap that keeps the position below `count` too, so they never read
/// outside `storage`; what they see of the padding is masked away.
struct ScannedBytes: Sendable {
  private let storage: [UInt8]
  let count: Int

  private static let padding = 64

  init(_ bytes: consuming [UInt8]) {
    count = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: ScannedBytes.padding))
    storage = bytes
  }

  subscript(offset: Int) -> UInt8 { storage[offset] }

  /// Calls `body` with every offset in `range`, ascending, at which `needle` stands.
  ///
  /// Candidates are where the needle's first and last byte stand; only there are the rest compared.
  /// - Complexity: O(`range.count` / 64) and what is spent on candidates.
  func forEachOccurrence(of needle: [UInt8], _ body: (Int) -> Void) {
    guard let first = needle.first, let last = needle.last, needle.count <= count else { return }
    let end = count - needle.count + 1
    let gap = needle.count - 1
    storage.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var offset = 0
      while offset < end {
        var mask = kernel_pair_mask64(base + offset, gap, first, last)
        if end - offset < 64 { mask &= 1 << UInt64(end - offset) &- 1 }
        while mask != 0 {
          let found = offset + mask.trailingZeroBitCount
          mask &= mask &- 1
          var matched = 1
          while matched < gap, base[found + matched] == needle[matched] { matched += 1 }
          if matched >= gap { body(found) }
        }
        offset += 64
      }
    }
  }

  /// The first offset at or after `start` whose byte is below `limit`; `count` if there is none.
  func firstOffset(below limit: UInt8, from start: Int) -> Int {
    storage.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return count }
      var offset = start
      while offset < count {
        let mask = kernel_below_mask64(base + offset, limit)
        if mask != 0 { return min(count, offset + mask.trailingZeroBitCount) }
        offset += 64
      }
      return count
    }
  }
}
