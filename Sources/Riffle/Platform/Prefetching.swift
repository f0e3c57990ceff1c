internal import CKernels

extension Array {
  /// Asks for an element that is read soon, so that the cache misses of several elements overlap.
  ///
  /// Invariant: the address is only handed to a prefetch, which reads nothing that can be seen and never
  /// faults; an index out of bounds is asked for all the same and does no harm.
  @inline(__always)
  func prefetch(_ index: Int) {
    withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      kernel_prefetch(UnsafeRawPointer(base).advanced(by: index &* MemoryLayout<Element>.stride))
    }
  }
}

extension MutableSpan where Element: BitwiseCopyable {
  /// The same as of an array.
  @inline(__always)
  func prefetch(_ index: Int) {
    withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      kernel_prefetch(UnsafeRawPointer(base).advanced(by: index &* MemoryLayout<Element>.stride))
    }
  }
}
