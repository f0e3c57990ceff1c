import Foundation
import Riffle
import SystemPackage

/// The end of an index file, which describes the bytes before it.
struct ColumnFileEnd {
  let id: FileID
  /// The total size of the blocks.
  let byteCount: Int
  let description: ColumnFileDescription
  /// The checksums of the blocks.
  let checksums: [UInt64]

  /// Reads the head and the end of a file, and checks everything before using it.
  /// - Throws: ``IndexFileError``.
  init(_ file: any StoredFile, _ path: FilePath) throws(IndexFileError) {
    let name = path.string
    guard file.size >= ColumnFileFormat.headSize + ColumnFileFormat.tailSize else { throw .notAnIndexFile(path: name) }
    let id = try ColumnFileEnd.id(ofHead: try file.bytes(0..<ColumnFileFormat.headSize), name)
    let tailStart = file.size - ColumnFileFormat.tailSize
    let tail = try file.bytes(tailStart..<file.size)
    guard tail.suffix(ColumnFileFormat.tail.count).elementsEqual(ColumnFileFormat.tail) else {
      throw .notAnIndexFile(path: name)
    }
    var numbers = tail[...]
    guard let offset = numbers.takeSize(), let length = numbers.takeSize(), let blockCount = numbers.takeSize(),
      let high = numbers.takeNumber(UInt64.self), let low = numbers.takeNumber(UInt64.self)
    else { throw .notAnIndexFile(path: name) }
    // In this order, no sum can overflow.
    guard offset <= tailStart, length <= ColumnFileFormat.longestDescription,
      blockCount == (offset + BlockMemory.blockSize - 1) / BlockMemory.blockSize,
      offset + (length + 7) / 8 * 8 + 8 * blockCount == tailStart
    else { throw .damaged(path: name, what: "its end") }
    let end = try file.bytes(offset..<file.size)
    // The checksum covers all that precedes it; the mark after it is known.
    var rest = end.suffix(16)
    guard Checksum.of(Array(end.dropLast(16))) == rest.takeNumber(UInt64.self), FileID(high: high, low: low) == id
    else {
      throw .damaged(path: name, what: "its end")
    }
    do {
      description = try JSONDecoder().decode(ColumnFileDescription.self, from: Data(end.prefix(length)))
    } catch {
      throw .damaged(path: name, what: "its description")
    }
    var sums = end.dropFirst((length + 7) / 8 * 8)
    checksums = (0..<blockCount).compactMap { _ in sums.takeNumber() }
    byteCount = offset
    self.id = id
    for column in description.columns where !isWithin(column) {
      throw .damaged(path: name, what: "the description of its column \(column.name)")
    }
  }

  private func isWithin(_ column: ColumnFileDescription.Column) -> Bool {
    column.offset >= 0 && column.byteCount >= 0 && column.offset <= byteCount
      && column.byteCount <= byteCount - column.offset
  }

  private static func id(ofHead head: [UInt8], _ name: String) throws(IndexFileError) -> FileID {
    var rest = head[...]
    guard rest.starts(with: ColumnFileFormat.head) else { throw .notAnIndexFile(path: name) }
    rest = rest.dropFirst(ColumnFileFormat.head.count)
    guard let version = rest.takeNumber(UInt32.self), let order = rest.takeNumber(UInt32.self),
      let high = rest.takeNumber(UInt64.self), let low = rest.takeNumber(UInt64.self)
    else { throw .notAnIndexFile(path: name) }
    guard ColumnFileFormat.readableVersions.contains(version) else {
      throw .otherFormat(path: name, version: version, expected: ColumnFileFormat.version)
    }
    // In the byte order of this machine.
    guard order == ColumnFileFormat.byteOrder.littleEndian else { throw .otherByteOrder(path: name) }
    return FileID(high: high, low: low)
  }
}

extension ArraySlice<UInt8> {
  /// Removes and returns a number of bytes or blocks; `nil` if it exceeds the size of any file.
  fileprivate mutating func takeSize() -> Int? { takeNumber(UInt64.self).flatMap { Int(exactly: $0) } }
}
