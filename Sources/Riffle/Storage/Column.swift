internal import CKernels

// Unsafe memory: `start` is where `count` elements lie in `memory`, immutable once the column is made, except for the zeros
// that `BlockMemory` writes before the first read. All bits are a value of an element. Every access is checked against `count`,
// and against `blocks` where there are any; the calls of kernels state what these read.

/// A contiguous, immutable array of elements of a segment, retained by the column. Copies share the elements.
///
/// They lie in an array, in allocated memory, or in a mapped file. In a file, bulk reads are limited to ranges that have been
/// checked; see ``BlockMemory``.
package struct Column<Element: FixedWidthInteger & BitwiseCopyable & Sendable>: @unchecked Sendable {
  private let memory: ColumnMemory
  private let start: UnsafePointer<Element>
  package let count: Int
  /// `nil` where everything may be read.
  private let blocks: UnsafePointer<readable_blocks>?

  /// - Parameter fill: writes the elements, which are 0 at first.
  package init<Failure: Error>(
    zeros count: Int, _ fill: (inout MutableSpan<Element>) throws(Failure) -> Void
  ) throws(Failure) {
    let memory = OwnedMemory(byteCount: count * MemoryLayout<Element>.stride)
    let elements = memory.bytes.bindMemory(to: Element.self, capacity: count)
    self.memory = memory
    start = UnsafePointer(elements)
    self.count = count
    blocks = nil
    var span = MutableSpan(_unsafeStart: elements, count: count)
    try fill(&span)
  }

  /// - Parameters:
  ///   - elements: usually an array without other references, so that nothing is copied.
  ///   - padding: the number of elements that follow.
  ///   - value: the value of these.
  package init(_ elements: consuming [Element] = [], padding: Int = 0, of value: Element = 0) {
    if padding > 0 { elements.append(contentsOf: repeatElement(value, count: padding)) }
    guard let memory = ArrayMemory(elements.fitted()) else {
      self.init(zeros: 0) { _ in }
      return
    }
    self.init(memory, memory.start, count: memory.elements.count, blocks: nil)
  }

  /// Creates a column of stored elements in memory that is checked when it is read.
  /// - Parameters:
  ///   - offset: where they begin, a multiple of the size of an element.
  ///   - isChecked: whether all of them have been checked.
  package init(in memory: BlockMemory, at offset: Int, count: Int, isChecked: Bool = false) {
    let stride = MemoryLayout<Element>.stride
    precondition(
      offset >= 0 && offset % stride == 0 && count >= 0 && count <= (memory.byteCount - offset) / stride,
      "a column beyond its memory")
    guard count > 0, let address = memory.address(offset) else {
      self.init(zeros: 0) { _ in }
      return
    }
    let start = address.bindMemory(to: Element.self, capacity: count)
    self.init(memory, start, count: count, blocks: isChecked ? nil : UnsafePointer(memory.blocks))
  }

  private init(
    _ memory: ColumnMemory, _ start: UnsafePointer<Element>, count: Int, blocks: UnsafePointer<readable_blocks>?
  ) {
    self.memory = memory
    self.start = start
    self.count = count
    self.blocks = blocks
  }

  /// Makes a range fit to be read.
  /// - Precondition: it is within the bounds.
  @inline(__always)
  private func check(_ range: Range<Int>) {
    if blocks != nil { checkBlocks(range) }
  }

  /// Not inlined: most columns have no blocks, and where there are some, a call costs less than longer code everywhere.
  @inline(never)
  private func checkBlocks(_ range: Range<Int>) {
    guard let blocks, !range.isEmpty else { return }
    let stride = MemoryLayout<Element>.stride
    let first = UnsafeRawPointer(start).advanced(by: range.lowerBound &* stride)
    if !kernel_are_readable(blocks, first, range.count &* stride) {
      memory.check(first, byteCount: range.count &* stride)
    }
  }

  /// All elements: for small columns, and those that are read as a whole.
  @inline(__always)
  package var span: Span<Element> {
    @_lifetime(borrow self)
    get {
      check(0..<count)
      return _overrideLifetime(Span(_unsafeStart: start, count: count), borrowing: self)
    }
  }

  /// The elements of a range.
  @inline(__always)
  @_lifetime(borrow self)
  package func span(_ range: Range<Int>) -> Span<Element> {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "elements beyond the end")
    check(range)
    return _overrideLifetime(Span(_unsafeStart: start + range.lowerBound, count: range.count), borrowing: self)
  }

  /// All elements, of which only those of a range may be read.
  @inline(__always)
  @_lifetime(borrow self)
  package func span(toRead range: Range<Int>) -> Span<Element> {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "elements beyond the end")
    check(range)
    return _overrideLifetime(Span(_unsafeStart: start, count: count), borrowing: self)
  }

  /// Prefetches an element that is read soon, so that the cache misses of several elements overlap. An index out of bounds is
  /// allowed: a prefetch has no visible effect and never faults.
  @inline(__always)
  func prefetch(_ index: Int) {
    kernel_prefetch(UnsafeRawPointer(start).advanced(by: index &* MemoryLayout<Element>.stride))
  }

  /// Calls `body` with where all elements are, for kernels, which may use those of a range only.
  @inline(__always)
  func withUnsafeBufferPointer<Result>(
    toRead range: Range<Int>, _ body: (UnsafeBufferPointer<Element>) -> Result
  ) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "elements beyond the end")
    check(range)
    return body(UnsafeBufferPointer(start: start, count: count))
  }
}

extension Column: RandomAccessCollection {
  @inline(__always)
  package var startIndex: Int { 0 }
  @inline(__always)
  package var endIndex: Int { count }

  @inline(__always)
  package subscript(index: Int) -> Element {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "an element beyond the end")
    check(index..<index &+ 1)
    return start[index]
  }
}

/// The array of a column. It is immutable: its elements stay in place.
private final class ArrayMemory<Element: BitwiseCopyable & Sendable>: ColumnMemory, @unchecked Sendable {
  let elements: [Element]
  let start: UnsafePointer<Element>

  /// - Returns: `nil` if there are none.
  init?(_ elements: [Element]) {
    // A key path of a generic type would be made anew for each column.
    guard let start = elements.withUnsafeBufferPointer({ $0.baseAddress }), !elements.isEmpty else { return nil }
    self.elements = elements
    self.start = start
    super.init()
  }
}
