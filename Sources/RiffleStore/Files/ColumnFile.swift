import Foundation
package import Riffle
package import SystemPackage

/// An open index file. Its description is checked on opening, its blocks when they are read.
package final class ColumnFile: Sendable {
  package let id: FileID
  private let path: FilePath
  private let file: any StoredFile
  private let description: ColumnFileDescription
  private let blocks: FileBlocks
  /// The storage of the columns.
  package let memory: BlockMemory

  /// - Parameters:
  ///   - text: the versions and options of this program.
  ///   - id: the id that the file must have; `nil` for any.
  /// - Throws: ``IndexFileError``.
  /// - Complexity: O(*n*) in the number of columns and blocks.
  package init(
    _ path: FilePath, _ text: TextVersions, id: FileID? = nil, _ files: any FileLayer
  ) throws(IndexFileError) {
    let file = try files.open(path)
    let end = try ColumnFileEnd(file, path)
    if let id, end.id != id { throw .otherFile(path: path.string) }
    try text.check(end.description.text, path: path.string)
    self.id = end.id
    self.path = path
    self.file = file
    description = end.description
    blocks = FileBlocks(file, try file.map(byteCount: end.byteCount), end.id, end.checksums)
    memory = BlockMemory(blocks)
  }

  /// The data of a manifest in addition to its columns; `nil` if this is none.
  package var manifest: IndexManifest? { description.manifest }

  /// The columns, by name.
  package var columns: ColumnSource {
    var places: [String: ColumnSource.Extent] = [:]
    for column in description.columns {
      places[column.name] = ColumnSource.Extent(
        offset: column.offset, byteCount: column.byteCount, elementSize: column.elementSize, count: column.count)
    }
    return ColumnSource(memory, places)
  }

  /// Returns the segment in the file.
  /// - Throws: ``IndexFileError/damaged(path:what:)``.
  package func segment(_ options: IndexOptions) throws(IndexFileError) -> Segment {
    do throws(SegmentError) {
      return try Segment(columns, options: options)
    } catch {
      throw .damaged(path: path.string, what: "\(error)")
    }
  }

  /// Reads the whole file and compares its checksums.
  /// - Returns: descriptions of the damage that name the file; none if it is intact.
  /// - Complexity: O(*n*) in the length of the file.
  package func verify() -> [String] {
    var damage: [String] = []
    func add(_ what: String) { damage.append(IndexFileError.damaged(path: path.string, what: what).description) }
    for column in description.columns {
      let range = column.offset..<column.offset + column.byteCount
      // Not through the mapping: damaged blocks may have been zeroed there.
      do throws(IndexFileError) {
        if Checksum.of(try file.bytes(range)) != column.checksum { add("column \(column.name)") }
      } catch {
        add("column \(column.name): \(error)")
      }
    }
    // The gaps between columns also belong to blocks.
    let blocks = (0..<blocks.count).filter { !self.blocks.isSound($0) }
    if let first = blocks.first { add("\(blocks.count) blocks of 64 KiB, the first is number \(first)") }
    return damage
  }
}

/// The blocks of a mapped file.
private final class FileBlocks: BlockSource {
  private let file: any StoredFile
  private let mapping: any FileMapping
  private let id: FileID
  private let checksums: [UInt64]

  init(_ file: any StoredFile, _ mapping: any FileMapping, _ id: FileID, _ checksums: [UInt64]) {
    (self.file, self.mapping, self.id, self.checksums) = (file, mapping, id, checksums)
  }

  var bytes: UnsafeRawBufferPointer { mapping.bytes }
  var count: Int { checksums.count }

  private func range(_ block: Int) -> Range<Int> {
    block * BlockMemory.blockSize..<min((block + 1) * BlockMemory.blockSize, bytes.count)
  }

  /// Reads the block from the file. Reading it from the mapping would keep its pages in memory, and end the process on a read
  /// error.
  func isSound(_ block: Int) -> Bool {
    let range = range(block)
    return withUnsafeTemporaryAllocation(byteCount: range.count, alignment: 64) { buffer in
      do throws(IndexFileError) {
        try file.read(at: range.lowerBound, into: buffer)
      } catch {
        return false
      }
      return ColumnFileFormat.checksum(ofBlock: block, UnsafeRawBufferPointer(buffer).bytes, of: id) == checksums[block]
    }
  }

  func clear(_ block: Int) { mapping.clear(range(block)) }
}
