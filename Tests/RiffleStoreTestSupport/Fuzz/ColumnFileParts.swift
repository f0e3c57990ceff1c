internal import Foundation
internal import RiffleStore

/// An index file as the article Index files has it, taken apart and put together again with another description, whose
/// checksum is then right.
struct ColumnFileParts {
  private let blocks: [UInt8]
  /// JSON.
  var description: [UInt8]
  private let checksums: [UInt8]
  private let tail: [UInt8]

  private static let tailSize = 64

  /// - Parameter file: one that is sound.
  init(_ file: [UInt8]) {
    let tail = Array(file.suffix(ColumnFileParts.tailSize))
    func number(_ offset: Int) -> Int { tail[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | Int($1) } }
    let (start, length) = (number(0), number(8))
    self.tail = tail
    blocks = Array(file[..<start])
    description = Array(file[start..<start + length])
    checksums = Array(file[(start + (length + 7) / 8 * 8)..<file.count - ColumnFileParts.tailSize])
  }

  var file: [UInt8] {
    var end = description + [UInt8](repeating: 0, count: (8 - description.count % 8) % 8) + checksums
    end += tail[..<8] + ColumnFileParts.bytes(UInt64(description.count)) + tail[16..<48]
    return blocks + end + ColumnFileParts.bytes(Checksum.of(end)) + tail[56...]
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  // MARK: - Columns

  private struct Description: Codable {
    struct Column: Codable {
      var name: String
      var offset, byteCount, elementSize, count: Int
      var checksum: UInt64
    }
    struct Text: Codable {
      var icu, unicode: Int
      var options: String
    }
    struct Manifest: Codable {
      struct List: Codable { var id, definition: String }
      var list: List
      var sequence: Int64
      var segments: [String]
    }
    var text: Text
    var columns: [Column]
    var manifest: Manifest?
  }

  /// Changes what is said of a column.
  /// - Parameter change: is given its offset, its bytes, the size of an element, and its count.
  mutating func changeColumn(_ number: Int, _ change: (inout [Int]) -> Void) {
    guard var parts = try? JSONDecoder().decode(Description.self, from: Data(description)), !parts.columns.isEmpty
    else { return }
    let number = number % parts.columns.count
    let column = parts.columns[number]
    var numbers = [column.offset, column.byteCount, column.elementSize, column.count]
    change(&numbers)
    (parts.columns[number].offset, parts.columns[number].byteCount) = (numbers[0], numbers[1])
    (parts.columns[number].elementSize, parts.columns[number].count) = (numbers[2], numbers[3])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    if let new = try? encoder.encode(parts) { description = Array(new) }
  }
}
