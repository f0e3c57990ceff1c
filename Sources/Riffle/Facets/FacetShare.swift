/// The counts of a field's values in one of several lists, to be added to those in the others.
package struct FacetShare: Sendable {
  /// A spelling of a value.
  package struct Spelling: Sendable {
    package let value: FieldValue
    /// The number of items with this spelling.
    package let count: Int
    /// The match of the facet's query; `nil` if the spelling does not match, or there is no query.
    package var match: Match?
  }

  /// How well a spelling matches a query.
  package struct Match: Sendable, Hashable {
    /// The cost, in units of the cost table.
    package let cost: UInt32
    /// A byte string that compares as matches do.
    package let rank: [UInt8]
  }

  /// A value, or a bucket.
  package struct Entry: Sendable {
    /// Equal values of all lists have the same key. Keys compare as the values do.
    package let key: [UInt8]
    /// The number of items with the value, or with an equal one.
    package var count: Int
    /// In the order of their bytes; one, unless the field is folded.
    package var spellings: [Spelling]
  }

  /// Ascending by key.
  package internal(set) var entries: [Entry] = []
  /// Whether there are values after the last entry.
  package internal(set) var hasMore = false
  package internal(set) var missingCount = 0
  /// The least and the greatest number, if no values were requested; `nil` if there is none.
  package internal(set) var bounds: (least: Entry, greatest: Entry)?
  /// The buckets that have items, ascending; `nil` if they are too many.
  package internal(set) var histogram: [Entry]? = []

  package init() {}
}

extension FacetCounter {
  /// Counts the values of a field after a key.
  /// - Parameters:
  ///   - key: the key of the last value known; `nil` to begin with the least one.
  ///   - limit: the number of values at most.
  ///   - byteLimit: the number of bytes of keys and spellings after which values are left for the next request.
  /// - Throws: ``FilterError``.
  /// - Complexity: as ``counts(_:)``.
  func share(_ facet: Facet, after key: [UInt8]?, limit: Int, byteLimit: Int) throws(FilterError) -> FacetShare {
    let (number, field) = try field(of: facet)
    var share = FacetShare()
    share.missingCount = missingCount(number)
    switch field.kind {
    case .keyword: share.take(keywords(number, after: key), limit, byteLimit)
    case .boolean:
      let flags = [false, true].compactMap { flag -> FacetShare.Entry? in
        let count = count(of: flag, number)
        return count == 0 ? nil : FacetShare.Entry([flag ? 1 : 0], .boolean(flag), count)
      }
      share.take(flags.filter { FacetShare.isBehind($0.key, key) }, limit, byteLimit)
    case .integer, .real, .time: countNumbers(number, field.kind, facet, after: key, limit, byteLimit, &share)
    }
    if let query = facet.matching { match(query, &share) }
    return share
  }

  private func countNumbers(
    _ field: Int, _ kind: FieldKind, _ facet: Facet, after key: [UInt8]?, _ limit: Int, _ byteLimit: Int,
    _ share: inout FacetShare
  ) {
    let numbers = numbers(field, kind)
    func entry(_ code: UInt64, _ count: Int) -> FacetShare.Entry {
      var key: [UInt8] = []
      key.append(bigEndian: code)
      return FacetShare.Entry(key, FieldCode.value(code, kind), count)
    }
    if facet.limit > 0 {
      let entries = numbers.counts().lazy.map { entry($0.code, $0.count) }
      share.take(entries.filter { FacetShare.isBehind($0.key, key) }, limit, byteLimit)
    } else if let bounds = numbers.bounds {
      share.bounds = (entry(bounds.least, 1), entry(bounds.greatest, 1))
    }
    guard let histogram = facet.histogram, key == nil else { return }
    share.histogram = numbers.buckets(histogram).map { buckets in buckets.map { entry($0.key, $0.value) } }
  }

  private func keywords(_ field: Int, after key: [UInt8]?) -> some Sequence<FacetShare.Entry> {
    let found = KeywordCounts(columns.map { $0.columns[field] }.keywords, rows, joins: false)
    var entries = found.entries[...]
    if let key {
      entries = entries.dropFirst(entries.partitioningIndex { FacetShare.isBehind(found.key($0), key) })
    }
    return sequence(state: entries) { rest -> FacetShare.Entry? in
      guard let first = rest.popFirst() else { return nil }
      var entry = FacetShare.Entry(found.key(first), .text(found.string(first)), first.count)
      entry.count = first.equalCount
      while let next = rest.first, found.key(next) == entry.key {
        rest.removeFirst()
        entry.count += next.equalCount
        entry.spellings.append(FacetShare.Spelling(value: .text(found.string(next)), count: next.count))
      }
      return entry
    }
  }

  private func match(_ query: Query, _ share: inout FacetShare) {
    // Lists with better matches may leave out others.
    let request = SearchRequest(query, reach: .unlimited)
    let values = share.entries.flatMap { $0.spellings.map { "\($0.value)" } }
    let results = matches(values, request)
    var found: [Int: FacetShare.Match] = [:]
    for position in results.indices {
      let hit = results[position]
      found[hit.lineNumber] = FacetShare.Match(hit.ranked)
    }
    var line = 0
    for index in share.entries.indices {
      for spelling in share.entries[index].spellings.indices {
        share.entries[index].spellings[spelling].match = found[line]
        line += 1
      }
    }
  }
}

extension FacetShare {
  fileprivate static func isBehind(_ key: [UInt8], _ other: [UInt8]?) -> Bool {
    other.map { $0.lexicographicallyPrecedes(key) } ?? true
  }

  fileprivate mutating func take(_ all: some Sequence<Entry>, _ limit: Int, _ byteLimit: Int) {
    var bytes = 0
    for entry in all {
      // At least one, however long it is.
      if !entries.isEmpty, entries.count >= limit || bytes >= byteLimit {
        hasMore = true
        return
      }
      bytes += 2 * entry.key.count + entry.spellings.reduce(16) { $0 + 32 + "\($1.value)".utf8.count }
      entries.append(entry)
    }
  }
}

extension FacetShare.Entry {
  fileprivate init(_ key: [UInt8], _ value: FieldValue, _ count: Int) {
    self.init(key: key, count: count, spellings: [FacetShare.Spelling(value: value, count: count)])
  }
}

extension FacetShare.Match {
  fileprivate init(_ ranked: RankedRow) {
    var rank: [UInt8] = []
    rank.append(bigEndian: ranked.score.rawValue >> 1)
    rank.append(bigEndian: UInt64(ranked.length))
    rank.append(ranked.score.isAsTyped ? 0 : 1)
    self.init(cost: ranked.score.units, rank: rank)
  }
}

extension SearchResults {
  /// Counts values of a field in the whole answer, to be added to those in other lists.
  ///
  /// - Parameters: as those of `FacetCounter`.
  /// - Returns: `nil` unless the hits are in list order (``HitOrder/list``).
  /// - Throws: ``FilterError``.
  package func share(
    _ facet: Facet, after key: [UInt8]?, limit: Int, byteLimit: Int
  ) throws(FilterError) -> FacetShare? {
    guard let part else { return nil }
    return try FacetCounter(part.partRows.map(\.bits), of: part.state).share(
      facet, after: key, limit: limit, byteLimit: byteLimit)
  }
}
