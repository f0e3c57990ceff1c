#if Service
  import Riffle

  /// The hits of a search in a window, and the counts of its facets.
  struct Found: Sendable {
    let hits: [Hit<Item<ItemID>, ItemID>]
    let total: Int
    let isTotalExact, isPartial: Bool
    let isCutByReach: Bool?
    /// The work of the hits and the counts.
    private(set) var work: SearchWork
    private(set) var ending: SearchEnding
    private(set) var counts: [FacetCounts] = []
    /// All sections of the answer; `nil` if none are requested.
    private(set) var sections: [Section]?

    typealias Section = SortedAnswer<Item<ItemID>, ItemID>.Section

    init(_ results: SearchResults<Item<ItemID>, ItemID>) {
      hits = Array(results)
      (total, isTotalExact, isPartial) = (results.total, results.isTotalExact, results.isPartial)
      (isCutByReach, work, ending) = (results.isCutByReach, results.work, results.ending)
    }

    /// - Parameter hits: those in the window.
    /// - Throws: ``Problem`` if the answer has too many of the requested sections.
    init(
      _ answer: SortedAnswer<Item<ItemID>, ItemID>, hits: [Hit<Item<ItemID>, ItemID>], isPartial: Bool,
      _ sections: SearchParameters.Sections?
    ) throws(Problem) {
      self.hits = hits
      (total, isTotalExact) = (answer.count, answer.isComplete)
      (isCutByReach, ending) = (answer.isCutByReach, answer.ending)
      self.isPartial = isPartial
      work = answer.work
      // Each hit is compared with others.
      work.postings += answer.count
      guard let sections else { return }
      work.postings += answer.count
      do throws(FilterError) {
        self.sections = try answer.sections(by: sections, limit: ShardRequest.mostSections)
      } catch {
        throw .invalid("sections", "\(error)")
      }
    }

    /// Adds the counts of facets in an answer, if the search is still complete.
    mutating func add(_ counts: [FacetCounts], _ work: SearchWork, _ ending: SearchEnding) {
      self.counts += counts
      self.work += work
      if self.ending == .complete { self.ending = ending }
    }
  }

  extension SearchPool {
    /// Searches a view, and counts the facets. Takes long: for search threads.
    /// - Parameter session: the search field to search in; `nil` for a single search.
    /// - Throws: ``Problem``, also if the caller's filter without some conditions takes too long.
    func find(
      _ parameters: SearchParameters, in view: View, _ caller: Caller,
      session: SearchSession<Item<ItemID>, ItemID>? = nil, _ cancellation: Cancellation
    ) throws(Problem) -> Found {
      let request = parameters.request
      var found: Found
      if parameters.sort.isThatOfRequest {
        found = Found(
          session?.search(request, cancellation: cancellation) ?? view.part.search(request, cancellation: cancellation))
      } else {
        let answer: SortedAnswer<Item<ItemID>, ItemID>
        do throws(FilterError) {
          answer = try view.part.sorted(
            request, by: parameters.sort.keys, ties: parameters.sort.ties, cancellation: cancellation)
        } catch {
          throw .invalid("sort", "\(error)")
        }
        found = try Found(
          answer, hits: answer.hits(offset: request.offset, limit: request.limit), isPartial: view.part.isPartial,
          parameters.sections)
      }
      try count(parameters, in: view, caller, &found, cancellation)
      return found
    }

    private func count(
      _ parameters: SearchParameters, in view: View, _ caller: Caller, _ found: inout Found,
      _ cancellation: Cancellation
    ) throws(Problem) {
      /// The hits in list order, by the filter that they meet.
      var answers: [Filter?: SearchResults<Item<ItemID>, ItemID>] = [:]
      for facet in parameters.facets where found.ending == .complete {
        let filter = parameters.part.filter
        let own = facet.ignoresOwnFilter ? filter.flatMap { $0.without(conditionsOn: facet.field) } : filter
        let isNew = answers[own] == nil
        var request = SearchRequest(
          parameters.request.query, order: .list, limit: 0, reach: parameters.request.reach,
          workLimit: parameters.request.workLimit)
        if let limit = request.workLimit { request.workLimit = max(0, limit - found.work.steps) }
        let part =
          own == filter ? view.part : try filtered(view.scoped, by: own, of: view, caller, cancellation)
        let results = answers[own] ?? part.search(request, cancellation: cancellation)
        answers[own] = results
        do throws(FilterError) {
          found.add(try results.facets([facet]) ?? [], isNew ? results.work : SearchWork(), results.ending)
        } catch {
          throw .invalid("facets", "\(error)")
        }
      }
    }
  }
#endif
