#if Service
  import NIOConcurrencyHelpers
  import NIOCore
  import Riffle

  /// The kept snapshots of a list, for callers that read it window by window.
  ///
  /// Snapshots are limited in number, for each key and in total, and in time. Some time after its last use, or if too many are
  /// kept, a snapshot is dropped with the segments that only it still needs. Each key has its own share, unaffected by those of
  /// other keys.
  final class SnapshotKeep: Sendable {
    typealias List = Snapshot<Item<ItemID>, ItemID>

    private struct Kept {
      let list: List
      /// Reveals nothing about the number of earlier generations.
      let token: String
      /// By the names of the keys that keep it.
      var lastUses: [String: NIODeadline]
    }

    private let most, mostOfKey: Int
    private let lifetime: TimeAmount
    /// By generation.
    private let kept = NIOLockedValueBox<[UInt64: Kept]>([:])

    init(_ limits: Limits) {
      (most, mostOfKey) = (limits.snapshots, limits.keySnapshots)
      lifetime = .seconds(Int64(limits.snapshotSeconds))
    }

    /// - Parameter most: the most snapshots, of one key as of all together.
    init(most: Int, seconds: Int) {
      (self.most, mostOfKey) = (most, most)
      lifetime = .seconds(Int64(seconds))
    }

    /// - Parameter key: the name of the key that keeps it; `nil` if no keys are needed, and all callers share one.
    /// - Returns: the token.
    func keep(_ list: List, for key: String?, now: NIODeadline = .now()) -> String {
      let name = key ?? ""
      return kept.withLockedValue { kept in
        sweep(&kept, now)
        if kept[list.generation]?.lastUses[name] == nil {
          var counts: [String: Int] = [:]
          for snapshot in kept.values {
            for name in snapshot.lastUses.keys { counts[name, default: 0] += 1 }
          }
          let own = counts[name, default: 0]
          if key != nil, own >= mostOfKey {
            removeOldest(of: name, &kept)
          } else if counts.values.reduce(0, +) >= most, let other = counts.max(by: { $0.value < $1.value }) {
            // The key with the most snapshots gives way.
            removeOldest(of: own == other.value ? name : other.key, &kept)
          }
        }
        var snapshot = kept[list.generation] ?? Kept(list: list, token: SnapshotKeep.newToken(), lastUses: [:])
        snapshot.lastUses[name] = now
        kept[list.generation] = snapshot
        return snapshot.token
      }
    }

    private static func newToken() -> String {
      APIKey.hexadecimal((0..<12).map { _ in UInt8.random(in: .min ... .max) })
    }

    private func removeOldest(of name: String, _ kept: inout [UInt64: Kept]) {
      let uses = kept.compactMap { generation, kept in kept.lastUses[name].map { (generation, $0) } }
      guard let (generation, _) = uses.min(by: { $0.1 < $1.1 }) else { return }
      kept[generation]?.lastUses[name] = nil
      if kept[generation]?.lastUses.isEmpty == true { kept[generation] = nil }
    }

    /// - Parameter key: the name of the key that reads it. A use by a key that does not keep it does not extend its time.
    /// - Returns: `nil` if it is no longer kept, or never was.
    func list(_ token: String, for key: String?, now: NIODeadline = .now()) -> List? {
      kept.withLockedValue { kept in
        sweep(&kept, now)
        // There are few.
        guard let generation = kept.first(where: { $0.value.token == token })?.key else { return nil }
        if kept[generation]?.lastUses[key ?? ""] != nil { kept[generation]?.lastUses[key ?? ""] = now }
        return kept[generation]?.list
      }
    }

    /// Drops snapshots that have not been used for too long.
    func sweep(now: NIODeadline = .now()) { kept.withLockedValue { sweep(&$0, now) } }

    private func sweep(_ kept: inout [UInt64: Kept], _ now: NIODeadline) {
      if kept.isEmpty { return }
      for (generation, snapshot) in kept {
        let uses = snapshot.lastUses.filter { now - $0.value <= lifetime }
        if uses.isEmpty { kept[generation] = nil } else { kept[generation]?.lastUses = uses }
      }
    }

    /// The number of different snapshots kept.
    var count: Int { kept.withLockedValue { $0.count } }
  }
#endif
