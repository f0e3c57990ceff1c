package import Riffle

/// The lines of a list, as they came: one thread adds, another may have the first be forgotten, any number read.
///
/// Blocks never change once others see them, so a line can be read while more are added.
package final class LineStore: Sendable {
  /// Lines that were read together.
  private struct Block: Sendable {
    var firstLine: Int
    var bytes: [UInt8]
    /// Where each line ends, without what ends it.
    var ranges: [(start: UInt32, end: UInt32)]
    /// What is shown and searched of each record that has columns.
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
  ///   - bytes: what they lie in.
  ///   - fields: for records that have columns, those of each.
  package func append(_ bytes: ArraySlice<UInt8>, ranges: [Range<Int>], fields: [LineFields]? = nil) {
    if ranges.isEmpty { return }
    let start = bytes.startIndex
    let places = ranges.map { (UInt32(clamping: $0.lowerBound - start), UInt32(clamping: $0.upperBound - start)) }
    state.withLock { state in
      // Whoever writes line by line shall not make a block of each.
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

  /// Forgets lines, as far as whole blocks of them are before one.
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

  /// Lines that lie in one block.
  struct Chunk: Sendable {
    let firstLine: Int
    fileprivate let block: [UInt8]
    /// Where each line lies in the block.
    fileprivate let ranges: ArraySlice<(start: UInt32, end: UInt32)>
    let hasColumns: Bool

    var count: Int { ranges.count }

    /// From the start of the first line to the end of the last.
    var bytes: ArraySlice<UInt8> {
      guard let first = ranges.first, let last = ranges.last else { return [] }
      return block[Int(first.start)..<Int(last.end)]
    }

    /// Whether ``bytes`` are the lines and what ends each, and nothing else; an empty last line would not be seen in them.
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

  /// The blocks of some lines, as far as these are there.
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

  /// A line as it came, without what ends it.
  package func bytes(_ line: Int) -> ArraySlice<UInt8> {
    guard let block = block(line) else { return [] }
    let range = block.ranges[line - block.firstLine]
    return block.bytes[Int(range.start)..<Int(range.end)]
  }

  /// What the columns of a record say; `nil` for a line without them.
  package func fields(_ line: Int) -> LineFields? {
    guard let block = block(line) else { return nil }
    return block.fields?[line - block.firstLine]
  }

  /// The text of a line, or of the column that is shown; ill-formed UTF-8 replaced.
  /// - Parameter limit: more bytes than these are not read.
  package func text(_ line: Int, limit: Int = .max) -> String {
    if let fields = fields(line) { return fields.title }
    var bytes = bytes(line)
    if bytes.last == 0x0D { bytes.removeLast() }
    if bytes.count > limit {
      bytes = bytes.prefix(limit)
      // No part of a scalar.
      while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
      if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
