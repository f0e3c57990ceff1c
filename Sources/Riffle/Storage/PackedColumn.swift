internal import CKernels

// Unsafe memory: a kernel compares `count` numbers of `width` bytes, and reads at most eight bytes from the beginning of the last
// one. `read` covers all of these, and is checked against the column.

/// Integers in blocks, those of each in as many bytes as the greatest distance from the least of them needs.
///
/// Numbers that ascend, or that lie close together for long, take one or two bytes each and any of them is still read at
/// once (frame of reference; Goldstein, Ramakrishnan and Shaft, ICDE 1998).
struct PackedColumn<Element: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  /// The heads of the blocks, their elements, and ``padding``. A head is the least of the block in eight bytes and, in
  /// eight more, how wide an element is (the highest byte) and where the first one is; all have the low byte first. In one
  /// column, because to copy it is then to count one reference.
  private let bytes: Column<UInt8>
  let count: Int

  /// A load reads eight bytes.
  private static var padding: Int { 8 }
  private static var headSize: Int { 16 }
  private static var shift: Int { 7 }
  private static var blockLength: Int { 1 << shift }

  init() { self.init([]) }

  init(_ elements: [Element]) {
    count = elements.count
    let blockCount = PackedColumn.blockCount(elements.count)
    var heads: [(base: Element, width: Int)] = []
    heads.reserveCapacity(blockCount)
    var size = blockCount * PackedColumn.headSize
    for block in 0..<blockCount {
      let range = PackedColumn.range(ofBlock: block, of: elements.count)
      var (least, greatest) = (Element.max, Element.min)
      for index in range {
        least = min(least, elements[index])
        greatest = max(greatest, elements[index])
      }
      let distance = greatest - least
      let width = max(1, (Element.bitWidth - distance.leadingZeroBitCount + 7) / 8)
      heads.append((least, width))
      size += range.count * width
    }
    guard size > 0 else {
      bytes = Column()
      return
    }
    size += PackedColumn.padding
    bytes = Column(zeros: size) { output in
      var target = output.mutableBytes
      var next = 0
      // Eight bytes are written, for which the padding leaves room; the next number covers those that are too many.
      func append(_ number: UInt64, width: Int, to target: inout MutableRawSpan) {
        target.storeBytes(of: number.littleEndian, toByteOffset: next, as: UInt64.self)
        next += width
      }
      var place = blockCount * PackedColumn.headSize
      for (block, head) in heads.enumerated() {
        append(UInt64(truncatingIfNeeded: head.base), width: 8, to: &target)
        append(UInt64(truncatingIfNeeded: place) | UInt64(truncatingIfNeeded: head.width) << 56, width: 8, to: &target)
        place += PackedColumn.range(ofBlock: block, of: elements.count).count * head.width
      }
      for (block, head) in heads.enumerated() {
        for index in PackedColumn.range(ofBlock: block, of: elements.count) {
          append(UInt64(truncatingIfNeeded: elements[index] - head.base), width: head.width, to: &target)
        }
      }
      append(0, width: PackedColumn.padding, to: &target)
    }
  }

  private static func blockCount(_ count: Int) -> Int { (count + blockLength - 1) >> shift }

  private static func range(ofBlock block: Int, of count: Int) -> Range<Int> {
    block << shift..<min(count, (block + 1) << shift)
  }

  var indices: Range<Int> { 0..<count }

  /// What it takes to read the elements of a block.
  private struct Block {
    let start: Int
    let width: Int
    let mask: UInt64
    let base: Element
  }

  @inline(__always)
  private func block(_ number: Int) -> Block {
    let head = number &* PackedColumn.headSize
    let bytes = bytes.span(toRead: head..<head &+ PackedColumn.headSize).bytes
    let base = littleEndianEightBytes(at: head, of: bytes)
    let place = littleEndianEightBytes(at: head &+ 8, of: bytes)
    let width = Int(truncatingIfNeeded: place >> 56)
    return Block(
      start: Int(truncatingIfNeeded: place & (1 << 56 &- 1)), width: width,
      mask: .max >> UInt64(truncatingIfNeeded: 64 &- width &* 8), base: Element(truncatingIfNeeded: base))
  }

  /// Where an element is, which a load of eight bytes reads.
  @inline(__always)
  private func place(_ index: Int, _ block: Block) -> Int {
    block.start &+ (index & (PackedColumn.blockLength &- 1)) &* block.width
  }

  @inline(__always)
  private func element(at place: Int, _ block: Block, _ bytes: RawSpan) -> Element {
    Element(truncatingIfNeeded: littleEndianEightBytes(at: place, of: bytes) & block.mask) &+ block.base
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "a number beyond the end")
    let block = block(index >> PackedColumn.shift)
    let place = place(index, block)
    return element(at: place, block, bytes.span(toRead: place..<place &+ block.width).bytes)
  }

  /// Calls `body` with the elements of a range and their indices.
  @inline(__always)
  func forEach(in range: Range<Int>, _ body: (_ index: Int, _ element: Element) -> Void) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "numbers beyond the end")
    let bytes = bytes
    var index = range.lowerBound
    while index < range.upperBound {
      let block = block(index >> PackedColumn.shift)
      let end = min(range.upperBound, (index | (PackedColumn.blockLength - 1)) + 1)
      var place = place(index, block)
      let span = bytes.span(toRead: place..<place &+ (end &- index) &* block.width).bytes
      while index < end {
        body(index, element(at: place, block, span))
        place &+= block.width
        index &+= 1
      }
    }
  }

  /// The elements of a range, unpacked.
  subscript(range: Range<Int>) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(range.count)
    forEach(in: range) { elements.append($1) }
    return elements
  }

  /// Calls `body` with the elements whose bits are set, and with their indices, ascending.
  /// - Parameter bits: one bit for each element.
  @inline(__always)
  func forEach(of bits: borrowing BitColumn, _ body: (_ index: Int, _ element: Element) -> Void) {
    let (bytes, words) = (bytes, bits.words.span)
    for number in 0..<PackedColumn.blockCount(min(count, bits.count)) {
      let first = number << PackedColumn.shift
      let left = words[first >> 6]
      let right = first >> 6 &+ 1 < words.count ? words[first >> 6 &+ 1] : 0
      if left | right == 0 { continue }
      let block = block(number)
      let end = min(count, first &+ PackedColumn.blockLength)
      let span = bytes.span(toRead: block.start..<block.start &+ (end &- first) &* block.width).bytes
      if left & right == .max {
        var place = block.start
        for index in first..<end {
          body(index, element(at: place, block, span))
          place &+= block.width
        }
        continue
      }
      for (start, word) in [(first, left), (first + 64, right)] {
        var rest = word
        while rest != 0 {
          let index = start &+ rest.trailingZeroBitCount
          rest &= rest &- 1
          guard index < end else { break }
          body(index, element(at: place(index, block), block, span))
        }
      }
    }
  }

  /// Sets the bits of the indices whose elements lie within bounds.
  /// - Parameter column: one bit for each element.
  /// - Complexity: O(*n*). Blocks whose bounds decide for all elements take one step.
  func insertIndices(of bounds: ClosedRange<Element>, into column: inout BitColumn) {
    let (low, high) = (UInt64(bounds.lowerBound), UInt64(bounds.upperBound))
    column.update { words in
      for number in 0..<PackedColumn.blockCount(count) {
        let block = block(number)
        let base = UInt64(block.base)
        if high < base { continue }
        let (least, most) = (max(low, base) - base, min(high - base, block.mask))
        if least > block.mask { continue }
        let range = PackedColumn.range(ofBlock: number, of: count)
        for first in stride(from: range.lowerBound, to: range.upperBound, by: 64) {
          let length = min(64, range.upperBound - first)
          if least == 0, most == block.mask {
            words[first >> 6] |= .max >> UInt64(64 - length)
          } else {
            words[first >> 6] |= mask(of: least...most, at: place(first, block), width: block.width, count: length)
          }
        }
      }
    }
  }

  /// One bit for each of `count` distances from a place on, set if the distance lies within bounds.
  private func mask(of bounds: ClosedRange<UInt64>, at place: Int, width: Int, count: Int) -> UInt64 {
    // The width of a block that zeros have taken the place of is 0.
    guard 1...8 ~= width else { return 0 }
    let read = place..<place + (count - 1) * width + 8
    return bytes.withUnsafeBufferPointer(toRead: read) { bytes in
      bytes.baseAddress.map {
        kernel_range_mask($0 + place, width, count, bounds.lowerBound, bounds.upperBound - bounds.lowerBound)
      } ?? 0
    }
  }

  /// Asks for an element that will be read soon.
  @inline(__always)
  func prefetch(_ index: Int) {
    bytes.prefetch(place(index, block(index >> PackedColumn.shift)))
  }

  /// The first index whose element and all after it are in the second part, if the elements of `range` are in two.
  func partitioningIndex(in range: Range<Int>, where isInSecondPart: (Element) -> Bool) -> Int {
    range.partitioningIndex { isInSecondPart(self[$0]) }
  }
}

extension PackedColumn where Element == UInt32 {
  /// Sets the bits of the rows in a range.
  @inline(__always)
  func insert(_ range: Range<Int>, into column: inout BitColumn) {
    column.update { words in
      forEach(in: range) { words[Int($1 >> 6)] |= 1 << UInt64($1 & 63) }
    }
  }
}

extension PackedColumn: StoredPart {
  func list(in columns: inout ColumnList) { columns.add("bytes", bytes, standingFor: count) }

  init(_ columns: ColumnSource) throws(SegmentError) {
    (bytes, count) = try columns.packed("bytes")
    // An element has a byte at least.
    let (fewest, isTooMany) = count.addingReportingOverflow(
      PackedColumn.blockCount(min(count, bytes.count)) * PackedColumn.headSize + PackedColumn.padding)
    try columns.check(count == 0 ? bytes.isEmpty : !isTooMany && bytes.count >= fewest, "bytes")
  }
}
