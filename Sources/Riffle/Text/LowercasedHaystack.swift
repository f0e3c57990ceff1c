/// Title and search text as ProMotion's table screen searches them: lower-cased and nothing else, one
/// text, a newline between the two.
package struct LowercasedHaystack: Sendable {
  private var bytes: [UInt8] = []
  /// For each byte, which scalar of the original it comes from: its UTF-8 range, the search text
  /// counted on from the title and the newline.
  private var origins: [Range<Int>] = []
  private let titleLength: Int

  package init(title: Span<UInt8>, searchText: Span<UInt8>) {
    titleLength = title.count
    append(title, at: 0)
    bytes.append(UInt8(ascii: "\n"))
    origins.append(titleLength..<titleLength + 1)
    append(searchText, at: titleLength + 1)
  }

  private mutating func append(_ text: Span<UInt8>, at start: Int) {
    var offset = start
    for scalar in text.withUnsafeBufferPointer({ String(decoding: $0, as: UTF8.self) }).unicodeScalars {
      let length = UTF8.width(scalar)
      let lowered = LowercasedHaystack.lowercased(scalar)
      bytes += lowered
      origins += repeatElement(offset..<offset + length, count: lowered.count)
      offset += length
    }
  }

  package static func lowercased(_ text: String) -> [UInt8] { text.unicodeScalars.flatMap(lowercased) }

  private static func lowercased(_ scalar: Unicode.Scalar) -> [UInt8] {
    guard scalar.isASCII else { return Array(scalar.properties.lowercaseMapping.utf8) }
    let byte = UInt8(truncatingIfNeeded: scalar.value)
    return [byte &- 0x41 < 26 ? byte | 0x20 : byte]
  }

  /// Where `needle` stands, as UTF-8 ranges of the title and of the search text.
  package func ranges(of needle: [UInt8]) -> (title: Range<Int>, searchText: Range<Int>)? {
    guard let start = bytes.span.firstOffset(of: needle) else { return nil }
    let range = origins[start].lowerBound..<origins[start + needle.count - 1].upperBound
    let searchStart = titleLength + 1
    let rest = range.clamped(to: searchStart..<max(searchStart, range.upperBound))
    return (
      range.clamped(to: 0..<titleLength), rest.lowerBound - searchStart..<rest.upperBound - searchStart
    )
  }
}
