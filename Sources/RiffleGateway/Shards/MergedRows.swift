#if Service && Cluster
  import RiffleInput
  import RiffleServer

  /// A window of a list in shards, in list order.
  struct MergedRows: Sendable {
    private let count, start: Int
    private var index: Int?
    private let rows: [ShardAnswer.Entry]

    /// - Throws: as `ShardSession.ask`; `Problem` if there is no row with the id that the window is around.
    init(_ request: ShardRequest, _ session: ShardSession) async throws {
      let answers = try await session.askAll(request)
      guard let first = answers.min(by: { $0.key < $1.key })?.value else {
        throw Problem(.noNode, "no shard answers: try again in a second", parameter: "list", retryAfter: 1)
      }
      let counts = answers.mapValues(\.total)
      count = counts.values.reduce(0, +)
      var window = first.window
      var isDirect = window.upperBound <= ShardRequest.mostDirect
      if let id = first["around"]?.string {
        guard let center = answers.values.lazy.compactMap(\.center).first else { throw Problem.noRow(around: id) }
        var asked = request
        (asked.window, asked.hasContents, asked.ranked) = (0..<0, false, [center.key])
        let rank = try await session.askAll(asked).values.reduce(0) { $0 + ($1.ranks.first ?? 0) }
        let before = first["before"]?.integer.flatMap { Int(exactly: $0) } ?? 0
        // The window stays full at the end of the list.
        let start = max(0, min(rank - before, count - window.count))
        window = start..<start + window.count
        (index, isDirect) = (rank, false)
      }
      start = window.lowerBound
      rows =
        isDirect
        ? MergedSearch.window(window, of: answers.mapValues(\.entries))
        : try await MergedSearch.rows(window, counts, request, session) ?? []
    }

    func write(
      to json: inout JSONWriter, generation: UInt64, snapshot: String?, isPartial: Bool, missingShards: [String]
    ) {
      json.object { json in
        json.member("generation", generation)
        json.member("count", count)
        json.member("offset", start)
        if let index { json.member("index", index) }
        json.member("isPartial", isPartial)
        if let snapshot { json.member("snapshot", snapshot) }
        if !missingShards.isEmpty { json.member("missingShards", missingShards) }
        json.name("rows")
        json.array(rows) { row, json in json.raw(row.json?.json ?? "null") }
      }
    }
  }
#endif
