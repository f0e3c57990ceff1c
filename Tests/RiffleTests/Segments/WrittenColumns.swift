import RiffleTestSupport
import Synchronization

@testable import Riffle

/// Columns that have been written to memory, to be read again from there, sound or not.
struct WrittenColumns {
  private(set) var bytes: [UInt8] = []
  private(set) var extents: [String: ColumnSource.Extent] = [:]

  /// - Parameter gaps: draws how many bytes lie before a column, in 64s, so that blocks end anywhere in columns.
  init(_ columns: [StoredColumn], gaps: (Int) -> Int = { _ in 0 }) {
    for column in columns {
      bytes.append(contentsOf: repeatElement(0xA5, count: (64 - bytes.count % 64) % 64 + 64 * gaps(1024)))
      extents[column.name] = ColumnSource.Extent(
        offset: bytes.count, byteCount: column.byteCount, elementSize: column.elementSize, count: column.count)
      bytes.append(contentsOf: column.bytes)
    }
  }

  var blockCount: Int { (bytes.count + BlockMemory.blockSize - 1) / BlockMemory.blockSize }

  /// - Parameter damaged: the blocks that are found not to be sound.
  func memory(damaged: Set<Int> = []) -> BlockMemory { BlockMemory(BlocksInMemory(bytes, damaged)) }

  /// The columns where they lie, none of them damaged.
  var source: ColumnSource { source(memory()) }

  func source(_ memory: BlockMemory) -> ColumnSource { ColumnSource(memory, extents) }
}

/// Blocks of memory some of which are said to be damaged.
private final class BlocksInMemory: BlockSource {
  nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
  nonisolated(unsafe) private let memory: UnsafeMutableRawBufferPointer
  private let damaged: Set<Int>

  init(_ contents: [UInt8], _ damaged: Set<Int>) {
    memory = .allocate(byteCount: contents.count, alignment: 64)
    memory.copyBytes(from: contents)
    bytes = UnsafeRawBufferPointer(memory)
    self.damaged = damaged
    // What is read before it is checked is garbage.
    for block in damaged { fill(block, with: 0xFF) }
  }

  deinit { memory.deallocate() }

  func isSound(_ block: Int) -> Bool { !damaged.contains(block) }
  func clear(_ block: Int) { fill(block, with: 0) }

  private func fill(_ block: Int, with byte: UInt8) {
    let start = block * BlockMemory.blockSize
    for index in start..<min(start + BlockMemory.blockSize, memory.count) { memory[index] = byte }
  }
}
