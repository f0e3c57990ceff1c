import Foundation
package import Riffle
package import SystemPackage

/// A writer of index files.
package struct ColumnFileWriter {
  private let id: FileID
  private let blocks: BlockWriter
  private var columns: [ColumnFileDescription.Column] = []

  /// Writes columns to a new file, and returns when its content is on the disk; its name may not be.
  /// - Parameters:
  ///   - id: the unique id of the file.
  ///   - manifest: the data of a manifest in addition to its columns.
  /// - Throws: ``IndexFileError``; the file is then removed, if possible.
  package static func write(
    _ columns: [StoredColumn], _ text: TextVersions, id: FileID = FileID(), manifest: IndexManifest? = nil,
    to path: FilePath, _ files: any FileLayer
  ) throws(IndexFileError) {
    let file = try files.create(path)
    do throws(IndexFileError) {
      var writer = try ColumnFileWriter(file, id)
      for column in columns { try writer.write(column) }
      let end = try writer.end(text, manifest, path)
      try file.append(end.span.bytes)
      try file.synchronize()
    } catch {
      // Otherwise it would keep the disk full.
      try? files.remove(path)
      throw error
    }
  }

  private init(_ file: any NewFile, _ id: FileID) throws(IndexFileError) {
    self.id = id
    blocks = BlockWriter(file, id)
    var head = LittleEndianBytes()
    head.append(ColumnFileFormat.head)
    head.append(ColumnFileFormat.version)
    head.append(ColumnFileFormat.byteOrder.littleEndian)
    head.append(id.high)
    head.append(id.low)
    head.pad(to: ColumnFileFormat.headSize)
    try blocks.append(head.bytes)
  }

  private mutating func write(_ column: StoredColumn) throws(IndexFileError) {
    try blocks.pad(to: ColumnFileFormat.alignment)
    let offset = blocks.count
    let checksum = try column.withBytes { (bytes) throws(IndexFileError) in
      try blocks.append(bytes)
      return Checksum.of(bytes)
    }
    columns.append(
      ColumnFileDescription.Column(
        name: column.name, offset: offset, byteCount: column.byteCount, elementSize: column.elementSize,
        count: column.count, checksum: checksum))
  }

  /// Returns the bytes that follow the blocks.
  private func end(
    _ text: TextVersions, _ manifest: IndexManifest?, _ path: FilePath
  ) throws(IndexFileError) -> [UInt8] {
    try blocks.pad(to: ColumnFileFormat.alignment)
    let checksums = try blocks.finish()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let description: Data
    do {
      description = try encoder.encode(ColumnFileDescription(text: text, columns: columns, manifest: manifest))
    } catch {
      throw .system("describe", path, error)
    }
    var end = LittleEndianBytes()
    end.append(Array(description))
    end.pad(to: (description.count + 7) / 8 * 8)
    for checksum in checksums { end.append(checksum) }
    end.append(UInt64(blocks.count))
    end.append(UInt64(description.count))
    end.append(UInt64(checksums.count))
    end.append(id.high)
    end.append(id.low)
    end.append(ColumnFileFormat.version)
    end.append(UInt32(0))
    end.append(Checksum.of(end.bytes))
    end.append(ColumnFileFormat.tail)
    return end.bytes
  }
}
