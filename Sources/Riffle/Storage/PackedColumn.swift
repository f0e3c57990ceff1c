/// Integers in blocks, those of each in as many bytes as the greatest distance from the least of them needs.
///
/// Numbers that ascend, or that lie close together for long, take one or two bytes each and any of them is still read at
/// once (frame of reference; Goldstein, Ramakrishnan and Shaft, ICDE 1998).
struct PackedColumn<Element: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  /// Low byte first, and ``padding`` bytes more.
  private let bytes: [UInt8]
  /// The least of each block.
  private let bases: [Element]
  /// Where each block begins, in units of ``blockLength`` bytes, and where the last one ends: so the difference of two
  /// is the width of an element.
  private let starts: [UInt32]
  let count: Int

  /// A load reads eight bytes.
  private static var padding: Int { 8 }
  private static var shift: Int { 7 }
  private static var blockLength: Int { 1 << shift }

  init() { self.init([]) }

  init(_ elements: [Element]) {
    count = elements.count
    let blockCount = (elements.count + PackedColumn.blockLength - 1) >> PackedColumn.shift
    var bases: [Element] = []
    var starts: [UInt32] = [0]
    bases.reserveCapacity(blockCount)
    starts.reserveCapacity(blockCount + 1)
    var end: UInt32 = 0
    for block in 0..<blockCount {
      let range = PackedColumn.range(ofBlock: block, of: elements.count)
      var (least, greatest) = (Element.max, Element.min)
      for index in range {
        least = min(least, elements[index])
        greatest = max(greatest, elements[index])
      }
      bases.append(least)
      end += UInt32(truncatingIfNeeded: PackedColumn.width(of: greatest - least))
      starts.append(end)
    }
    let size = elements.isEmpty ? 0 : Int(end) << PackedColumn.shift + PackedColumn.padding
    bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
      var next = 0
      for block in 0..<blockCount {
        let width = Int(starts[block + 1] - starts[block])
        next = Int(starts[block]) << PackedColumn.shift
        for index in PackedColumn.range(ofBlock: block, of: elements.count) {
          var rest = UInt64(truncatingIfNeeded: elements[index] - bases[block])
          for _ in 0..<width {
            buffer[next] = UInt8(truncatingIfNeeded: rest)
            rest >>= 8
            next += 1
          }
        }
      }
      while next < size {
        buffer[next] = 0
        next += 1
      }
      initialized = size
    }
    self.bases = bases
    self.starts = starts
  }

  private static func range(ofBlock block: Int, of count: Int) -> Range<Int> {
    block << shift..<min(count, (block + 1) << shift)
  }

  private static func width(of distance: Element) -> Int {
    max(1, (Element.bitWidth - distance.leadingZeroBitCount + 7) / 8)
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
    let start = starts[number]
    let width = Int(truncatingIfNeeded: starts[number &+ 1] &- start)
    return Block(
      start: Int(start) << PackedColumn.shift, width: width, mask: .max >> UInt64(truncatingIfNeeded: 64 &- width &* 8),
      base: bases[number])
  }

  @inline(__always)
  private func element(_ index: Int, _ block: Block, _ bytes: RawSpan) -> Element {
    let place = block.start &+ (index & (PackedColumn.blockLength &- 1)) &* block.width
    return Element(truncatingIfNeeded: littleEndianEightBytes(at: place, of: bytes) & block.mask) &+ block.base
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    element(index, block(index >> PackedColumn.shift), bytes.span.bytes)
  }

  /// Calls `body` with the elements of a range and their indices.
  @inline(__always)
  func forEach(in range: Range<Int>, _ body: (_ index: Int, _ element: Element) -> Void) {
    let bytes = bytes
    let span = bytes.span.bytes
    var index = range.lowerBound
    while index < range.upperBound {
      let block = block(index >> PackedColumn.shift)
      let end = min(range.upperBound, (index | (PackedColumn.blockLength - 1)) + 1)
      while index < end {
        body(index, element(index, block, span))
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

  /// Asks for an element that will be read soon.
  @inline(__always)
  func prefetch(_ index: Int) {
    let block = block(index >> PackedColumn.shift)
    bytes.prefetch(block.start &+ (index & (PackedColumn.blockLength &- 1)) &* block.width)
  }

  /// The first index whose element and all after it are in the second part, if the elements of `range` are in two.
  func partitioningIndex(in range: Range<Int>, where isInSecondPart: (Element) -> Bool) -> Int {
    var range = range
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if isInSecondPart(self[middle]) {
        range = range.lowerBound..<middle
      } else {
        range = middle + 1..<range.upperBound
      }
    }
    return range.lowerBound
  }
}

extension PackedColumn where Element == UInt32 {
  /// Sets the bits of the rows in a range.
  @inline(__always)
  func insert(_ range: Range<Int>, into column: inout BitColumn) {
    forEach(in: range) { column.insert(Int($1)) }
  }
}
