#if Service && Cluster
  import Riffle
  import RiffleInput
  import RiffleServer

  /// The exact counts of facets in a list in shards.
  ///
  /// All values of all shards are read in the order of their keys, some thousands at once. Of them, only the best are kept, so the
  /// memory depends on the limit of a facet, and not on the number of values.
  struct MergedFacets: Sendable {
    private var facets: [MergedFacet] = []

    /// - Throws: as `ShardSession.ask`; `Problem` if a histogram has too many buckets.
    init(_ request: ShardRequest, count: Int, _ session: ShardSession) async throws {
      var asked = request
      (asked.operation, asked.most, asked.window, asked.samples, asked.ranked) = (.facets, nil, nil, nil, [])
      asked.valueLimit = session.facetValues
      let answers = try await session.askAll(asked)
      for number in 0..<count {
        asked.facet = number
        var shares: [Int: FacetAnswer] = [:]
        for (shard, answer) in answers { shares[shard] = try MergedFacets.facet(number, of: answer) }
        // The best hit of all shards sets the limit, as for hits.
        let reach = answers.values.lazy.compactMap(\.reach).first
        let limit = MergedFacets.limit(shares.values.compactMap(\.least).min(), reach)
        asked.most = limit == .max ? nil : limit
        let loose = shares.filter { $0.value.least != nil && MergedFacets.limit($0.value.least, reach) > limit }
        let narrowed = asked
        for (shard, answer) in try await session.ask(loose.mapValues { _ in narrowed }) {
          shares[shard] = try MergedFacets.facet(0, of: answer)
        }
        facets.append(try await MergedFacet(shares, asked, session))
      }
    }

    private static func limit(_ least: UInt32?, _ reach: UInt32?) -> UInt32 {
      guard let least, let reach else { return .max }
      let (sum, isBeyond) = least.addingReportingOverflow(reach)
      return isBeyond ? .max : sum
    }

    fileprivate static func facet(_ place: Int, of answer: ShardAnswer) throws(Problem) -> FacetAnswer {
      let elements = answer["facets"]?.elements ?? []
      guard elements.indices.contains(place), let facet = FacetAnswer(elements[place]) else {
        throw Problem(
          .noNode, "a node of the list is of another version: upgrade it", parameter: "list", retryAfter: 1)
      }
      return facet
    }

    func write(to json: inout JSONWriter) { json.array(facets) { $0.write(to: &$1) } }
  }

  /// The counts of one facet.
  private struct MergedFacet: Sendable {
    private let field: String
    private var values: [FacetValues.Value] = []
    private var valueCount: Int?
    private var missingCount = 0
    private var least, greatest: FacetAnswer.Entry?
    private var histogram: [FacetAnswer.Entry] = []

    /// - Parameters:
    ///   - shares: the first counts of each shard.
    ///   - request: the request for further counts.
    init(_ shares: [Int: FacetAnswer], _ request: ShardRequest, _ session: ShardSession) async throws {
      guard let first = shares.values.first else {
        throw Problem(.noNode, "no shard answers: try again in a second", parameter: "list", retryAfter: 1)
      }
      field = first.field
      missingCount = shares.values.reduce(0) { $0 + $1.missingCount }
      let isNumber = !["keyword", "boolean"].contains(first.kind)
      if isNumber, first.limit == 0 {
        least = shares.values.compactMap(\.bounds.first).min { $0.key < $1.key }
        greatest = shares.values.compactMap(\.bounds.last).max { $0.key < $1.key }
      } else {
        var found = FacetValues(first)
        try await found.read(shares, request, session)
        (values, valueCount) = (found.best, found.count)
        if isNumber { (least, greatest) = (found.first, found.last) }
      }
      guard first.hasHistogram else { return }
      var buckets: [MergeKey: FacetAnswer.Entry] = [:]
      let most = Facet.maximumBucketCount
      for share in shares.values {
        for bucket in share.buckets ?? [] {
          if buckets[bucket.key] == nil {
            buckets[bucket.key] = bucket
          } else {
            buckets[bucket.key]?.count += bucket.count
          }
        }
        if share.buckets == nil || buckets.count > most {
          throw Problem.invalid("facets", "\(FilterError.tooLarge(what: "buckets in a histogram", limit: most))")
        }
      }
      histogram = buckets.values.sorted { $0.key < $1.key }
    }

    func write(to json: inout JSONWriter) {
      json.object { json in
        json.member("field", field)
        json.name("values")
        json.array(values) { $1.counted($0.json, $0.count) }
        if let valueCount { json.member("valueCount", valueCount) }
        json.member("missingCount", missingCount)
        for (name, entry) in [("least", least), ("greatest", greatest)] {
          guard let entry else { continue }
          json.name(name)
          json.raw(entry.spellings[0].value)
        }
        if histogram.isEmpty { return }
        json.name("histogram")
        json.array(histogram) { $1.counted($0.spellings[0].value, $0.count) }
      }
    }
  }

  /// The values of a field, of all shards, from which the best are chosen.
  private struct FacetValues {
    struct Value: Sendable {
      let json: String
      let key: MergeKey
      let count: Int
      let match: FacetAnswer.Match?
    }

    /// The number of distinct values.
    private(set) var count = 0
    private(set) var first, last: FacetAnswer.Entry?
    private let facet: FacetAnswer
    private var kept: [Value] = []
    /// The cost of the best match so far.
    private var least = UInt32.max

    /// - Parameter facet: the counts of a shard, with the properties of the facet.
    init(_ facet: FacetAnswer) { self.facet = facet }

    /// Reads the values of all shards.
    mutating func read(_ shares: [Int: FacetAnswer], _ request: ShardRequest, _ session: ShardSession) async throws {
      var pages = shares.mapValues { (values: $0.values[...], hasMore: $0.hasMore) }
      while true {
        merge(&pages)
        // Now each shard that has more is at the end of its page, or others are.
        var requests: [Int: ShardRequest] = [:]
        for (shard, page) in pages where page.hasMore && page.values.count <= 1 {
          var asked = request
          asked.after = page.values.last?.key
          requests[shard] = asked
        }
        if requests.isEmpty { break }
        for (shard, answer) in try await session.ask(requests) {
          let next = try MergedFacets.facet(0, of: answer)
          let rest = pages[shard]?.values ?? []
          pages[shard] = (ArraySlice(rest + next.values), next.hasMore && !next.values.isEmpty)
        }
        await session.didRead(requests.count)
      }
      prune()
    }

    /// Takes values as far as the pages of all shards reach. The last value of a page that has more is left in it.
    private mutating func merge(_ pages: inout [Int: (values: ArraySlice<FacetAnswer.Entry>, hasMore: Bool)]) {
      let bound = pages.values.filter(\.hasMore).compactMap { $0.values.last?.key }.min()
      var ready: [FacetAnswer.Entry] = []
      for shard in Array(pages.keys) {
        guard let values = pages[shard]?.values else { continue }
        let end = bound.map { bound in values.firstIndex { !($0.key < bound) } ?? values.endIndex } ?? values.endIndex
        ready += values[..<end]
        pages[shard]?.values = values[end...]
      }
      ready.sort { $0.key < $1.key }
      var start = 0
      while start < ready.count {
        let end = ready[start...].firstIndex { $0.key != ready[start].key } ?? ready.count
        take(ready[start..<end])
        start = end
      }
    }

    /// Takes a value of several shards.
    private mutating func take(_ entries: ArraySlice<FacetAnswer.Entry>) {
      guard var entry = entries.first else { return }
      for other in entries.dropFirst() {
        entry.count += other.count
        for spelling in other.spellings {
          if let place = entry.spellings.firstIndex(where: { $0.value == spelling.value }) {
            entry.spellings[place].count += spelling.count
          } else {
            entry.spellings.append(spelling)
          }
        }
      }
      count += 1
      if first == nil { first = entry }
      last = entry
      guard let shown = FacetValues.shown(entry.spellings) else { return }
      if facet.isMatching {
        guard let match = shown.match else { return }
        least = min(least, match.cost)
      }
      kept.append(Value(json: shown.value, key: entry.key, count: entry.count, match: shown.match))
      if kept.count > 2 * facet.limit + 1_000 { prune() }
    }

    /// Returns the most frequent spelling; of equally frequent ones, the first by its bytes.
    private static func shown(_ spellings: [FacetAnswer.Spelling]) -> FacetAnswer.Spelling? {
      if spellings.count == 1 { return spellings[0] }
      let texts = spellings.map { Array(((try? JSONValue(Array($0.value.utf8)))?.string ?? $0.value).utf8) }
      let best = spellings.indices.min { a, b in
        spellings[a].count != spellings[b].count
          ? spellings[a].count > spellings[b].count : texts[a].lexicographicallyPrecedes(texts[b])
      }
      return best.map { spellings[$0] }
    }

    private static func isBefore(_ a: Value, _ b: Value, byCount: Bool) -> Bool {
      if let first = a.match, let second = b.match, first.rank != second.rank { return first.rank < second.rank }
      if byCount, a.count != b.count { return a.count > b.count }
      return a.key < b.key
    }

    private mutating func prune() {
      let byCount = facet.isByCount
      kept.sort { FacetValues.isBefore($0, $1, byCount: byCount) }
      if kept.count > facet.limit { kept.removeSubrange(facet.limit...) }
    }

    /// The values to return.
    var best: [Value] {
      guard facet.isMatching, let reach = facet.matchReach else { return kept }
      let (most, isBeyond) = least.addingReportingOverflow(reach)
      return isBeyond ? kept : kept.filter { ($0.match?.cost ?? 0) <= most }
    }
  }

  extension JSONWriter {
    /// - Parameter value: in JSON.
    fileprivate mutating func counted(_ value: String, _ count: Int) {
      object { json in
        json.name("value")
        json.raw(value)
        json.member("count", count)
      }
    }
  }
#endif
