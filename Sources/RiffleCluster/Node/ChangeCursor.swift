#if Cluster
  /// A place in the changes of a list, from which every copy of the list can go on.
  package struct ChangeCursor: Sendable, Hashable {
    /// All changes of transactions up to here have been read.
    package var token: NodeToken
    /// A mark of the list's definition and its table. Copies with another one have other items.
    package let mark: String
    /// A place beyond ``token``, for the copy that has numbered it; `nil` if there is none.
    package let place: Place?

    /// The same without the place, which all copies can go on from.
    package var withoutPlace: ChangeCursor { ChangeCursor(token: token, mark: mark) }

    /// The number of a change in one copy.
    package struct Place: Sendable, Hashable {
      /// A name of the copy that no other copy has.
      package let copy: String
      package let sequence: Int64

      package init(copy: String, sequence: Int64) { (self.copy, self.sequence) = (copy, sequence) }
    }

    package init(token: NodeToken, mark: String, place: Place? = nil) {
      (self.token, self.mark, self.place) = (token, mark, place)
    }

    /// Parses a text such as `7412345678901234567-1-16B3748-2kq9` or `…-2kq9-4f1d2c3b5a697887-120`.
    /// - Throws: ``ClusterError/token(text:)``.
    package init(_ text: String) throws(ClusterError) {
      let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { String($0) }
      guard parts.count == 4 || parts.count == 6, parts.dropFirst(3).allSatisfy({ ChangeCursor.isWord($0) }) else {
        throw .token(text: text)
      }
      let token = try NodeToken(parts[..<3].joined(separator: "-"))
      guard parts.count == 6 else {
        self.init(token: token, mark: parts[3])
        return
      }
      guard let sequence = Int64(parts[5]) else { throw .token(text: text) }
      self.init(token: token, mark: parts[3], place: Place(copy: parts[4], sequence: sequence))
    }

    package static func isWord(_ text: String) -> Bool {
      (1...63).contains(text.utf8.count) && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }

  extension ChangeCursor: CustomStringConvertible {
    package var description: String {
      "\(token)-\(mark)" + (place.map { "-\($0.copy)-\($0.sequence)" } ?? "")
    }
  }

  extension NodeToken {
    /// Whether positions of both tokens are of one log.
    package func isComparable(to other: NodeToken) -> Bool { system == other.system && timeline == other.timeline }

    /// Returns the one of two tokens of one log with the greater position.
    package func orLater(_ other: NodeToken) -> NodeToken { position < other.position ? other : self }
  }
#endif
