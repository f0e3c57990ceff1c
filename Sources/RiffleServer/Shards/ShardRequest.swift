#if Service
  import Riffle
  import RiffleInput

  /// A request by a gateway for a part of the answer of a list in shards. Not part of the public API.
  package struct ShardRequest: Sendable {
    /// `check` reads what is typed into a live search, and nothing else; `facets` counts the values of fields in its answer. `ids`
    /// are those of items to delete. A list in one piece answers `ids` and `changes`, too.
    package enum Operation: String, Sendable, CaseIterable {
      case search, facets, check, rows, jumplist, list, ids, changes
    }

    package var operation: Operation
    /// The parameters of the public request without `snapshot`, as in a URL.
    package var query = ""
    /// The parameters as an object of a body, in JSON; `nil` if they are in ``query``.
    package var object: String?
    /// The JSON pointer of the object in the body.
    package var pointer = ""
    /// The public parameter.
    package var snapshot: String?
    /// The token of the moment of the request before; `nil` in the first one.
    package var round: String?
    /// The highest cost of a hit, in units of the cost table.
    package var most: UInt32?
    /// The rows to return. `nil` for all rows to the end of the window of the parameters, if they are few.
    package var window: Range<Int>?
    /// Whether rows are returned with their contents, and not only with their keys.
    package var hasContents = true
    /// Whether the sections of hits are returned, if the parameters request them.
    package var hasSections = true
    /// The range of rows to return keys of, and the number of rows in it, evenly spaced.
    package var samples: (range: Range<Int>, count: Int)?
    /// The keys to return the ranks of: among all rows that the caller may see, or those of the part that rows are read from.
    package var ranked: [MergeKey] = []
    /// The place of the facet to count among those of the parameters; `nil` for all of them.
    package var facet: Int?
    /// The key of the last value known; `nil` to begin with the least value.
    package var after: MergeKey?
    /// The number of values of a facet in one answer.
    package var valueLimit = ShardRequest.mostValues

    /// The place behind which changes are returned; `nil` for the present one, without changes.
    package var since: String?
    /// The most changes in one answer, and their most bytes.
    package var (limit, bytes) = (100, Int.max)
    /// The time to wait for a change, in seconds.
    package var wait = 0

    package init(_ operation: Operation) { self.operation = operation }

    /// The most rows that are returned with their contents unless a window is requested.
    package static let mostDirect = 200
    /// The end of the last window of ranked hits.
    package static let mostRanked = 20_000
    /// The most values of a facet in one answer.
    package static let mostValues = 20_000
    /// The most sections of a sorted answer, of a shard or of a list in one piece.
    package static let mostSections = 100_000
    /// The most ids in one answer.
    package static let mostIDs = 20_000

    package var json: String {
      var json = JSONWriter()
      json.object { json in
        json.member("op", operation.rawValue)
        json.member("query", query)
        if let object {
          json.name("object")
          json.raw(object)
        }
        if !pointer.isEmpty { json.member("pointer", pointer) }
        if let snapshot { json.member("snapshot", snapshot) }
        if let round { json.member("round", round) }
        if let most { json.member("most", most) }
        if let window {
          json.name("window")
          json.array([window.lowerBound, window.upperBound]) { $1.integer($0) }
        }
        json.member("hasContents", hasContents)
        if !hasSections { json.member("sections", false) }
        if let samples {
          json.name("samples")
          json.array([samples.range.lowerBound, samples.range.upperBound, samples.count]) { $1.integer($0) }
        }
        if !ranked.isEmpty { json.member("ranked", ranked.map(\.text)) }
        if let facet { json.member("facet", facet) }
        if let after { json.member("after", after.text) }
        if valueLimit != ShardRequest.mostValues { json.member("values", valueLimit) }
        if operation != .changes { return }
        if let since { json.member("since", since) }
        json.member("limit", limit)
        if bytes < .max { json.member("bytes", bytes) }
        if wait > 0 { json.member("wait", wait) }
      }
      return String(decoding: json.bytes, as: UTF8.self)
    }

    /// - Throws: ``Problem``.
    init(_ json: JSONValue) throws(Problem) {
      let parameters = try Parameters(
        json,
        known: [
          "op", "query", "object", "pointer", "snapshot", "round", "most", "window", "hasContents", "sections",
          "samples", "ranked", "facet", "after", "values", "since", "limit", "bytes", "wait",
        ])
      guard let operation = try parameters.choice("op", Operation.self) else {
        throw .invalid("/op", "“op” is missing: this path is for gateways")
      }
      self.operation = operation
      query = try parameters.text("query") ?? ""
      object = parameters.json("object")?.json
      pointer = try parameters.text("pointer") ?? ""
      snapshot = try parameters.text("snapshot")
      round = try parameters.text("round")
      most = try parameters.integer("most", in: 0...Int(UInt32.max)).map { UInt32($0) }
      hasContents = try parameters.boolean("hasContents") ?? true
      hasSections = try parameters.boolean("sections") ?? true
      let bounds = 0...2 * SearchParameters.mostOffset
      func numbers(_ name: String, _ count: Int) throws(Problem) -> [Int]? {
        guard let json = parameters.json(name) else { return nil }
        let numbers = (json.elements ?? []).compactMap { $0.integer.flatMap { Int(exactly: $0) } }
        guard numbers.count == count, numbers.allSatisfy({ bounds.contains($0) }), numbers[0] <= numbers[1] else {
          throw .invalid("/\(name)", "“\(name)” must be an array of \(count) numbers")
        }
        return numbers
      }
      window = try numbers("window", 2).map { $0[0]..<$0[1] }
      samples = try numbers("samples", 3).map { ($0[0]..<$0[1], $0[2]) }
      let keys = parameters.json("ranked")?.elements ?? []
      ranked = keys.compactMap { $0.string.flatMap { MergeKey($0) } }
      guard ranked.count == keys.count else { throw .invalid("/ranked", "“ranked” must be an array of keys") }
      facet = try parameters.integer("facet", in: 0...Int(Int32.max))
      valueLimit = try parameters.integer("values", in: 1...ShardRequest.mostValues) ?? ShardRequest.mostValues
      since = try parameters.text("since")
      limit = try parameters.integer("limit", in: 1...Int.max) ?? limit
      bytes = try parameters.integer("bytes", in: 0...Int.max) ?? bytes
      wait = try parameters.integer("wait", in: 0...30) ?? wait
      if let text = try parameters.text("after") {
        guard let key = MergeKey(text) else { throw .invalid("/after", "“after” must be a key") }
        after = key
      }
    }
  }
#endif
