#if Service && Cluster
  import RiffleInput
  import RiffleServer

  /// The counts of a field's values in one shard.
  struct FacetAnswer: Sendable {
    struct Match: Sendable {
      let cost: UInt32
      let rank: MergeKey
    }

    struct Spelling: Sendable {
      /// In JSON.
      let value: String
      var count: Int
      /// `nil` if it does not match the query of the facet, or there is none.
      let match: Match?
    }

    /// A value. Equal values have equal keys, which compare as values do.
    struct Entry: Sendable {
      let key: MergeKey
      var count: Int
      var spellings: [Spelling]
    }

    let field, kind: String
    let isByCount, isMatching, hasHistogram: Bool
    let limit: Int
    /// The cost of the best hit of the answer that is counted; `nil` if there is none, or no limit.
    let least: UInt32?
    /// The most by which the cost of a value's match may exceed that of the best one; `nil` for no limit.
    let matchReach: UInt32?
    let missingCount: Int
    let values: [Entry]
    let hasMore: Bool
    /// The least and the greatest value, if values are not requested and there are any.
    let bounds: [Entry]
    /// `nil` if they are too many.
    let buckets: [Entry]?

    /// - Returns: `nil` if it is the answer of another version.
    init?(_ json: JSONValue) {
      var members: [String: JSONValue] = [:]
      for (name, value) in json.members ?? [] { members[name] = value }
      func units(_ name: String) -> UInt32? { members[name]?.integer.flatMap { UInt32(exactly: $0) } }
      func integer(_ name: String) -> Int? { members[name]?.integer.flatMap { Int(exactly: $0) } }
      func entries(_ name: String) -> [Entry]? {
        members[name]?.elements.flatMap { elements in
          let entries = elements.compactMap { Entry($0) }
          return entries.count == elements.count ? entries : nil
        }
      }
      guard let field = members["field"]?.string, let kind = members["kind"]?.string,
        let isByCount = members["isByCount"]?.boolean, let limit = integer("limit"),
        let missingCount = integer("missingCount"), let values = entries("values")
      else { return nil }
      (self.field, self.kind, self.isByCount, self.limit) = (field, kind, isByCount, limit)
      (self.missingCount, self.values) = (missingCount, values)
      isMatching = members["isMatching"]?.boolean ?? false
      hasHistogram = members["hasHistogram"]?.boolean ?? false
      (least, matchReach) = (units("least"), units("matchReach"))
      hasMore = members["hasMore"]?.boolean ?? false
      bounds = entries("bounds") ?? []
      buckets = entries("buckets")
    }
  }

  extension FacetAnswer.Entry {
    fileprivate init?(_ json: JSONValue) {
      guard let parts = json.elements, parts.count == 3, let key = parts[0].string.flatMap({ MergeKey($0) }),
        let count = parts[1].integer.flatMap({ Int(exactly: $0) }), let spellings = parts[2].elements
      else { return nil }
      (self.key, self.count) = (key, count)
      self.spellings = spellings.compactMap { FacetAnswer.Spelling($0) }
      guard !spellings.isEmpty, self.spellings.count == spellings.count else { return nil }
    }
  }

  extension FacetAnswer.Spelling {
    fileprivate init?(_ json: JSONValue) {
      guard let parts = json.elements, parts.count >= 2, let count = parts[1].integer.flatMap({ Int(exactly: $0) })
      else { return nil }
      (value, self.count) = (parts[0].json, count)
      if parts.count == 4, let cost = parts[2].integer.flatMap({ UInt32(exactly: $0) }),
        let rank = parts[3].string.flatMap({ MergeKey($0) })
      {
        match = FacetAnswer.Match(cost: cost, rank: rank)
      } else {
        match = nil
      }
    }
  }
#endif
