import Riffle

/// A writer of a file from its beginning that computes the checksums of its blocks.
final class BlockWriter {
  private let file: any NewFile
  private let id: FileID
  /// The number of bytes appended.
  private(set) var count = 0
  /// The bytes of the block that is not full yet.
  private var block: [UInt8] = []
  private var checksums: [UInt64] = []

  init(_ file: any NewFile, _ id: FileID) { (self.file, self.id) = (file, id) }

  func append(_ bytes: RawSpan) throws(IndexFileError) {
    count += bytes.byteCount
    var start = 0
    if !block.isEmpty {
      start = min(BlockMemory.blockSize - block.count, bytes.byteCount)
      keep(bytes.extracting(first: start))
      if block.count == BlockMemory.blockSize { try endBlock() }
    }
    let whole = start..<start + (bytes.byteCount - start) / BlockMemory.blockSize * BlockMemory.blockSize
    for block in stride(from: whole.lowerBound, to: whole.upperBound, by: BlockMemory.blockSize) {
      add(bytes.extracting(block..<block + BlockMemory.blockSize))
    }
    if !whole.isEmpty { try file.append(bytes.extracting(whole)) }
    keep(bytes.extracting(whole.upperBound..<bytes.byteCount))
  }

  func append(_ bytes: [UInt8]) throws(IndexFileError) { try append(bytes.span.bytes) }

  /// Appends zeros up to a multiple of `alignment`.
  func pad(to alignment: Int) throws(IndexFileError) {
    try append([UInt8](repeating: 0, count: (alignment - count % alignment) % alignment))
  }

  /// Ends the blocks; bytes appended to the file afterwards belong to none.
  /// - Returns: the checksums of all blocks.
  func finish() throws(IndexFileError) -> [UInt64] {
    if !block.isEmpty { try endBlock() }
    return checksums
  }

  private func keep(_ bytes: RawSpan) { bytes.withUnsafeBytes { block.append(contentsOf: $0) } }

  private func endBlock() throws(IndexFileError) {
    let bytes = block
    add(bytes.span.bytes)
    try file.append(bytes.span.bytes)
    block.removeAll(keepingCapacity: true)
  }

  private func add(_ bytes: RawSpan) {
    checksums.append(ColumnFileFormat.checksum(ofBlock: checksums.count, bytes, of: id))
  }
}
