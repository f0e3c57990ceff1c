import Glibc

/// Bytes that grow at the end.
///
/// Growing moves pages instead of copying them (`realloc`), so that input whose size nobody knows
/// beforehand is never held twice; an array would.
package final class GrowingBuffer {
  private var base: UnsafeMutablePointer<UInt8>?
  private var capacity = 0
  // Private, so that the compiler sees all who use it, and need not have each use checked.
  private var length = 0

  deinit { free(base) }

  package init() {}

  package var count: Int { length }

  /// The bytes, valid until the buffer grows or dies.
  package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  package subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[range])
  }

  /// Makes room for `spare` more bytes; returns `false` if there is not that much memory.
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

  /// Lets `body` write to the spare room; it returns how many bytes it wrote.
  func fill(_ body: (UnsafeMutableRawBufferPointer) -> Int) {
    guard let base else { return }
    let spare = UnsafeMutableRawBufferPointer(start: base + count, count: capacity - count)
    length += min(max(body(spare), 0), spare.count)
  }

  /// Adds bytes at the end; returns `false` if there is no memory for them.
  package func append(_ more: UnsafeRawBufferPointer) -> Bool {
    guard reserve(more.count) else { return false }
    fill { spare in
      spare.copyMemory(from: more)
      return more.count
    }
    return true
  }

  /// Forgets all but the first `count` bytes, keeping the memory.
  package func truncate(_ count: Int) { length = min(length, max(0, count)) }

  /// The last place of `byte` at or after `start`.
  func lastIndex(of byte: UInt8, from start: Int) -> Int? {
    bytes[min(start, count)...].lastIndex(of: byte)
  }

  /// The first place of `byte` in `range`.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    guard let base, !range.isEmpty, let found = memchr(base + range.lowerBound, Int32(byte), range.count) else {
      return nil
    }
    return range.lowerBound + (found - UnsafeMutableRawPointer(base + range.lowerBound))
  }
}
