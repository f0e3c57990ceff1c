import Glibc

/// A buffer of bytes that grows at its end.
///
/// Growing moves pages instead of copying them (`realloc`). So input of unknown size is never held twice, unlike in an array.
package final class GrowingBuffer {
  private var base: UnsafeMutablePointer<UInt8>?
  private var capacity = 0
  // Private, so that all accesses are visible to the compiler, and need no check.
  private var length = 0

  deinit { free(base) }

  package init() {}

  package var count: Int { length }

  /// The bytes, valid until the buffer grows or is released.
  package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  package subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[range])
  }

  /// Reserves capacity for `spare` more bytes; returns `false` if there is not enough memory.
  func reserve(_ spare: Int) -> Bool {
    let (needed, overflow) = count.addingReportingOverflow(spare)
    if overflow { return false }
    if needed <= capacity { return true }
    let (doubled, tooFar) = capacity.multipliedReportingOverflow(by: 2)
    let wanted = tooFar ? needed : max(needed, doubled, 4096)
    guard let moved = realloc(base, wanted) else { return false }
    base = moved.assumingMemoryBound(to: UInt8.self)
    capacity = wanted
    return true
  }

  /// Calls `body` to write to the spare capacity; it returns the number of bytes written.
  func fill(_ body: (UnsafeMutableRawBufferPointer) -> Int) {
    guard let base else { return }
    let spare = UnsafeMutableRawBufferPointer(start: base + count, count: capacity - count)
    length += min(max(body(spare), 0), spare.count)
  }

  /// Appends bytes; returns `false` if there is not enough memory.
  package func append(_ more: UnsafeRawBufferPointer) -> Bool {
    guard reserve(more.count) else { return false }
    fill { spare in
      spare.copyMemory(from: more)
      return more.count
    }
    return true
  }

  /// Drops all except the first `count` bytes, keeping the memory.
  package func truncate(_ count: Int) { length = min(length, max(0, count)) }

  /// Returns the last place of `byte` at or after `start`.
  func lastIndex(of byte: UInt8, from start: Int) -> Int? {
    bytes[min(start, count)...].lastIndex(of: byte)
  }

  /// Returns the first place of `byte` in `range`.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    guard let base, !range.isEmpty, let found = memchr(base + range.lowerBound, Int32(byte), range.count) else {
      return nil
    }
    return range.lowerBound + (found - UnsafeMutableRawPointer(base + range.lowerBound))
  }
}
