internal import CKernels

// Unsafe memory: `base` is that of `count` elements, which this value alone owns and frees; every access is checked against
// `count`. They begin as zero bytes, so only types may be kept here of which zero bytes, like all others, are a value:
// integers, and structures and tuples of them.

/// Zeros to work with, for a while.
///
/// Much of it goes back to the system at once when it is freed. An array's memory would go back to the C library, which
/// keeps it for the thread that asked for it, to be counted beside what other threads ask for.
struct ScratchMemory<Element: BitwiseCopyable>: ~Copyable {
  private let base: UnsafeMutablePointer<Element>
  let count: Int
  private let isMapped: Bool

  /// Less, in bytes, is not worth a call of the system.
  private static var leastMapped: Int { 1 << 18 }

  /// - Complexity: O(`count`) for little memory; more is made when it is first touched.
  init(count: Int) {
    precondition(count >= 0)
    let byteCount = count * MemoryLayout<Element>.stride
    self.count = count
    if byteCount >= ScratchMemory.leastMapped, let mapped = kernel_map_memory(byteCount) {
      base = mapped.bindMemory(to: Element.self, capacity: count)
      isMapped = true
    } else {
      let raw = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: MemoryLayout<Element>.alignment)
      raw.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
      base = raw.bindMemory(to: Element.self, capacity: count)
      isMapped = false
    }
  }

  deinit {
    if isMapped {
      kernel_unmap_memory(base, count * MemoryLayout<Element>.stride)
    } else {
      base.deallocate()
    }
  }

  subscript(index: Int) -> Element {
    @inline(__always)
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return base[index]
    }
    @inline(__always)
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      base[index] = newValue
    }
  }
}
