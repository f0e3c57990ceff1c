internal import CKernels

/// Letter signatures, tested many at a time.
///
/// Invariant: ``padding`` elements follow the `count` sets in `storage`. The kernels read up to 64 elements from a position
/// below `count`, so they never read outside `storage`; their results for the padding are masked away.
struct LetterSets: Sendable {
  static let padding = 64

  private let storage: Column<UInt32>
  let count: Int

  init(_ sets: [UInt32]) {
    count = sets.count
    storage = Column(sets, padding: LetterSets.padding)
  }

  @inline(__always)
  func prefetch(_ index: Int) { storage.prefetch(index) }

  @inline(__always)
  subscript(index: Int) -> UInt32 { storage[index] }

  /// Which of up to 64 sets from `start` on hold enough: one bit each.
  @inline(__always)
  func mask(_ range: Range<Int>, holding needs: LetterNeeds) -> UInt64 {
    precondition(range.lowerBound >= 0 && range.upperBound <= count && range.count <= 64)
    let needs = letter_needs(exact: needs.exact, one: needs.one, two: needs.two, hard: LetterSignature.digits)
    return storage.withUnsafeBufferPointer(toRead: range) { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return kernel_needs_mask64(base + range.lowerBound, range.count, needs)
    }
  }

  /// Calls `body` with every index of `range` whose set has exactly `bits` of the bits in `asked`, ascending.
  /// - Complexity: O(`range.count` / 64), and a call for each index found.
  @inline(__always)
  func forEach(in range: Range<Int>, having bits: UInt32, of asked: UInt32, _ body: (Int) -> Void) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    storage.withUnsafeBufferPointer(toRead: range) { buffer in
      guard let base = buffer.baseAddress else { return }
      var index = range.lowerBound
      while index < range.upperBound {
        var mask = kernel_bits_mask64(base + index, asked, bits)
        if range.upperBound - index < 64 { mask &= 1 << UInt64(range.upperBound - index) &- 1 }
        while mask != 0 {
          body(index + mask.trailingZeroBitCount)
          mask &= mask &- 1
        }
        index += 64
      }
    }
  }
}

extension LetterSets: StoredPart {
  func list(in columns: inout ColumnList) { columns.add("sets", storage, standingFor: count) }

  init(_ columns: ColumnSource) throws(SegmentError) {
    (storage, count) = try columns.packed("sets")
    try columns.check(storage.count - LetterSets.padding == count, "sets")
  }
}
