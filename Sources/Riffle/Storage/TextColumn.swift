/// The texts of one field of many items, one after another.
package final class TextColumn: Sendable {
  let bytes: Column<UInt8>
  /// Where each text begins, and the last one ends; empty in a column without rows.
  private let places: OffsetColumn

  package convenience init(_ list: TextList = TextList()) { self.init(bytes: Column(list.bytes), places: list.places) }

  /// - Parameter places: where each text begins, and the last one ends.
  convenience init(bytes: Column<UInt8>, places: OffsetList) { self.init(bytes: bytes, OffsetColumn(places)) }

  private init(bytes: Column<UInt8>, _ places: OffsetColumn) {
    self.bytes = bytes
    self.places = places
  }

  package var count: Int { max(0, places.count - 1) }

  /// The range of a row's text; empty in a column without rows. Always within the bytes, even if the offsets are wrong, as
  /// those of a file may be; see ``BlockMemory``.
  @inline(__always)
  func range(_ row: Int) -> Range<Int> {
    places.count == 0 ? 0..<0 : places.range(row).clamped(to: 0..<bytes.count)
  }

  /// The part of a row's text that is indexed.
  @inline(__always)
  func indexedRange(_ row: Int) -> Range<Int> {
    let whole = range(row)
    if whole.count <= ItemText.indexedFieldLength { return whole }
    let bytes = bytes
    return whole.lowerBound..<whole.lowerBound + ItemText.indexedLength(of: bytes.span(whole))
  }

  /// The text of a row, as String.
  package func string(_ row: Int) -> String {
    let range = range(row)
    return bytes.withUnsafeBufferPointer(toRead: range) {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }
}

/// The texts of a ``TextColumn`` while they are collected.
package struct TextList: Sendable {
  private(set) var bytes: [UInt8] = []
  fileprivate var places = OffsetList()

  package init() {}

  package var count: Int { max(0, places.count - 1) }

  func range(_ row: Int) -> Range<Int> { places.count == 0 ? 0..<0 : places.range(row) }

  /// Adds a row. The caller sees to it that the column stays under 4 GiB.
  mutating func append(_ text: Span<UInt8>) {
    if places.count == 0 { places.append(0) }
    bytes.append(copying: text)
    places.append(UInt32(truncatingIfNeeded: bytes.count))
  }

  /// Adds rows without text.
  mutating func appendEmpty(_ rows: Int) {
    if places.count == 0 { places.append(0) }
    for _ in 0..<rows { places.append(UInt32(truncatingIfNeeded: bytes.count)) }
  }

  /// Whether a text of `length` bytes still fits.
  func hasRoom(for length: Int) -> Bool { bytes.count + length <= Int(UInt32.max) }

  mutating func reserveCapacity(rows: Int) { places.reserveCapacity(rows + 1) }

  mutating func reserveCapacity(bytes count: Int) { bytes.reserveCapacity(count) }
}

extension TextColumn: StoredPart {
  package convenience init(_ columns: ColumnSource) throws(SegmentError) {
    self.init(bytes: try columns.whenRead.column("bytes"), try columns.whenRead.part("places"))
  }

  func list(in columns: inout ColumnList) {
    columns.add("bytes", bytes)
    columns.add("places", places)
  }
}
