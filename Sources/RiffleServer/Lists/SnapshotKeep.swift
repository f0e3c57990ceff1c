#if Service
  import NIOConcurrencyHelpers
  import NIOCore
  import Riffle

  /// Keeps a list as it was, for those who read it window by window.
  ///
  /// What is kept is bounded in number and in time: some time after its last use, or when too many are kept, a snapshot goes,
  /// and with it the segments that only it still needs.
  final class SnapshotKeep: Sendable {
    typealias List = Snapshot<Item<ItemID>, ItemID>

    private struct Kept {
      let list: List
      var lastUse: NIODeadline
    }

    /// Others than this process's know other generations by the same numbers.
    private let run: String
    private let most: Int
    private let lifetime: TimeAmount
    private let kept = NIOLockedValueBox<[UInt64: Kept]>([:])

    init(_ limits: Limits) {
      (most, lifetime) = (limits.snapshots, .seconds(Int64(limits.snapshotSeconds)))
      run = String(UInt32.random(in: .min ... .max), radix: 36)
    }

    /// - Returns: the token.
    func keep(_ list: List, now: NIODeadline = .now()) -> String {
      kept.withLockedValue { kept in
        sweep(&kept, now)
        if kept[list.generation] == nil, kept.count >= most,
          let oldest = kept.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
          kept[oldest.key] = nil
        }
        kept[list.generation] = Kept(list: list, lastUse: now)
      }
      return "\(run)-\(list.generation)"
    }

    /// - Returns: `nil` if it is not kept any more, or never was.
    func list(_ token: String, now: NIODeadline = .now()) -> List? {
      let parts = token.split(separator: "-")
      guard parts.count == 2, parts[0] == run, let generation = UInt64(parts[1]) else { return nil }
      return kept.withLockedValue { kept in
        sweep(&kept, now)
        guard var found = kept[generation] else { return nil }
        found.lastUse = now
        kept[generation] = found
        return found.list
      }
    }

    /// Lets go what has not been used for too long.
    func sweep(now: NIODeadline = .now()) { kept.withLockedValue { sweep(&$0, now) } }

    private func sweep(_ kept: inout [UInt64: Kept], _ now: NIODeadline) {
      if kept.isEmpty { return }
      kept = kept.filter { now - $0.value.lastUse <= lifetime }
    }

    var count: Int { kept.withLockedValue { $0.count } }
  }
#endif
