#if Cluster
  import GRDB
  package import RiffleStore

  /// The items of a node's list that have been written since a cursor, each once, in their present form.
  package struct NodeChanges: Sendable, Hashable {
    /// The place behind these changes.
    package let cursor: ChangeCursor
    package let changes: [StoreChanges.Change]
    /// Whether there are more changes already.
    package let hasMore: Bool
  }

  extension ClusterNode {
    /// Returns the items that have been written since a cursor.
    ///
    /// A cursor without a place may be of another node of the same list or shard. Changes are never left out; some may come twice,
    /// if the cursor is of another node. Blocks the thread while the copy is read.
    ///
    /// - Parameters:
    ///   - cursor: one that the node has reached (``reach(_:within:)``); `nil` for the present place, without changes.
    ///   - limit: the most items to return, and their most bytes together; see `ListStore.changes(since:limit:byteLimit:)`.
    /// - Throws: ``ClusterError/tokenGone(token:position:)`` if changes behind the cursor are no longer recorded, the copy was made
    ///   after them, or another one has numbered the place; ``ClusterError/behind(token:position:)`` if there is no copy yet; ``ClusterError/store(_:)``.
    package func changes(
      since cursor: ChangeCursor?, limit: Int, byteLimit: Int
    ) throws(ClusterError) -> NodeChanges {
      // Before the copy is read, which then has all changes up to there.
      let reached = status.token
      guard let store else { throw .behind(token: "\(cursor?.token.description ?? "")", position: "no position yet") }
      let found: NodeChanges?
      do throws(StoreError) {
        found = try store.reading { db in
          guard let record = try FeedRecord(db) else { return nil }
          var token = record.token
          if let reached, reached.isComparable(to: token) { token = token.orLater(reached) }
          let mark = record.origin.mark
          guard let cursor else {
            return NodeChanges(cursor: ChangeCursor(token: token, mark: mark), changes: [], hasMore: false)
          }
          guard cursor.token.isComparable(to: token), cursor.mark == mark else { return nil }
          if let place = cursor.place, place.copy != record.origin.copy { return nil }
          let noted = try FeedPositions.sequence(at: cursor.token.position, db)
          guard let since = cursor.place?.sequence ?? noted else { return nil }
          let found = try store.changes(since: since, limit: limit, byteLimit: byteLimit, db)
          if !found.hasMore {
            return NodeChanges(
              cursor: ChangeCursor(token: token.orLater(cursor.token), mark: mark), changes: found.changes,
              hasMore: false)
          }
          var end = cursor.token
          if let position = try FeedPositions.position(upTo: found.sequence, db) {
            end = end.orLater(NodeToken(system: end.system, timeline: end.timeline, position: position))
          }
          let place = ChangeCursor.Place(copy: record.origin.copy, sequence: found.sequence)
          return NodeChanges(
            cursor: ChangeCursor(token: end, mark: mark, place: place), changes: found.changes, hasMore: true)
        }
      } catch {
        guard case .changesGone = error else { throw .store(error) }
        found = nil
      }
      if let found { return found }
      throw .tokenGone(token: "\(cursor?.token.description ?? "")", position: "\(status.token?.description ?? "")")
    }
  }

  extension FeedRecord.Origin {
    /// A name of the copy: the part of its slot's name that is random.
    fileprivate var copy: String { slot.split(separator: "_").last.map { String($0) } ?? slot }

    /// See ``ChangeCursor/mark``.
    fileprivate var mark: String {
      // FNV-1a.
      let hash = "\(table) \(definition)".utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
        (hash ^ UInt64(byte)) &* 0x100_0000_01b3
      }
      return String(hash, radix: 36)
    }
  }
#endif
