#if Service && Cluster
  import RiffleCluster
  import RiffleServer

  /// The place in the merged changes of a list: one for each part of it, as one text for clients.
  ///
  /// It holds positions in PostgreSQL's log, so any replica, and shards of other routes, can go on from it.
  struct MergedCursor: Sendable, Hashable {
    /// The place in the changes of a shard.
    struct Part: Sendable, Hashable {
      /// All slots are those of a list in one piece.
      let shard: Shard
      var cursor: ChangeCursor
    }

    /// At least one. All are of the same log and mark.
    private(set) var parts: [Part]

    /// - Parameter cursors: those of all parts of a list.
    /// - Throws: `Problem` if the parts follow different servers, or definitions of the list.
    init(_ cursors: [(part: NodeList, cursor: ChangeCursor)]) throws(Problem) {
      parts = cursors.map { Part(shard: $0.part.shard ?? .whole, cursor: $0.cursor) }
      guard let first = cursors.first else { throw MergedCursor.malformed("") }
      for (part, cursor) in cursors
      where !cursor.token.isComparable(to: first.cursor.token) || cursor.mark != first.cursor.mark {
        throw Problem(
          .notCaughtUp,
          "the \(part.title) follows another server, or an earlier definition of the list: try again in a second",
          parameter: "list", retryAfter: 1)
      }
    }

    /// The least position: all changes up to there have been read.
    var token: NodeToken {
      let tokens = parts.map(\.cursor.token)
      return tokens.dropFirst().reduce(tokens[0]) { $1.position < $0.position ? $1 : $0 }
    }

    /// Sets all parts to the least position, so that rows read from there on have everything before the cursor.
    mutating func level() {
      let token = token
      for index in parts.indices { parts[index].cursor = ChangeCursor(token: token, mark: parts[index].cursor.mark) }
    }

    /// Returns the place of a part of a list. If the routes have other shards now, returns the least position of those that have
    /// its slots.
    func cursor(of part: NodeList) -> ChangeCursor {
      let slots = (part.shard ?? .whole).slots
      if let own = parts.first(where: { $0.shard.slots == slots }) { return own.cursor }
      let tokens = parts.filter { $0.shard.slots.overlaps(slots) }.map(\.cursor.token)
      let least = tokens.min { $0.position < $1.position } ?? token
      return ChangeCursor(token: least, mark: parts[0].cursor.mark)
    }
  }

  // MARK: - The text

  extension MergedCursor: CustomStringConvertible {
    /// As in `7412345678901234567-1-2kq9.0-2-16B3748.1-2-16B3700-4f1d2c3b5a697887-120`.
    var description: String {
      let token = parts[0].cursor.token
      let texts = parts.map { part in
        let position = String(part.cursor.token.position.bytes, radix: 16, uppercase: true)
        let place = part.cursor.place.map { "-\($0.copy)-\($0.sequence)" } ?? ""
        return "\(part.shard.number)-\(part.shard.count)-\(position)\(place)"
      }
      return (["\(token.system)-\(token.timeline)-\(parts[0].cursor.mark)"] + texts).joined(separator: ".")
    }

    private static func malformed(_ text: String) -> Problem {
      .invalid("since", "“\(text.prefix(100))” is no place among changes: send the “sequence” of an answer")
    }

    /// - Throws: `Problem`.
    init(_ text: String) throws(Problem) {
      let pieces = text.split(separator: ".", omittingEmptySubsequences: false).map { piece in
        piece.split(separator: "-", omittingEmptySubsequences: false).map { String($0) }
      }
      guard (2...1 + Shard.slotCount).contains(pieces.count), pieces[0].count == 3 else {
        throw MergedCursor.malformed(text)
      }
      var parts: [Part] = []
      do throws(ClusterError) {
        for piece in pieces.dropFirst() {
          guard piece.count == 3 || piece.count == 5 else { throw .token(text: text) }
          let cursor = pieces[0][..<2] + [piece[2], pieces[0][2]] + piece[3...]
          parts.append(
            Part(
              shard: try Shard("\(piece[0])/\(piece[1])"),
              cursor: try ChangeCursor(cursor.joined(separator: "-"))))
        }
      } catch {
        throw MergedCursor.malformed(text)
      }
      // Changes of slots in no part would be lost.
      let slots = parts.map(\.shard.slots).sorted { $0.lowerBound < $1.lowerBound }
      let ends = slots.map(\.upperBound)
      guard slots[0].lowerBound == 0, ends.last == Shard.slotCount,
        zip(ends, slots.dropFirst()).allSatisfy({ $0 == $1.lowerBound })
      else { throw MergedCursor.malformed(text) }
      self.parts = parts
    }
  }
#endif
