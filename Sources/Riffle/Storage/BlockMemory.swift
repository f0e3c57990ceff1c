internal import CKernels
import Synchronization

// Unsafe memory: `blocks` is one initialised value, and `bits` one bit for each block of the source's bytes. This object alone
// owns both and frees them. A bit is only ever set, and only once its block has been checked. The source keeps its bytes in
// place while it exists, and this object retains it.

/// The source of the blocks of a ``BlockMemory``.
package protocol BlockSource: AnyObject, Sendable {
  /// All that columns lie in, where it stays while the source is there. It begins at a multiple of 64 bytes.
  var bytes: UnsafeRawBufferPointer { get }
  /// Whether a block still is what was written.
  func isSound(_ block: Int) -> Bool
  /// Makes all bytes of a block zeros, for every reader.
  func clear(_ block: Int)
}

/// Checksummed memory that this process has not written itself, such as a mapped file: a block is checked before its first
/// read.
///
/// A damaged block is filled with zeros. So a read returns what was written, or 0, and ``isDamaged`` marks all answers since
/// then as invalid. Columns are read in such a way that zeros do no harm.
package final class BlockMemory: ColumnMemory, @unchecked Sendable {
  /// In bytes.
  package static let blockSize = 1 << Int(BLOCK_SHIFT)

  private let source: any BlockSource
  let blocks: UnsafeMutablePointer<readable_blocks>
  private let bits: UnsafeMutableBufferPointer<UInt64>
  private let damage = Atomic(false)

  package init(_ source: any BlockSource) {
    self.source = source
    let blockCount = (source.bytes.count + BlockMemory.blockSize - 1) / BlockMemory.blockSize
    bits = .allocate(capacity: blockCount / 64 + 1)
    bits.initialize(repeating: 0)
    blocks = .allocate(capacity: 1)
    blocks.initialize(
      to: readable_blocks(
        base: source.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bits: bits.baseAddress))
    super.init()
  }

  deinit {
    blocks.deallocate()
    bits.deallocate()
  }

  /// How many bytes there are.
  package var byteCount: Int { source.bytes.count }

  /// Whether a damaged block has been read. To be checked after an answer has been computed.
  package var isDamaged: Bool { damage.load(ordering: .acquiring) }

  /// The number of bytes checked; no others have been read.
  package var checkedByteCount: Int { bits.reduce(0) { $0 + $1.nonzeroBitCount } * BlockMemory.blockSize }

  func address(_ offset: Int) -> UnsafeRawPointer? { source.bytes.baseAddress?.advanced(by: offset) }

  /// Checks a stretch of bytes.
  /// - Returns: whether no damage has been found, here or before.
  func isSound(at offset: Int, byteCount: Int) -> Bool {
    if byteCount > 0, let start = address(offset) { check(start, byteCount: byteCount) }
    return !isDamaged
  }

  override func check(_ start: UnsafeRawPointer, byteCount: Int) {
    guard byteCount > 0, let base = source.bytes.baseAddress else { return }
    let offset = start - base
    precondition(offset >= 0 && offset + byteCount <= source.bytes.count, "bytes beyond the memory of a column")
    for block in offset / BlockMemory.blockSize...(offset + byteCount - 1) / BlockMemory.blockSize
    where !kernel_is_readable(blocks, block) {
      if !source.isSound(block) {
        damage.store(true, ordering: .releasing)
        source.clear(block)
      }
      kernel_set_readable(blocks, block)
    }
  }
}
