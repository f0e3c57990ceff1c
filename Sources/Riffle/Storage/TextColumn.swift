/// The texts of one field of many items, one after another.
package struct TextColumn: Sendable {
  private(set) var bytes: [UInt8] = []
  private var ends: [UInt32] = []

  package init() {}

  package var count: Int { ends.count }

  /// Where a row's text lies; empty in a column without rows.
  func range(_ row: Int) -> Range<Int> {
    ends.isEmpty ? 0..<0 : (row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row])
  }

  /// The part of a row's text that is indexed.
  func indexedRange(_ row: Int) -> Range<Int> {
    let whole = range(row)
    return whole.lowerBound..<whole.lowerBound + ItemText.indexedLength(of: bytes.span.extracting(whole))
  }

  /// The text of a row, as String.
  package func string(_ row: Int) -> String {
    String(decoding: bytes[range(row)], as: UTF8.self)
  }

  /// Adds a row. The caller sees to it that the column stays under 4 GiB.
  mutating func append(_ text: Span<UInt8>) {
    bytes.append(copying: text)
    ends.append(UInt32(truncatingIfNeeded: bytes.count))
  }

  /// Whether a text of `length` bytes still fits.
  func hasRoom(for length: Int) -> Bool { bytes.count + length <= Int(UInt32.max) }

  mutating func reserveCapacity(rows: Int) { ends.reserveCapacity(rows) }
}

extension [UInt8] {
  mutating func append(copying span: Span<UInt8>) {
    span.withUnsafeBufferPointer { append(contentsOf: $0) }
  }
}
