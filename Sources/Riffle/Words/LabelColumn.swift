internal import CKernels

/// The labels of trie entries, compared many at a time.
///
/// Invariant: ``padding`` bytes follow the `count` labels in `storage`. The kernel reads 64 bytes from a position below
/// `count`, so it never reads outside `storage`. Padding equals labels that end a group, which are the last ones read.
struct LabelColumn: Sendable {
  static let padding = 64

  private let storage: Column<UInt8>
  let count: Int

  init(_ labels: [UInt8]) {
    count = labels.count
    storage = Column(labels, padding: LabelColumn.padding, of: WordTrie.noLabel)
  }

  @inline(__always)
  subscript(index: Int) -> UInt8 { storage[index] }

  /// Which of 64 labels from `start` on are in `letters` or above 0x7F: one bit each.
  @inline(__always)
  func mask(from start: Int, in letters: Span<UInt8>) -> UInt64 {
    precondition(start >= 0 && start < count)
    return storage.withUnsafeBufferPointer(toRead: start..<min(start + 64, count)) { buffer in
      letters.withUnsafeBufferPointer { letters in
        guard let base = buffer.baseAddress else { return 0 }
        return kernel_members_mask64(base + start, letters.baseAddress, letters.count)
      }
    }
  }
}

extension LabelColumn: StoredPart {
  func list(in columns: inout ColumnList) { columns.add("labels", storage, standingFor: count) }

  init(_ columns: ColumnSource) throws(SegmentError) {
    (storage, count) = try columns.packed("labels")
    try columns.check(storage.count - LabelColumn.padding == count, "labels")
  }
}
