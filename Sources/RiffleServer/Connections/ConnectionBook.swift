#if Service
  import NIOConcurrencyHelpers
  import NIOCore

  /// The connections of a server. Idle ones, which wait for a request, are closed if there are too many.
  ///
  /// A connection that is kept open takes a place from other clients. So a new one displaces the one that has been idle for
  /// longest: of its own address, if that has too many, otherwise of all. Connections that have shown a key are displaced last.
  /// If none is idle, the new one is refused.
  package final class ConnectionBook: Sendable {
    private struct Entry {
      /// `nil` for this machine, where a proxy may represent many clients.
      let address: String?
      let close: @Sendable () -> Void
      var idleSince: NIODeadline?
      var hasKey = false
    }

    private let entries = NIOLockedValueBox<[ObjectIdentifier: Entry]>([:])
    private let most, mostOfAddress: Int

    package init(_ limits: Limits) { (most, mostOfAddress) = (limits.connections, limits.addressConnections) }

    package var count: Int { entries.withLockedValue { $0.count } }

    /// Adds a connection, which is idle.
    /// - Parameters:
    ///   - address: the address of the client; `nil` for this machine.
    ///   - close: closes the connection; may be called on any thread.
    /// - Returns: whether there is room.
    func add(
      _ id: ObjectIdentifier, address: String?, now: NIODeadline = .now(), close: @escaping @Sendable () -> Void
    ) -> Bool {
      let (isTaken, displaced) = entries.withLockedValue { entries -> (Bool, [Entry]) in
        var displaced: [Entry] = []
        if let address, entries.count(where: { $0.value.address == address }) >= mostOfAddress {
          guard let other = ConnectionBook.removeIdle(&entries, { $0.address == address }) else { return (false, []) }
          displaced.append(other)
        }
        if entries.count >= most {
          guard let other = ConnectionBook.removeIdle(&entries, { _ in true }) else { return (false, displaced) }
          displaced.append(other)
        }
        entries[id] = Entry(address: address, close: close, idleSince: now)
        return (true, displaced)
      }
      for entry in displaced { entry.close() }
      return isTaken
    }

    /// Removes the connection that has been idle for longest, preferring those without a key.
    private static func removeIdle(
      _ entries: inout [ObjectIdentifier: Entry], _ counts: (Entry) -> Bool
    ) -> Entry? {
      let idle = entries.compactMap { id, entry in entry.idleSince.map { (id, $0, entry) } }.filter { counts($0.2) }
      let longest = idle.min { first, second in
        if first.2.hasKey != second.2.hasKey { return second.2.hasKey }
        return first.1 < second.1
      }
      return longest.flatMap { entries.removeValue(forKey: $0.0) }
    }

    func remove(_ id: ObjectIdentifier) { entries.withLockedValue { _ = $0.removeValue(forKey: id) } }

    /// - Parameter isIdle: whether the connection waits for a request.
    func set(_ id: ObjectIdentifier, isIdle: Bool, now: NIODeadline = .now()) {
      entries.withLockedValue { $0[id]?.idleSince = isIdle ? now : nil }
    }

    /// Records that a request of the connection had a known key.
    func didShowKey(_ id: ObjectIdentifier) { entries.withLockedValue { $0[id]?.hasKey = true } }
  }
#endif
