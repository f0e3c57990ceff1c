extension Snapshot {
  /// Searches the list, or the part of it that this is.
  ///
  /// A predicate takes the place of the words that are found, or narrows, widens or ranks them. The total then counts what
  /// is kept. It is mostly not exact, because elements are asked in the order in which they are given, and only until the
  /// window is full, or with ``TotalLimit/exact`` until all is counted. ``Reach`` is judged by words alone: what a predicate
  /// keeps by itself stays whatever it costs.
  ///
  /// Results that end too soon, because the budget was spent or someone cancelled, are given all the same: what was found
  /// is right as far as it goes, and who does not want it can tell by ``SearchResults/predicateReport``. Nothing is
  /// thrown, so nothing is lost.
  ///
  /// - Parameters:
  ///   - predicate: what to ask of elements, on the caller's thread; `nil` for nothing but what their words say.
  ///   - options: whom to ask, and how far to go.
  public func search(
    _ request: SearchRequest, applying predicate: SearchPredicate<Element>? = nil,
    options: PredicateOptions = PredicateOptions()
  ) -> SearchResults<Element, ID> {
    guard let predicate else { return results(answer(request), request) }
    var search = PredicateSearch(self, request, options)
    return switch predicate.kind {
    case .replace(let test): search.replace(test)
    case .and(let test): search.narrow(test)
    case .or(let test): search.widen(test)
    case .score(let bound, let extra): search.rank(ExtraCostBound(bound), extra)
    }
  }

  /// Searches for what someone typed.
  /// - Throws: ``QueryError``.
  public func search(
    _ text: String, limit: Int = .max, applying predicate: SearchPredicate<Element>? = nil,
    options: PredicateOptions = PredicateOptions()
  ) throws(QueryError) -> SearchResults<Element, ID> {
    search(SearchRequest(try Query(text), limit: limit), applying: predicate, options: options)
  }

  /// Searches for elements that also meet a condition of the moment. One that is asked again and again is better a
  /// ``Scope``, which costs nothing when it is asked. A ``SearchPredicate`` can do more than narrow, and be given up.
  ///
  ///     let near = try snapshot.search("st", limit: 10) { $0.distance(to: here) < 1000 }
  ///
  /// The condition is asked of hits in the order in which they are given, and only until the window is full; of a query
  /// without terms, of the list as it stands. So the total is mostly not exact: it says how many were found on the way,
  /// unless ``TotalLimit/exact`` has the condition asked of all hits.
  ///
  /// - Parameter condition: asked on the caller's thread; of a hit in list order up to twice.
  public func search(_ request: SearchRequest, where condition: (Element) -> Bool) -> SearchResults<Element, ID> {
    var search = PredicateSearch(self, request, PredicateOptions(includesUnsearchable: true))
    return search.narrow { elements, mask, _ in SearchPredicate.kept(of: elements, mask, condition) }
  }

  /// Searches for what someone typed, among elements that also meet a condition of the moment.
  /// - Throws: ``QueryError``.
  public func search(
    _ text: String, limit: Int = .max, where condition: (Element) -> Bool
  ) throws(QueryError) -> SearchResults<Element, ID> {
    search(SearchRequest(try Query(text), limit: limit), where: condition)
  }
}

/// What is behind an answer, and what is made of it.
extension Snapshot {
  /// - Parameter most: what a hit may cost at most in any case, in ``CostTable/unit``s.
  func answer(_ request: SearchRequest, most: UInt32 = .max) -> ListAnswer {
    state.answer(request, most: most, within: within) { () throws(Never) in }
  }

  /// What an answer shows of a window, which it may reach beyond.
  func results(_ answer: ListAnswer, _ request: SearchRequest) -> SearchResults<Element, ID> {
    var total = answer.total
    var isTotalExact = answer.isTotalExact
    let view: SearchResults<Element, ID>.View
    switch answer.hits {
    case .ranked:
      let (end, counted) = (request.window.upperBound, request.counted)
      // What is not counted is known to be all only if it does not fill the window.
      isTotalExact = isTotalExact && (counted > end || end == .max ? total <= counted : total < end)
      total = min(total, counted)
      view = .ranked
    case .wholeList: view = within.map { .part($0.rows) } ?? .wholeList
    case .inListOrder(let hits): view = .filtered(hits)
    }
    return SearchResults(
      hits: hits(state.window(of: answer, within: within, request), answer),
      total: total, isTotalExact: isTotalExact, view: view, content: content, isCutByReach: answer.isCutByReach,
      work: answer.work)
  }

  func hits(_ window: [PlacedRow], _ answer: ListAnswer) -> [Hit<Element, ID>] {
    var texts = [HitText?](repeating: nil, count: state.tailPart + 1)
    return window.map { row in
      let part = Int(row.place.part)
      let text = texts[part] ?? state.text(ofPart: part, answer)
      texts[part] = text
      return Hit(row, text, in: content)
    }
  }

  /// An answer that nothing is left out of: what tells about any item.
  func wholeListAnswer(_ query: Query) -> ListAnswer {
    let prepared = PreparedQuery(query, analyzer: TextAnalyzer(state.reader.options.folding))
    return ListAnswer(query: prepared, hits: .wholeList, total: count, isTotalExact: true, matches: [])
  }
}
