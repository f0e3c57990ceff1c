/// The texts of one field of many items, one after another.
package struct TextColumn: Sendable {
  private(set) var bytes: [UInt8] = []
  /// Where each text begins, and the last one ends; empty in a column without rows.
  private var places = OffsetColumn()

  package init() {}

  /// - Parameter places: where each text begins, and the last one ends.
  init(bytes: [UInt8], places: OffsetColumn) {
    self.bytes = bytes
    self.places = places
  }

  package var count: Int { max(0, places.count - 1) }

  /// Where a row's text lies; empty in a column without rows.
  @inline(__always)
  func range(_ row: Int) -> Range<Int> { places.count == 0 ? 0..<0 : places.range(row) }

  /// The part of a row's text that is indexed.
  @inline(__always)
  func indexedRange(_ row: Int) -> Range<Int> {
    let whole = range(row)
    if whole.count <= ItemText.indexedFieldLength { return whole }
    return whole.lowerBound..<whole.lowerBound + ItemText.indexedLength(of: bytes.span.extracting(whole))
  }

  /// The text of a row, as String.
  package func string(_ row: Int) -> String {
    String(decoding: bytes[range(row)], as: UTF8.self)
  }

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

  /// Gives up the room for more rows.
  mutating func fit() {
    bytes = take(&bytes).fitted()
    places.fit()
  }
}
