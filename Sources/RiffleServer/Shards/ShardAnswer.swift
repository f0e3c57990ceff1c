#if Service
  package import RiffleInput

  /// The answer to a ``ShardRequest``.
  package struct ShardAnswer: Sendable {
    /// A hit or a row.
    package struct Entry: Sendable {
      package let key: MergeKey
      /// The key of the place in the list.
      package let place: MergeKey
      /// The cost, in units of the cost table.
      package let cost: UInt32
      /// The members of the public answer; `nil` if only keys are requested.
      package let json: JSONValue?
    }

    /// See `OrderKeys`; answers of different formats do not merge.
    package let format: String
    package let round: String
    /// The tag of the list and of the caller's part of it at this moment.
    package let tag: String
    package let isPartial, isBound: Bool
    /// What the caller is bound to, the same on all nodes; empty for all of the list.
    package let bound: String
    package let snapshot: String?
    /// The window of the parameters.
    package let window: Range<Int>
    /// The cost of the best hit, and the most by which another one may exceed it; `nil` if there is none, or no limit.
    package let least, reach: UInt32?
    /// The number of hits, counted as far as requested, or of rows.
    package let total: Int
    package let isTotalExact: Bool
    /// How far hits are to be counted; `nil` for all.
    package let counted: Int?
    package let isCutByReach: Bool?
    /// Whether all hits have been found, in list order or sorted by fields, and not only the best ones.
    package let isWhole: Bool
    package let entries: [Entry]
    package let samples: [(index: Int, key: MergeKey)]
    package let ranks: [Int]
    /// The place of the row in the middle of a window, and its key; `nil` if it is not in this shard.
    package let center: (index: Int, key: MergeKey)?
    /// All members, with those that belong to one operation.
    package let json: JSONValue

    package subscript(_ name: String) -> JSONValue? { json.members?.first { $0.name == name }?.value }

    /// - Returns: `nil` if it is the answer of another version.
    package init?(_ json: JSONValue) {
      self.json = json
      var members: [String: JSONValue] = [:]
      for (name, value) in json.members ?? [] { members[name] = value }
      func integer(_ name: String) -> Int? { members[name]?.integer.flatMap { Int(exactly: $0) } }
      func units(_ name: String) -> UInt32? { members[name]?.integer.flatMap { UInt32(exactly: $0) } }
      guard let format = members["format"]?.string, let round = members["round"]?.string,
        let tag = members["tag"]?.string, let isPartial = members["isPartial"]?.boolean,
        let isBound = members["isBound"]?.boolean
      else { return nil }
      (self.format, self.round, self.tag) = (format, round, tag)
      (self.isPartial, self.isBound) = (isPartial, isBound)
      snapshot = members["snapshot"]?.string
      bound = members["bound"]?.string ?? ""
      let ends = (members["window"]?.elements ?? []).compactMap { $0.integer.flatMap { Int(exactly: $0) } }
      window = ends.count == 2 && ends[0] <= ends[1] ? ends[0]..<ends[1] : 0..<0
      (least, reach, counted) = (units("least"), units("reach"), integer("counted"))
      total = integer("total") ?? 0
      isTotalExact = members["isTotalExact"]?.boolean ?? true
      isCutByReach = members["isCutByReach"]?.boolean
      isWhole = members["isWhole"]?.boolean ?? true
      var entries: [Entry] = []
      for entry in members["entries"]?.elements ?? [] {
        guard let parts = entry.elements, parts.count == 4, let key = parts[0].string.flatMap({ MergeKey($0) }),
          let start = parts[1].integer.flatMap({ Int(exactly: $0) }), 0...key.bytes.count ~= start,
          let cost = parts[2].integer.flatMap({ UInt32(exactly: $0) })
        else { return nil }
        let place = start == 0 ? key : MergeKey(Array(key.bytes.dropFirst(start)))
        entries.append(Entry(key: key, place: place, cost: cost, json: parts[3].isNull ? nil : parts[3]))
      }
      self.entries = entries
      func places(_ name: String) -> [(index: Int, key: MergeKey)] {
        (members[name]?.elements ?? []).compactMap { place in
          guard let parts = place.elements, parts.count == 2,
            let index = parts[0].integer.flatMap({ Int(exactly: $0) }),
            let key = parts[1].string.flatMap({ MergeKey($0) })
          else { return nil }
          return (index, key)
        }
      }
      samples = places("samples")
      center = places("center").first
      ranks = (members["ranks"]?.elements ?? []).compactMap { $0.integer.flatMap { Int(exactly: $0) } }
    }
  }
#endif
