#if Cluster
  extension ChangeMessage {
    /// Decodes a message.
    /// - Throws: ``ClusterError/malformed(reason:)`` if it is cut off, too long, or of an unknown kind.
    /// - Complexity: O(*n*) in the bytes of the message, in time and memory.
    init(_ bytes: [UInt8]) throws(ClusterError) {
      var reader = MessageReader(bytes)
      let kind = try reader.byte()
      switch kind {
      case UInt8(ascii: "B"):
        self = .begin(final: try reader.logPosition(), time: try reader.integer(), transaction: try reader.integer())
      case UInt8(ascii: "C"):
        // Flags, which are always 0, and where the commit itself lies.
        _ = try (reader.byte(), reader.logPosition())
        self = .commit(end: try reader.logPosition(), time: try reader.integer())
      case UInt8(ascii: "O"):
        _ = try reader.logPosition()
        self = .origin(name: try reader.string())
      case UInt8(ascii: "R"): self = .relation(try Relation(&reader))
      case UInt8(ascii: "Y"):
        let id: UInt32 = try reader.integer()
        _ = try reader.string()
        self = .type(id: id, name: try reader.string())
      case UInt8(ascii: "I"):
        let relation: UInt32 = try reader.integer()
        try reader.expect("N")
        self = .insert(relation: relation, try reader.row())
      case UInt8(ascii: "U"): self = try ChangeMessage(updateIn: &reader)
      case UInt8(ascii: "D"):
        let relation: UInt32 = try reader.integer()
        try reader.expect("K", "O")
        self = .delete(relation: relation, key: try reader.row())
      case UInt8(ascii: "T"):
        let number: Int32 = try reader.integer()
        // CASCADE and RESTART IDENTITY, which are of no concern here.
        _ = try reader.byte()
        let count = try reader.count(Int(number), size: 4, "relations")
        var relations: [UInt32] = []
        for _ in 0..<count { relations.append(try reader.integer()) }
        self = .truncate(relations: relations)
      case UInt8(ascii: "M"):
        let flags = try reader.byte()
        let (position, prefix) = (try reader.logPosition(), try reader.string())
        let length: Int32 = try reader.integer()
        guard Int(length) == reader.remaining else {
          throw .malformed(reason: "a message of \(length) bytes has \(reader.remaining)")
        }
        self = .message(
          isTransactional: flags & 1 != 0, position: position, prefix: prefix, content: reader.rest())
      default:
        throw .malformed(reason: "the kind of message \(kind) is unknown, or was not requested")
      }
      try reader.finish("a message")
    }

    private init(updateIn reader: inout MessageReader) throws(ClusterError) {
      let relation: UInt32 = try reader.integer()
      var key: RowValues?
      if try reader.expect("K", "O", "N") != UInt8(ascii: "N") {
        key = try reader.row()
        try reader.expect("N")
      }
      self = .update(relation: relation, key: key, try reader.row())
    }
  }

  extension Relation {
    fileprivate init(_ reader: inout MessageReader) throws(ClusterError) {
      id = try reader.integer()
      (schema, name) = (try reader.string(), try reader.string())
      replicaIdentity = try reader.byte()
      let number: Int16 = try reader.integer()
      // Flags, an empty name, type and modifier.
      let count = try reader.count(Int(number), size: 10, "columns")
      var columns: [Column] = []
      for _ in 0..<count {
        let flags = try reader.byte()
        let (name, type) = (try reader.string(), try reader.integer(UInt32.self))
        _ = try reader.integer(Int32.self)
        columns.append(Column(name: name, isKey: flags & 1 != 0, type: type))
      }
      self.columns = columns
    }
  }

  extension MessageReader {
    @discardableResult
    fileprivate mutating func expect(_ kinds: Character...) throws(ClusterError) -> UInt8 {
      let found = try byte()
      guard kinds.contains(Character(UnicodeScalar(found))) else {
        throw .malformed(
          reason: "a part of the kind \(found) stands where \(kinds.map(String.init).joined(separator: " or ")) should")
      }
      return found
    }

    /// Reads the values of a row.
    fileprivate mutating func row() throws(ClusterError) -> RowValues {
      let number: Int16 = try integer()
      let count = try count(Int(number), size: 1, "values")
      var values: RowValues = []
      values.reserveCapacity(count)
      for _ in 0..<count {
        switch try byte() {
        case UInt8(ascii: "n"): values.append(.null)
        case UInt8(ascii: "u"): values.append(.unchanged)
        case UInt8(ascii: "t"):
          let length: Int32 = try integer()
          values.append(.text(try text(Int(length))))
        case let kind: throw .malformed(reason: "a value of the kind \(kind) was not requested")
        }
      }
      return values
    }
  }
#endif
