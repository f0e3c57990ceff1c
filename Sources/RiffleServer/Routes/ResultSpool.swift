#if Service
  import NIOConcurrencyHelpers
  import SystemPackage

  /// The results of a request that is still being read: bytes in the order of arrival, for one reader.
  ///
  /// Some clients send all of a request before they read any of the response. So adding a result never waits: unread results are
  /// kept in memory and, if they are many, in an unnamed temporary file.
  final class ResultSpool: Sendable {
    private struct State {
      var memory: [UInt8] = []
      /// The results before `memory`; created on first use.
      var file: FileDescriptor?
      var written: Int64 = 0
      var read: Int64 = 0
      var isEnded = false
    }

    private let state = NIOLockedValueBox(State())
    private let signal = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let mostInMemory: Int

    private static let bytesAtOnce = 1 << 16

    init(mostInMemory: Int = 1 << 18) { self.mostInMemory = mostInMemory }

    deinit { try? state.withLockedValue { $0.file.take() }?.close() }

    /// The number of bytes in the file.
    var byteCountInFile: Int64 { state.withLockedValue { $0.written - $0.read } }

    /// Adds results. Blocks the thread while they are written to the file.
    /// - Throws: `Errno`.
    func add(_ bytes: [UInt8]) throws {
      try state.withLockedValue { state in
        state.memory.append(contentsOf: bytes)
        guard state.memory.count > mostInMemory else { return }
        let file = try state.file ?? UnnamedFile.make()
        state.file = file
        try file.writeAll(toAbsoluteOffset: state.written, state.memory)
        state.written += Int64(state.memory.count)
        state.memory = []
      }
      signal.continuation.yield()
    }

    /// Ends the results.
    func end() {
      state.withLockedValue { $0.isEnded = true }
      signal.continuation.yield()
    }

    enum Next: Sendable {
      case bytes([UInt8])
      /// None yet.
      case later
      case end
    }

    /// Takes the next results. Blocks the thread while they are read from the file.
    /// - Throws: `Errno`.
    func take() throws -> Next {
      try state.withLockedValue { state in
        if let file = state.file, state.read < state.written {
          let count = Int(min(Int64(ResultSpool.bytesAtOnce), state.written - state.read))
          let offset = state.read
          let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = try file.read(fromAbsoluteOffset: offset, into: UnsafeMutableRawBufferPointer(buffer))
          }
          if bytes.isEmpty { throw Errno.ioError }
          state.read += Int64(bytes.count)
          // The space is reused.
          if state.read == state.written { (state.read, state.written) = (0, 0) }
          return .bytes(bytes)
        }
        if !state.memory.isEmpty {
          defer { state.memory = [] }
          return .bytes(state.memory)
        }
        return state.isEnded ? .end : .later
      }
    }

    /// Yields when there may be more.
    var changes: AsyncStream<Void> { signal.stream }
  }
#endif
