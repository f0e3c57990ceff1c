internal import CKernels

// Unsafe memory: `bytes` are `byteCount` of them, initialised, which this object alone owns and frees when it goes. Every
// reader or writer retains the object and stays within them.

/// Memory that begins as zeros.
///
/// When freed, most of it returns to the system at once. An array's memory would return to the C library, which keeps it for
/// the allocating thread, beside what other threads allocate.
final class OwnedMemory: ColumnMemory, @unchecked Sendable {
  let bytes: UnsafeMutableRawPointer
  private let mappedCount: Int

  /// Less, in bytes, is not worth a call of the system.
  private static let leastMapped = 1 << 18
  /// Of any integer, and of what kernels load at once.
  private static let alignment = 16

  /// - Complexity: O(`byteCount`) for little memory; more is made when it is first touched.
  init(byteCount: Int) {
    precondition(byteCount >= 0)
    if byteCount >= OwnedMemory.leastMapped, let mapped = kernel_map_memory(byteCount) {
      bytes = mapped
      mappedCount = byteCount
    } else {
      bytes = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: OwnedMemory.alignment)
      bytes.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
      mappedCount = 0
    }
    super.init()
  }

  deinit {
    if mappedCount > 0 { kernel_unmap_memory(bytes, mappedCount) } else { bytes.deallocate() }
  }
}
