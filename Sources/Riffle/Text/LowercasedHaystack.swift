/// Title and search text as ProMotion's table screen searches them: lower-cased and nothing else, one
/// text, a newline between the two. Composed and decomposed letters are the same.
package struct LowercasedHaystack: Sendable {
  private var bytes: [UInt8] = []
  /// For each byte, where the scalar of the original begins that it comes from, or the first of those that it is composed of,
  /// in UTF-8, the search text counted on from the title and the newline.
  private var origins: [UInt32] = []
  private var titleLength = 0
  private var length = 0

  /// What stands between title and search text.
  static let separator = UInt8(ascii: "\n")

  package init() {}

  /// Reads the texts of another item.
  package mutating func read(title: Span<UInt8>, searchText: Span<UInt8>) {
    titleLength = title.count
    length = title.count + 1 + searchText.count
    bytes.removeAll(keepingCapacity: true)
    origins.removeAll(keepingCapacity: true)
    appendComposed(title, at: 0)
    append(LowercasedHaystack.separator, from: titleLength)
    appendComposed(searchText, at: titleLength + 1)
  }

  private mutating func appendComposed(_ text: Span<UInt8>, at start: Int) {
    guard Composition.composed(text) != nil else {
      return LowercasedHaystack.lowercase(text, LowercasedHaystack.mayChange) { append($0, from: start + $1) }
    }
    Composition.forEachPart(of: text) { part, composed in
      for byte in LowercasedHaystack.lowercased(composed.span) { append(byte, from: start + part.lowerBound) }
    }
  }

  private mutating func append(_ byte: UInt8, from origin: Int) {
    bytes.append(byte)
    origins.append(UInt32(truncatingIfNeeded: origin))
  }

  private static func mayChange(_ scalar: UInt32) -> Bool {
    scalar >= LowercasedHaystack.known || changing[Int(scalar)]
  }

  private static let known: UInt32 = 1 << 16

  /// The scalars that lower-casing changes; a Unicode look-up for each takes too long.
  private static let changing = (0..<known).map { value in
    guard let scalar = Unicode.Scalar(value) else { return false }
    return !scalar.properties.lowercaseMapping.unicodeScalars.elementsEqual(CollectionOfOne(scalar))
  }

  /// Calls `body` with each byte of the lower-cased text, and with where the scalar begins that it comes from.
  /// - Parameters:
  ///   - text: valid UTF-8.
  ///   - mayChange: whether lower-casing may change a scalar.
  @inline(__always)
  private static func lowercase(
    _ text: Span<UInt8>, _ mayChange: (UInt32) -> Bool, _ body: (_ byte: UInt8, _ origin: Int) -> Void
  ) {
    var offset = 0
    while offset < text.count {
      let (value, length) = decodeScalar(text, at: offset)
      if value < 0x80 {
        body(text[offset] &- 0x41 < 26 ? text[offset] | 0x20 : text[offset], offset)
      } else if mayChange(value), let scalar = Unicode.Scalar(value) {
        for byte in scalar.properties.lowercaseMapping.utf8 { body(byte, offset) }
      } else {
        for index in offset..<offset + length { body(text[index], offset) }
      }
      offset += length
    }
  }

  /// - Parameter text: valid UTF-8.
  static func lowercased(_ text: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    // For a few texts the table of all scalars is not worth making.
    lowercase(text, { Unicode.Scalar($0)?.properties.changesWhenLowercased == true }, { byte, _ in bytes.append(byte) })
    return bytes
  }

  package static func lowercased(_ text: String) -> [UInt8] {
    lowercased(Composition.composed(Array(text.utf8)).span)
  }

  /// Where `needle` stands, as UTF-8 ranges of the title and of the search text.
  package func ranges(of needle: [UInt8]) -> (title: Range<Int>, searchText: Range<Int>)? {
    guard let start = bytes.span.firstOffset(of: needle) else { return nil }
    let last = origins[start + needle.count - 1]
    var next = start + needle.count
    while next < origins.count, origins[next] == last { next += 1 }
    let range = Int(origins[start])..<(next < origins.count ? Int(origins[next]) : length)
    let searchStart = titleLength + 1
    let rest = range.clamped(to: searchStart..<max(searchStart, range.upperBound))
    return (
      range.clamped(to: 0..<titleLength), rest.lowerBound - searchStart..<rest.upperBound - searchStart
    )
  }
}
