import Riffle

extension ListView {
  /// What shows of a list through a filter.
  ///
  /// - Throws: ``ListError/query(_:)``, ``ListError/scope(_:)``.
  /// - Complexity: O(groups), and what the search takes; O(groups · log² *n*) for counting its hits.
  ///
  /// - Parameter remembers: whether to go on from what the list's search field was asked last; then searches wait for one
  ///   another.
  init(_ base: ListBase, _ rows: RowIndex, _ filter: ListFilter, remembers: Bool) throws(ListError) {
    let query = try filter.query()
    let isFiltering = query != nil || filter.scope != nil || filter.sections != nil
    let shown = base.sections.contains { $0.groups.contains { $0.hiddenCount > 0 } } ? Scope.scope(RowIndex.shown) : nil
    let groups = base.sections.lazy.flatMap(\.groups)
    let counts: [Int]
    if query == nil, filter.scope == nil {
      part = try base.snapshot.left(in: shown)
      counts = groups.map { $0.rowCount - $0.hiddenCount }
    } else {
      // What is best is judged among the rows that may show.
      let all = try base.snapshot.left(in: shown)
      let showable = ViewLayout(
        base, all, counts: groups.map { $0.rowCount - $0.hiddenCount }, isFiltering: true, only: filter.sections,
        rows.settings)
      let others = showable.hiddenRanks(among: all.count)
      part =
        try others.isEmpty
        ? rows.part(of: base.snapshot, filter, query, shown, remembers: remembers)
        : rows.part(of: all.without(others), filter, query, nil, remembers: false)
      counts = part.counts(ofStretches: groups.map(\.rowCount))
    }
    layout = ViewLayout(
      base, part, counts: counts, isFiltering: isFiltering, only: filter.sections, rows.settings)
    self.base = base
    self.query = query
    self.filter = filter
    self.isFiltering = isFiltering
  }
}

extension ListView {
  /// What shows through a filter that has been asked before, so that nothing speaks against it.
  init(showing base: ListBase, _ rows: RowIndex, _ filter: ListFilter) {
    if let view = try? ListView(base, rows, filter, remembers: true) {
      self = view
    } else {
      let counts = base.sections.flatMap { $0.groups.map(\.rowCount) }
      part = base.snapshot
      layout = ViewLayout(base, part, counts: counts, isFiltering: false, only: nil, rows.settings)
      self.base = base
      query = nil
      self.filter = ListFilter()
      isFiltering = false
    }
  }
}

extension ListFilter {
  /// What to look for; `nil` if the text filters nothing: because it is blank, however many blanks it has, or has no word
  /// to look for and there is no predicate to ask about it.
  func query() throws(ListError) -> Query? {
    guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
    let query: Query
    do { query = try Query(text, mode: mode, syntax: syntax) } catch { throw .query(error) }
    return query.isBlank && predicate == nil ? nil : query
  }

  /// What finds all rows that match, in list order.
  func request(_ query: Query) -> SearchRequest {
    SearchRequest(
      query, order: .list, limit: 0, totalLimit: .exact, reach: reach, terms: terms,
      layouts: layouts)
  }
}

extension RowIndex {
  /// The rows of a snapshot that a filter leaves, in list order.
  fileprivate func part(
    of snapshot: Snapshot<AnyRow, RowID>, _ filter: ListFilter, _ query: Query?, _ shown: Scope?, remembers: Bool
  ) throws(ListError) -> Snapshot<AnyRow, RowID> {
    let scopes = [shown, filter.scope].compactMap(\.self)
    let scope = scopes.isEmpty ? nil : scopes.count == 1 ? scopes[0] : Scope.and(scopes)
    if let query, let predicate = filter.predicate {
      let results = try snapshot.left(in: scope).search(
        filter.request(query), applying: predicate,
        options: PredicateOptions(includesUnsearchable: filter.asksUnsearchableRows))
      if let part = results.part { return part }
      // It only ranks: all hits are left.
    }
    let query = query ?? .blank()
    guard remembers else {
      let part = try snapshot.left(in: scope)
      return part.search(filter.request(query)).part ?? part
    }
    do {
      return try session.part(of: snapshot, matching: filter.request(query), in: scope) ?? snapshot
    } catch { throw .scope(error) }
  }
}

extension Snapshot {
  /// The part in a scope; all if there is none.
  fileprivate func left(in scope: Scope?) throws(ListError) -> Self {
    guard let scope else { return self }
    do { return try restricted(to: scope) } catch { throw .scope(error) }
  }
}
