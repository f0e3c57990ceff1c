package import Riffle

/// The lines of a list, in the order of arrival. One thread adds lines, another may drop the first ones, and any number may read.
///
/// Blocks are immutable once other threads can see them, so a line can be read while more are added.
package final class LineStore: Sendable {
  /// A block of lines that were read together.
  private struct Block: Sendable {
    var firstLine: Int
    var bytes: [UInt8]
    /// The start and end of each line, without its terminator.
    var ranges: [(start: UInt32, end: UInt32)]
    /// The shown and searched fields of each record with columns.
    var fields: [LineFields]?
  }

  private struct State {
    var blocks: [Block] = []
    var count = 0
  }

  private let state = Lock(State())
  private static let smallBlock = 1 << 15

  package init() {}

  package var count: Int { state.withLock { $0.count } }

  /// Adds lines.
  /// - Parameters:
  ///   - bytes: the bytes that contain them.
  ///   - fields: the fields of each record, for records with columns.
  package func append(_ bytes: ArraySlice<UInt8>, ranges: [Range<Int>], fields: [LineFields]? = nil) {
    if ranges.isEmpty { return }
    let start = bytes.startIndex
    let places = ranges.map { (UInt32(clamping: $0.lowerBound - start), UInt32(clamping: $0.upperBound - start)) }
    state.withLock { state in
      // Merges small blocks: a program that writes line by line would otherwise make a block of each.
      if let last = state.blocks.indices.last, state.blocks[last].bytes.count + bytes.count <= LineStore.smallBlock,
        (state.blocks[last].fields == nil) == (fields == nil)
      {
        let offset = UInt32(state.blocks[last].bytes.count)
        state.blocks[last].bytes.append(contentsOf: bytes)
        state.blocks[last].ranges.append(contentsOf: places.map { ($0.0 + offset, $0.1 + offset) })
        if let fields { state.blocks[last].fields?.append(contentsOf: fields) }
      } else {
        state.blocks.append(
          Block(firstLine: state.count, bytes: Array(bytes), ranges: places, fields: fields))
      }
      state.count += ranges.count
    }
  }

  /// Drops whole blocks of lines before a line.
  package func removeLines(before line: Int) {
    state.withLock { state in
      let next = state.blocks.partitioningIndex { $0.firstLine > line }
      if next > 1 { state.blocks.removeFirst(next - 1) }
    }
  }

  private func block(_ line: Int) -> Block? {
    state.withLock { state in
      guard let first = state.blocks.first, line >= first.firstLine, line < state.count else { return nil }
      let next = state.blocks.partitioningIndex { $0.firstLine > line }
      return state.blocks[next - 1]
    }
  }

  /// Lines in one block.
  struct Chunk: Sendable {
    let firstLine: Int
    fileprivate let block: [UInt8]
    /// The range of each line in the block.
    fileprivate let ranges: ArraySlice<(start: UInt32, end: UInt32)>
    let hasColumns: Bool

    var count: Int { ranges.count }

    /// From the start of the first line to the end of the last.
    var bytes: ArraySlice<UInt8> {
      guard let first = ranges.first, let last = ranges.last else { return [] }
      return block[Int(first.start)..<Int(last.end)]
    }

    /// Whether ``bytes`` consist of the lines and one terminator after each; an empty last line would not be visible in them.
    /// - Complexity: O(``count``).
    var isContiguous: Bool {
      ranges.last.map { $0.start < $0.end } != false
        && zip(ranges, ranges.dropFirst()).allSatisfy { $0.end + 1 == $1.start }
    }

    func bytes(ofLine line: Int) -> ArraySlice<UInt8> {
      let range = ranges[ranges.startIndex + line - firstLine]
      return block[Int(range.start)..<Int(range.end)]
    }
  }

  /// Returns the blocks of some lines, as far as these exist.
  func chunks(of lines: Range<Int>) -> [Chunk] {
    state.withLock { state in
      state.blocks.compactMap { block in
        let end = block.firstLine + block.ranges.count
        let here = lines.clamped(to: block.firstLine..<end)
        if here.isEmpty { return nil }
        let places = here.lowerBound - block.firstLine..<here.upperBound - block.firstLine
        return Chunk(
          firstLine: here.lowerBound, block: block.bytes, ranges: block.ranges[places], hasColumns: block.fields != nil)
      }
    }
  }

  /// Returns a line in its original form, without its terminator.
  package func bytes(_ line: Int) -> ArraySlice<UInt8> {
    guard let block = block(line) else { return [] }
    let range = block.ranges[line - block.firstLine]
    return block.bytes[Int(range.start)..<Int(range.end)]
  }

  /// Returns the fields of a record; `nil` for a line without columns.
  package func fields(_ line: Int) -> LineFields? {
    guard let block = block(line) else { return nil }
    return block.fields?[line - block.firstLine]
  }

  /// Returns the text of a line, or of the shown column, with ill-formed UTF-8 replaced.
  /// - Parameter limit: the most bytes to read.
  package func text(_ line: Int, limit: Int = .max) -> String {
    if let fields = fields(line) { return fields.title }
    var bytes = bytes(line)
    if bytes.last == 0x0D { bytes.removeLast() }
    if bytes.count > limit {
      bytes = bytes.prefix(limit)
      // Drops an incomplete scalar.
      while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
      if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
