import Foundation
package import Riffle

/// The format of index files, version 3; the article Index files of the catalogue is its specification.
enum ColumnFileFormat {
  /// The version of files that are written.
  static let version: UInt32 = 3
  /// A file of version 2 is a file of version 3 without fields.
  static let readableVersions: ClosedRange<UInt32> = 2...3
  static let head: [UInt8] = Array("RIFFLIDX".utf8)
  static let tail: [UInt8] = Array("XDILFFIR".utf8)
  /// The mark of the byte order, as a number of this machine.
  static let byteOrder: UInt32 = 0x0A0B_0C0D
  static let headSize = 64
  static let tailSize = 64
  /// Columns begin at multiples of it.
  static let alignment = 64
  /// The most bytes of a description that are read; descriptions have some kilobytes.
  static let longestDescription = 1 << 20
}

/// The identity of an index file, unique even among files of the same name.
package struct FileID: Sendable, Hashable, Codable {
  let high, low: UInt64

  /// Creates a new id.
  package init() {
    var random = SystemRandomNumberGenerator()
    (high, low) = (random.next(), random.next())
  }

  init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// - Parameter text: as ``description``.
  package init?(_ text: String) {
    guard text.utf8.count == 32, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    (self.high, self.low) = (high, low)
  }

  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let id = FileID(text) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "“\(text)” is no id of a file"))
    }
    self = id
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension FileID: CustomStringConvertible {
  /// 32 hexadecimal digits.
  package var description: String { [high, low].map(FileID.digits).joined() }

  private static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// The versions and options that decide how text is read. An index file with other ones does not contain the words that this
/// program searches for.
package struct TextVersions: Codable, Sendable, Hashable {
  /// The versions as major × 100 + minor.
  var icu: Int
  var unicode: Int
  /// The options for reading text, and the version of folding, which the first files do not name.
  var options: String

  package init(_ options: IndexOptions) {
    icu = LibraryVersions.icu
    unicode = LibraryVersions.unicode
    let folding = options.folding
    self.options =
      [
        ("case", folding.isCaseSensitive), ("accents", folding.keepsAccents), ("paths", options.titlesArePaths),
        ("romanized", options.romanizesTitles),
      ].filter(\.1).map(\.0).joined(separator: " ") + " \(folding.language) folding \(LibraryVersions.folding)"
  }

  /// - Throws: ``IndexFileError/otherText(path:what:found:expected:)``.
  func check(_ found: TextVersions, path: String) throws(IndexFileError) {
    for (what, found, own) in [
      ("ICU", "\(found.icu)", "\(icu)"), ("Unicode", "\(found.unicode)", "\(unicode)"),
      ("the options", found.options, options),
    ] where found != own { throw .otherText(path: path, what: what, found: found, expected: own) }
  }
}

/// The description in an index file.
struct ColumnFileDescription: Codable {
  struct Column: Codable {
    var name: String
    var offset, byteCount, elementSize, count: Int
    /// The ``Checksum`` of its bytes.
    var checksum: UInt64
  }

  var text: TextVersions
  var columns: [Column]
  /// The data of a manifest in addition to its columns; `nil` if the file is none.
  var manifest: IndexManifest?
}

extension ColumnFileFormat {
  /// Returns the checksum of a block, which depends on the file and the block's place in it.
  static func checksum(ofBlock block: Int, _ bytes: RawSpan, of id: FileID) -> UInt64 {
    Checksum.of(bytes, seed: id.low &+ UInt64(truncatingIfNeeded: block))
  }
}

/// Integers in sequence, each with its low byte first.
struct LittleEndianBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ more: [UInt8]) { bytes += more }

  mutating func pad(to count: Int) {
    if bytes.count < count { bytes += [UInt8](repeating: 0, count: count - bytes.count) }
  }
}

extension ArraySlice<UInt8> {
  /// Removes an integer from the first bytes and returns it; `nil` if there are too few.
  mutating func takeNumber<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
    let size = Number.bitWidth / 8
    guard count >= size else { return nil }
    var number: Number = 0
    for byte in prefix(size).reversed() { number = number << 8 | Number(truncatingIfNeeded: byte) }
    self = dropFirst(size)
    return number
  }
}
