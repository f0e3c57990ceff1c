#if Service && Cluster
  import NIOConcurrencyHelpers

  /// A memory budget for answers buffered until they are complete. Until then, a request can move to another node.
  final class AnswerBuffers: Sendable {
    private let left: NIOLockedValueBox<Int>
    /// The largest size of one buffered answer, in bytes.
    let mostOfAnswer: Int

    init(bytes: Int, mostOfAnswer: Int) {
      left = NIOLockedValueBox(bytes)
      self.mostOfAnswer = mostOfAnswer
    }

    /// A share of the memory, returned on deinitialization.
    final class Share: Sendable {
      private let buffers: AnswerBuffers
      private let bytes = NIOLockedValueBox(0)

      fileprivate init(_ buffers: AnswerBuffers) { self.buffers = buffers }

      deinit {
        let bytes = bytes.withLockedValue { $0 }
        buffers.left.withLockedValue { $0 += bytes }
      }

      /// Reserves `count` more bytes.
      /// - Returns: `false` if there is no room for them.
      func grow(by count: Int) -> Bool {
        let isWithin = bytes.withLockedValue { $0 + count <= buffers.mostOfAnswer }
        guard isWithin, buffers.take(count) else { return false }
        bytes.withLockedValue { $0 += count }
        return true
      }
    }

    func share() -> Share { Share(self) }

    private func take(_ count: Int) -> Bool {
      left.withLockedValue { left in
        guard count <= left else { return false }
        left -= count
        return true
      }
    }
  }
#endif
