#if Service && Cluster
  import NIOCore
  import Riffle
  import RiffleInput
  import RiffleServer

  /// The exact answer to a search of a list in shards.
  ///
  /// The cost of a row depends on the row alone. Two things depend on all rows: the limit of the cost, which the best hit of all
  /// shards sets, and the place of a row in the list, which is the sum of its ranks in all shards.
  struct MergedSearch: Sendable {
    private let q: JSONValue?
    private let window: Range<Int>
    private(set) var total = 0
    private(set) var isTotalExact = true
    private var isCutByReach: Bool?
    private var hits: [ShardAnswer.Entry] = []
    private var facets: MergedFacets?
    private var sections: MergedSections?
    /// The number of rows that are searched.
    let partCount: Int
    /// The number of rows that the caller may see.
    let visibleCount: Int
    /// Whether the answer is in list order, so that the entries of a jumplist are its sections.
    let isInListOrder: Bool
    private var positions: [Int] = []
    private var microseconds: Int64 = 0
    private var work: [(name: String, count: Int64)] = []

    /// - Throws: as `ShardSession.ask`.
    init(_ request: ShardRequest, _ session: ShardSession) async throws {
      var answers = try await session.askAll(request)
      let first = try MergedSearch.first(answers)
      (window, q) = (first.window, first["q"])
      func sum(_ name: String) -> Int {
        answers.values.reduce(0) { $0 + ($1[name]?.integer.flatMap { Int(exactly: $0) } ?? 0) }
      }
      (partCount, visibleCount) = (sum("partCount"), sum("visibleCount"))
      isInListOrder = first["isFirst"]?.boolean ?? false
      let limit = MergedSearch.limit(answers)
      isCutByReach = MergedSearch.isCutByReach(answers, limit)
      var narrowed = request
      if limit < .max { narrowed.most = limit }
      noteWork(answers)
      if first.isWhole {
        // Shards whose own limit was looser have other hits now.
        let isDirect = window.upperBound <= ShardRequest.mostDirect
        let loose = answers.filter { MergedSearch.isLoose($0.value, limit) }
        if !loose.isEmpty {
          narrowed.window = isDirect ? 0..<window.upperBound : 0..<0
          let again = narrowed
          let new = try await session.ask(loose.mapValues { _ in again })
          noteWork(new)
          answers.merge(new) { $1 }
        }
        if first["sections"] != nil { sections = try MergedSections(answers.values) }
        narrowed.hasSections = false
        total = answers.values.reduce(0) { $0 + $1.total }
        isTotalExact = answers.values.allSatisfy(\.isTotalExact)
        hits =
          isDirect
          ? MergedSearch.window(window, of: answers.mapValues(\.entries))
          : try await MergedSearch.rows(window, answers.mapValues(\.total), narrowed, session) ?? []
      } else {
        let near = answers.mapValues { $0.entries.filter { $0.cost <= limit } }
        let found = MergedSearch.window(0..<window.upperBound, of: near)
        try await count(found.count, answers, limit, narrowed, session)
        hits =
          window.upperBound <= ShardRequest.mostDirect
          ? Array(found.dropFirst(window.lowerBound)) : try await contents(near, narrowed, session)
      }
      var placed = request
      placed.hasSections = false
      positions = try await MergedSearch.positions(of: hits, placed, session)
      let facetCount = first["facetCount"]?.integer.flatMap { Int(exactly: $0) } ?? 0
      if facetCount > 0 { facets = try await MergedFacets(request, count: facetCount, session) }
    }

    private static func first(_ answers: [Int: ShardAnswer]) throws(Problem) -> ShardAnswer {
      guard let first = answers.min(by: { $0.key < $1.key }) else {
        throw Problem(.noNode, "no shard answers: try again in a second", parameter: "list", retryAfter: 1)
      }
      return first.value
    }

    /// Returns the highest cost of a hit: that of the best hit of all shards, and the reach.
    static func limit(_ answers: [Int: ShardAnswer]) -> UInt32 {
      guard let least = answers.values.compactMap(\.least).min(), let reach = answers.values.first?.reach else {
        return .max
      }
      let (sum, isBeyond) = least.addingReportingOverflow(reach)
      return isBeyond ? .max : sum
    }

    /// Returns whether a shard may have hits above the limit.
    static func isLoose(_ answer: ShardAnswer, _ limit: UInt32) -> Bool {
      answer.least != nil && MergedSearch.limit([0: answer]) > limit
    }

    /// Returns whether a row that matches has been left out; `nil` if that is not known.
    private static func isCutByReach(_ answers: [Int: ShardAnswer], _ limit: UInt32) -> Bool? {
      if answers.values.contains(where: { $0.isCutByReach == true }) { return true }
      let isKnown = answers.values.allSatisfy { $0.isCutByReach == false && !isLoose($0, limit) }
      return isKnown ? false : nil
    }

    private mutating func noteWork(_ answers: [Int: ShardAnswer]) {
      microseconds += answers.values.compactMap { $0["microseconds"]?.integer }.max() ?? 0
      for answer in answers.values {
        for (name, count) in answer["work"]?.members ?? [] {
          let place = work.firstIndex { $0.name == name }
          if let place { work[place].count += count.integer ?? 0 } else { work.append((name, count.integer ?? 0)) }
        }
      }
    }

    // MARK: - Windows

    /// Merges sorted entries of shards.
    /// - Returns: those of the window.
    static func window(_ window: Range<Int>, of entries: [Int: [ShardAnswer.Entry]]) -> [ShardAnswer.Entry] {
      // Keys differ between shards, because they end with the id.
      let sorted = entries.values.flatMap(\.self).sorted { $0.key < $1.key }
      return Array(sorted.prefix(window.upperBound).dropFirst(window.lowerBound))
    }

    /// Reads a window of whole answers, in list order or sorted.
    /// - Parameter counts: the number of rows of each shard.
    /// - Returns: `nil` if it lies behind all rows.
    static func rows(
      _ window: Range<Int>, _ counts: [Int: Int], _ request: ShardRequest, _ session: ShardSession
    ) async throws -> [ShardAnswer.Entry]? {
      let numbers = counts.keys.sorted()
      if window.lowerBound >= counts.values.reduce(0, +) || window.isEmpty { return nil }
      let cuts = try await OrderCuts.cuts(at: window.lowerBound, numbers.map { counts[$0] ?? 0 }) { ranges in
        var requests: [Int: ShardRequest] = [:]
        for (number, range) in zip(numbers, ranges) where !range.isEmpty {
          var asked = request
          (asked.window, asked.hasContents) = (0..<0, false)
          asked.samples = (range, OrderCuts.samplesOfRound)
          requests[number] = asked
        }
        let answers = try await session.ask(requests)
        return numbers.map { answers[$0]?.samples ?? [] }
      }
      guard let cuts else {
        throw Problem(
          .noNode, "the shards of the list have rows in common: correct the routes", parameter: "list", retryAfter: 1)
      }
      var requests: [Int: ShardRequest] = [:]
      for (number, cut) in zip(numbers, cuts) where cut < counts[number] ?? 0 {
        var asked = request
        (asked.window, asked.hasContents) = (cut..<cut + window.count, true)
        requests[number] = asked
      }
      return MergedSearch.window(0..<window.count, of: try await session.ask(requests).mapValues(\.entries))
    }

    /// Reads the contents of a window of ranked hits, of which the keys up to its end are known.
    private func contents(
      _ keys: [Int: [ShardAnswer.Entry]], _ request: ShardRequest, _ session: ShardSession
    ) async throws -> [ShardAnswer.Entry] {
      let all = keys.flatMap { number, entries in entries.indices.map { (number, $0, entries[$0].key) } }
        .sorted { $0.2 < $1.2 }
      var ranges: [Int: Range<Int>] = [:]
      for (number, index, _) in all.prefix(window.upperBound).dropFirst(window.lowerBound) {
        ranges[number] = (ranges[number]?.lowerBound ?? index)..<index + 1
      }
      if ranges.isEmpty { return [] }
      let requests = ranges.mapValues { range in
        var asked = request
        (asked.window, asked.hasContents) = (range, true)
        return asked
      }
      return MergedSearch.window(0..<window.count, of: try await session.ask(requests).mapValues(\.entries))
    }

    // MARK: - Totals

    /// Counts ranked hits as a list in one piece counts them.
    /// - Parameter known: the number of hits up to the end of the window.
    private mutating func count(
      _ known: Int, _ answers: [Int: ShardAnswer], _ limit: UInt32, _ request: ShardRequest, _ session: ShardSession
    ) async throws {
      let end = window.upperBound
      guard let first = answers.values.first else { return }
      let counted = first.counted ?? .max
      if counted <= end {
        (total, isTotalExact) = (min(known, end), known < end)
        return
      }
      if known < end {
        (total, isTotalExact) = (known, true)
        return
      }
      let loose = answers.filter { MergedSearch.isLoose($0.value, limit) }
      var asked = request
      (asked.window, asked.hasContents) = (0..<0, false)
      let again = try await session.ask(loose.mapValues { _ in asked })
      noteWork(again)
      let all = answers.merging(again) { $1 }.values
      let sum = all.reduce(0) { $0 + $1.total }
      total = min(sum, counted)
      isTotalExact = all.allSatisfy(\.isTotalExact) && sum <= counted
    }

    // MARK: - Positions

    private static let bytesOfKeys = 200_000

    /// Returns the places of hits in the whole list, as far as the caller may see it.
    private static func positions(
      of hits: [ShardAnswer.Entry], _ request: ShardRequest, _ session: ShardSession
    ) async throws -> [Int] {
      var keys = hits.map(\.place)[...]
      var positions: [Int] = []
      while !keys.isEmpty {
        var asked = request
        (asked.window, asked.hasContents) = (0..<0, false)
        var bytes = 0
        asked.ranked = Array(
          keys.prefix { key in
            defer { bytes += 2 * key.bytes.count }
            return bytes == 0 || bytes < bytesOfKeys
          })
        keys = keys.dropFirst(asked.ranked.count)
        var sums = asked.ranked.map { _ in 0 }
        for answer in try await session.askAll(asked).values {
          for (index, rank) in answer.ranks.enumerated() where index < sums.count { sums[index] += rank }
        }
        positions += sums
      }
      return positions
    }

    // MARK: - JSON

    func write(
      to json: inout JSONWriter, generation: UInt64, snapshot: String?, isPartial: Bool, isBound: Bool,
      missingShards: [String]
    ) {
      json.object { json in
        writeMembers(
          to: &json, generation: generation, snapshot: snapshot, isPartial: isPartial, isBound: isBound,
          missingShards: missingShards)
      }
    }

    func writeMembers(
      to json: inout JSONWriter, generation: UInt64, snapshot: String?, isPartial: Bool, isBound: Bool,
      missingShards: [String]
    ) {
      json.name("q")
      json.raw(q?.json ?? "\"\"")
      json.member("generation", generation)
      json.member("offset", window.lowerBound)
      json.member("total", total)
      json.member("isTotalExact", isTotalExact)
      json.member("isPartial", isPartial)
      json.member("isCutByReach", isCutByReach)
      if let snapshot { json.member("snapshot", snapshot) }
      if !missingShards.isEmpty { json.member("missingShards", missingShards) }
      json.name("hits")
      json.array(zip(hits, positions)) { hit, json in
        json.object { json in
          for (name, value) in hit.0.json?.members ?? [] {
            json.name(name)
            if name == "position" { json.integer(hit.1) } else { json.raw(value.json) }
          }
        }
      }
      if let sections {
        json.name("sections")
        sections.write(to: &json)
      }
      if let facets {
        json.name("facets")
        facets.write(to: &json)
      }
      if isBound { return }
      json.member("microseconds", microseconds)
      json.name("work")
      json.object { json in for (name, count) in work { json.member(name, count) } }
    }
  }
#endif
