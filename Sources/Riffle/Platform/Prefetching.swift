internal import CKernels

extension Array {
  /// Prefetches an element that is read soon, so that the cache misses of several elements overlap.
  ///
  /// Invariant: the address is only passed to a prefetch, which has no visible effect and never faults; so an index out of
  /// bounds does no harm.
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
