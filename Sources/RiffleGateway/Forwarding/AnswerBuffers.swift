#if Service && Cluster
  import NIOConcurrencyHelpers

  /// The memory of answers that are kept until they are whole, so that a node may die while it sends one.
  final class AnswerBuffers: Sendable {
    private let left: NIOLockedValueBox<Int>
    /// Bytes of one answer.
    let mostOfAnswer: Int

    init(bytes: Int, mostOfAnswer: Int) {
      left = NIOLockedValueBox(bytes)
      self.mostOfAnswer = mostOfAnswer
    }

    /// A part of the memory; is given back when nothing has it any more.
    final class Share: Sendable {
      private let buffers: AnswerBuffers
      private let bytes = NIOLockedValueBox(0)

      fileprivate init(_ buffers: AnswerBuffers) { self.buffers = buffers }

      deinit {
        let bytes = bytes.withLockedValue { $0 }
        buffers.left.withLockedValue { $0 += bytes }
      }

      /// - Returns: `false` if there is no room for so many more bytes.
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
