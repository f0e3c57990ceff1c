/// Columns that somebody has written, found by their names.
package struct ColumnSource: Sendable {
  /// Where a column lies.
  package struct Extent: Sendable, Hashable {
    /// In bytes from the start of the memory; a multiple of the size of an element.
    package let offset: Int
    package let byteCount: Int
    /// In bytes.
    package let elementSize: Int
    /// As ``StoredColumn/count``.
    package let count: Int

    package init(offset: Int, byteCount: Int, elementSize: Int, count: Int) {
      (self.offset, self.byteCount, self.elementSize, self.count) = (offset, byteCount, elementSize, count)
    }
  }

  let memory: BlockMemory
  private let extents: [String: Extent]
  /// The names of the parts at hand.
  private var path: [String] = []
  /// Whether columns are checked as they are read, and not before.
  private var checksWhenRead = false

  /// - Parameter extents: by name, as ``ColumnList`` gives them.
  package init(_ memory: BlockMemory, _ extents: [String: Extent]) {
    self.memory = memory
    self.extents = extents
  }

  private func fullName(_ name: String) -> String { (path + [name]).joined(separator: ".") }

  /// The same columns, to be checked block by block when somebody reads them: for those that are long, of which a search
  /// reads little, and whose zeros do no harm.
  var whenRead: ColumnSource {
    var source = self
    source.checksWhenRead = true
    return source
  }

  /// The columns of a part, whose names begin with its own.
  func inside(_ name: String) -> ColumnSource {
    var source = self
    source.path.append(name)
    return source
  }

  func part<Part: StoredPart>(_ name: String) throws(SegmentError) -> Part { try Part(inside(name)) }

  /// - Parameter count: how many elements it must have, if that is known.
  func column<Element>(_ name: String, count: Int? = nil) throws(SegmentError) -> Column<Element> {
    let extent = try extent(name, of: Element.self)
    let elementCount = extent.byteCount / MemoryLayout<Element>.stride
    try check(extent.count == elementCount && elementCount == count ?? elementCount, name)
    return try column(name, extent, elementCount)
  }

  /// A column whose elements are not what it stands for.
  func packed<Element>(_ name: String) throws(SegmentError) -> (column: Column<Element>, count: Int) {
    let extent = try extent(name, of: Element.self)
    return (try column(name, extent, extent.byteCount / MemoryLayout<Element>.stride), extent.count)
  }

  /// - Parameter most: a greater number is wrong.
  func number(_ name: String, most: Int = .max) throws(SegmentError) -> Int {
    let extent = try extent(name, of: UInt8.self)
    try check(extent.byteCount == 0 && extent.count <= most, name)
    return extent.count
  }

  /// Bits, copied; `nil` if there are none of that name.
  func bits(_ name: String, count: Int) throws(SegmentError) -> BitColumn? {
    guard extents[fullName(name)] != nil else { return nil }
    let (words, bitCount): (Column<UInt64>, Int) = try packed(name)
    guard bitCount == count, let bits = BitColumn(count: bitCount, words: Array(words)) else {
      throw .wrongColumn(fullName(name))
    }
    return bits
  }

  /// A required column of bits, copied.
  func requiredBits(_ name: String, count: Int) throws(SegmentError) -> BitColumn {
    guard let bits = try bits(name, count: count) else { throw .missingColumn(fullName(name)) }
    return bits
  }

  /// Whether there is a column of that name.
  func has(_ name: String) -> Bool { extents[fullName(name)] != nil }

  /// - Throws: ``SegmentError/wrongColumn(_:)`` for the column of that name if it is not what it has to be.
  func check(_ isRight: Bool, _ name: String) throws(SegmentError) {
    if !isRight { throw .wrongColumn(fullName(name)) }
  }

  private func column<Element>(_ name: String, _ extent: Extent, _ count: Int) throws(SegmentError) -> Column<Element> {
    if !checksWhenRead, !memory.isSound(at: extent.offset, byteCount: extent.byteCount) {
      throw .damagedColumn(fullName(name))
    }
    return Column(in: memory, at: extent.offset, count: count, isChecked: !checksWhenRead)
  }

  private func extent<Element: FixedWidthInteger>(
    _ name: String, of type: Element.Type
  ) throws(SegmentError) -> Extent {
    guard let extent = extents[fullName(name)] else { throw .missingColumn(fullName(name)) }
    let stride = MemoryLayout<Element>.stride
    // In this order, so that no sum overflows.
    let isWithin =
      extent.elementSize == stride && extent.offset >= 0 && extent.offset % stride == 0 && extent.count >= 0
      && extent.byteCount >= 0 && extent.byteCount % stride == 0 && extent.offset <= memory.byteCount
      && extent.byteCount <= memory.byteCount - extent.offset
    guard isWithin else { throw .wrongColumn(fullName(name)) }
    return extent
  }
}

/// Why columns are no segment.
package enum SegmentError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no column of that name.
  case missingColumn(String)
  /// The column has other elements, or another number of them, than it must have beside the others.
  case wrongColumn(String)
  /// Not all of the column is what was written.
  case damagedColumn(String)

  package var description: String {
    switch self {
    case .missingColumn(let name): "the column “\(name)” is missing"
    case .wrongColumn(let name): "the column “\(name)” does not belong to the others"
    case .damagedColumn(let name): "the column “\(name)” is damaged"
    }
  }
}
