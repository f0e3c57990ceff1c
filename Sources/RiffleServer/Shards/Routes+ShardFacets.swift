#if Service
  import Hummingbird
  import Riffle
  import RiffleInput

  /// The counts of values in the answer of a shard, which a gateway adds up.
  extension Routes {
    /// The counts of a facet, and what its own answer depends on.
    private struct Counted: Sendable {
      let facet: Facet
      let kind: FieldKind
      /// The cost of the best hit of the answer that is counted.
      let least: UInt32
      let share: FacetShare
    }

    func shardFacets(_ asked: ShardRequest, _ head: Head, _ caller: Caller) async throws -> Response {
      let (list, moment) = (head.list, head.moment)
      let search = try SearchParameters(try parameters(asked, known: SearchParameters.names), list, limits)
      let chosen = asked.facet.map { [$0] } ?? Array(search.facets.indices)
      guard chosen.allSatisfy({ search.facets.indices.contains($0) }) else {
        throw Problem.invalid("/facet", "“facet” must be the place of one of \(search.facets.count) facets")
      }
      let pool = pool
      let byteLimit = limits.answer / (4 * max(1, chosen.count))
      let (counted, work, ending) = try await pool.search(for: caller) { cancellation throws(Problem) in
        let view = try pool.view(moment, search.part, caller, cancellation)
        return try Routes.count(
          chosen.map { search.facets[$0] }, of: search, asked, byteLimit: byteLimit, in: view, pool, caller,
          cancellation)
      }
      caller.allowance.spend(work: work.steps)
      try pool.checkEnding(ending, workLimit: search.request.workLimit)
      let reach = search.request.query.mode == .smart ? search.request.reach.units : .max
      var json = JSONWriter()
      try json.object { json throws(Problem) in
        head.write(to: &json)
        if reach < .max { json.member("reach", reach) }
        json.name("facets")
        try json.array(counted) { counted, json throws(Problem) in
          json.facet(counted.facet, counted.kind, least: counted.least, counted.share)
          try json.check(limits.answer)
        }
      }
      return Routes.json(json)
    }

    /// Counts facets as ``SearchPool/find(_:in:_:session:_:)`` does. Takes long: for search threads.
    /// - Throws: ``Problem``, also if it is cancelled.
    private static func count(
      _ facets: [Facet], of search: SearchParameters, _ asked: ShardRequest, byteLimit: Int, in view: View,
      _ pool: SearchPool, _ caller: Caller, _ cancellation: Cancellation
    ) throws(Problem) -> (counted: [Counted], work: SearchWork, ending: SearchEnding) {
      var answers: [Filter?: Answer.Results] = [:]
      var counted: [Counted] = []
      var (work, ending) = (SearchWork(), SearchEnding.complete)
      let filter = search.part.filter
      for facet in facets where ending == .complete {
        let own = facet.ignoresOwnFilter ? filter.flatMap { $0.without(conditionsOn: facet.field) } : filter
        var request = SearchRequest(
          search.request.query, order: .list, limit: 0, reach: search.request.reach,
          workLimit: search.request.workLimit.map { max(0, $0 - work.steps) })
        if let most = asked.most { request.most = most }
        let part =
          own == filter ? view.part : try pool.filtered(view.scoped, by: own, of: view, caller, cancellation)
        let results = answers[own] ?? part.search(request, cancellation: cancellation)
        if answers[own] == nil { work += results.work }
        answers[own] = results
        ending = results.ending
        do throws(FilterError) {
          let share = try results.share(
            facet, after: asked.after?.bytes, limit: asked.valueLimit, byteLimit: byteLimit)
          let kind = view.part.fields.first { $0.name == facet.field }?.kind ?? .keyword
          counted.append(Counted(facet: facet, kind: kind, least: results.least, share: share ?? FacetShare()))
        } catch {
          throw .invalid("facets", "\(error)")
        }
      }
      return (counted, work, ending)
    }
  }

  extension JSONWriter {
    fileprivate mutating func facet(_ facet: Facet, _ kind: FieldKind, least: UInt32, _ share: FacetShare) {
      object { json in
        json.member("field", facet.field)
        json.member("kind", kind.rawValue)
        json.member("isByCount", facet.order == .count)
        json.member("limit", max(0, facet.limit))
        if least < .max { json.member("least", least) }
        if let query = facet.matching {
          json.member("isMatching", true)
          if query.mode == .smart { json.member("matchReach", Reach.standard.units) }
        }
        json.member("hasHistogram", facet.histogram != nil)
        json.member("missingCount", share.missingCount)
        json.name("values")
        json.array(share.entries) { $1.entry($0) }
        json.member("hasMore", share.hasMore)
        if let (least, greatest) = share.bounds {
          json.name("bounds")
          json.array([least, greatest]) { $1.entry($0) }
        }
        guard let buckets = share.histogram else { return }
        json.name("buckets")
        json.array(buckets) { $1.entry($0) }
      }
    }

    /// Writes a value: its key, its count, and for each spelling the value, its count, and the cost and the rank of its match.
    private mutating func entry(_ entry: FacetShare.Entry) {
      array(0..<3) { part, json in
        switch part {
        case 0: json.string(MergeKey(entry.key).text)
        case 1: json.integer(entry.count)
        default:
          json.array(entry.spellings) { spelling, json in
            json.array(0..<(spelling.match == nil ? 2 : 4)) { part, json in
              switch part {
              case 0: json.value(spelling.value)
              case 1: json.integer(spelling.count)
              case 2: json.integer(spelling.match?.cost ?? 0)
              default: json.string(MergeKey(spelling.match?.rank ?? []).text)
              }
            }
          }
        }
      }
    }
  }
#endif
