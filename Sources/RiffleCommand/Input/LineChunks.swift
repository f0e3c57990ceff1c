import Riffle
import Synchronization

/// The lines of all inputs, chunk by chunk: each thread takes the next one when it has done with the last.
///
/// Whoever takes a chunk reads it, into memory of their own, so that the bytes are still in the cache when
/// they are searched. Nothing of the input is kept.
final class LineChunks: Sendable {
  private struct State: ~Copyable {
    var sources: ArraySlice<ByteSource>
    var stream: ByteStream?
    /// The beginning of a line whose end has not been read yet.
    var carried: [UInt8] = []
    var recordCount = 0
    var byteCount = 0
    var failure: CommandError?
  }

  private let state: Mutex<State>
  private let search: LineSearch
  private let chunkSize: Int

  /// - Parameter chunkSize: how many bytes a chunk has at least, but for the last one of each input.
  init(_ sources: [ByteSource], for search: LineSearch, chunkSize: Int) {
    state = Mutex(State(sources: sources[...]))
    self.search = search
    self.chunkSize = max(1, chunkSize)
  }

  /// How many records and bytes have been read.
  var counts: (records: Int, bytes: Int) { state.withLock { ($0.recordCount, $0.byteCount) } }

  /// Replaces what `buffer` holds by the next lines, and returns how many are before them; `nil` if there
  /// are no more.
  /// - Throws: the same to everyone, once an input cannot be read.
  func next(into buffer: ByteBuffer) throws(CommandError) -> Int? {
    try state.withLock { state throws(CommandError) -> Int? in
      if let failure = state.failure { throw failure }
      do throws(CommandError) {
        guard try fill(buffer, &state) else { return nil }
      } catch {
        state.failure = error
        throw error
      }
      let first = state.recordCount
      state.recordCount += search.countLines(of: buffer.bytes.span)
      state.byteCount += buffer.count
      return first
    }
  }

  /// `false` if there is nothing left.
  private func fill(_ buffer: ByteBuffer, _ state: inout State) throws(CommandError) -> Bool {
    while true {
      if state.stream == nil { state.stream = try state.sources.popFirst()?.open() }
      guard let stream = state.stream else { return false }
      buffer.truncate(0)
      try stream.reserve(chunkSize + state.carried.count, in: buffer)
      let isAdded = state.carried.withUnsafeBytes { buffer.append($0) }
      assert(isAdded, "there is room")
      state.carried.removeAll(keepingCapacity: true)
      var searched = 0
      while try stream.read(into: buffer) {
        guard buffer.count >= chunkSize else { continue }
        if let last = buffer.lastIndex(of: search.terminator, from: searched) {
          state.carried.append(contentsOf: buffer[last + 1..<buffer.count])
          buffer.truncate(last + 1)
          return true
        }
        searched = buffer.count
      }
      state.stream = nil
      if buffer.count > 0 { return true }
    }
  }
}
