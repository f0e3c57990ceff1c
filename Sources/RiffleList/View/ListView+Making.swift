import Riffle

extension ListView {
  /// Creates the view of a list through a filter.
  ///
  /// - Throws: ``ListError/query(_:)``, ``ListError/scope(_:)``, ``ListError/filter(_:)``.
  /// - Complexity: that of the search, and O(log² *n*) for each group that is hidden or folded; O(1) if nothing is filtered and
  ///   no row is hidden individually.
  ///
  /// - Parameter remembers: whether to continue from the last query of the list's search field; such searches exclude one
  ///   another.
  init(_ base: ListBase, _ rows: RowIndex, _ filter: ListFilter, remembers: Bool) throws(ListError) {
    let query = try filter.query()
    let sum = base.sections.sum
    let shown = sum.ownShown < sum.rows ? Scope.scope(RowIndex.shown) : nil
    stamp = Stamp()
    self.base = base
    self.query = query
    self.filter = filter
    index = rows
    isFiltering = query != nil || filter.scope != nil || filter.condition != nil || filter.sections != nil
    guard isFiltering || filter.sort != nil else {
      part = try base.snapshot.left(in: shown)
      layout = .whole(base.divisions)
      return
    }
    // The best hit is determined among the rows that may show.
    let all = try base.snapshot.left(in: shown)
    let others = base.divisions.ranksLeftOut(of: all, filter, unfolds: rows.settings.unfoldsWhileFiltering)
    if query == nil, filter.scope == nil {
      part = try all.without(others).meeting(filter.condition)
    } else if others.isEmpty {
      part = try rows.part(of: base.snapshot, filter, query, shown, remembers: remembers)
    } else {
      part = try rows.part(of: all.without(others), filter, query, nil, remembers: false)
    }
    if let sort = filter.sort {
      let isRanked = sort.ties == .relevance && filter.predicate == nil
      layout = .sorted(try part.sorted(by: sort, isRanked ? query.map(filter.request) : nil))
      return
    }
    layout = .filtered(
      FilteredSections(
        part, of: base.divisions, filter, keepsEmpty: rows.settings.emptySectionsWhileFiltering == .kept))
  }

  /// Creates the view through a filter that has been validated; if it fails nonetheless, a view of all rows.
  init(showing base: ListBase, _ rows: RowIndex, _ filter: ListFilter) {
    if let view = try? ListView(base, rows, filter, remembers: true) {
      self = view
    } else {
      stamp = Stamp()
      self.base = base
      part = base.snapshot
      layout = .filtered(FilteredSections(base.snapshot, of: base.divisions, ListFilter(), keepsEmpty: true))
      query = nil
      self.filter = ListFilter()
      index = rows
      isFiltering = false
    }
  }
}

extension Divisions {
  /// Returns the ranges of a part that cannot show through a filter with any text.
  /// - Parameter part: the rows that are not hidden themselves.
  fileprivate func ranksLeftOut(
    of part: Snapshot<AnyRow, RowID>, _ filter: ListFilter, unfolds: Bool
  ) -> [Range<Int>] {
    var ranks: [Range<Int>] = []
    func leaveOut(_ range: Range<Int>) {
      if range.isEmpty { return }
      if let last = ranks.last, last.upperBound == range.lowerBound {
        ranks[ranks.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranks.append(range)
      }
    }
    func leaveOut(_ section: SectionRecord, _ before: ListSum) {
      let start = before.ownShown
      if section.traits.isHidden { return leaveOut(start..<start + section.sum.ownShown) }
      section.groups.visit(having: \.reduced) { group, _, inSection in
        let start = start + inSection.ownShown
        let end = start + group.sum.ownShown
        if group.traits.isHidden {
          leaveOut(start..<end)
        } else if !unfolds {
          let shown = group.shownRanks(from: start, in: part)
          leaveOut(start..<shown.lowerBound)
          leaveOut(shown.upperBound..<end)
        }
        return true
      }
    }
    guard let only = filter.sections else {
      sections.visit(having: \.reduced) { section, _, before in
        leaveOut(section, before)
        return true
      }
      return ranks
    }
    var end = 0
    for index in only.compactMap({ sections.index(of: $0) }).sorted() {
      let (section, before) = sections.found(at: index)
      leaveOut(end..<before.ownShown)
      leaveOut(section, before)
      end = before.ownShown + section.sum.ownShown
    }
    leaveOut(end..<sections.sum.ownShown)
    return ranks
  }
}

extension ListFilter {
  /// Returns the query. `nil` if the text filters nothing: it is blank, or it has no words and there is no predicate.
  func query() throws(ListError) -> Query? {
    guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
    let query: Query
    do { query = try Query(text, mode: mode, syntax: syntax) } catch { throw .query(error) }
    return query.isBlank && predicate == nil ? nil : query
  }

  /// Returns a request for all rows that match, in list order.
  func request(_ query: Query) -> SearchRequest {
    SearchRequest(
      query, order: .list, limit: 0, totalLimit: .exact, reach: reach, terms: terms,
      layouts: layouts)
  }
}

extension RowIndex {
  /// Returns the rows of a snapshot that pass a filter, in list order.
  fileprivate func part(
    of snapshot: Snapshot<AnyRow, RowID>, _ filter: ListFilter, _ query: Query?, _ shown: Scope?, remembers: Bool
  ) throws(ListError) -> Snapshot<AnyRow, RowID> {
    let scopes = [shown, filter.scope].compactMap(\.self)
    let scope = scopes.isEmpty ? nil : scopes.count == 1 ? scopes[0] : Scope.and(scopes)
    if let query, let predicate = filter.predicate {
      let results = try snapshot.left(in: scope).meeting(filter.condition).search(
        filter.request(query), applying: predicate,
        options: PredicateOptions(includesUnsearchable: filter.asksUnsearchableRows))
      if let part = results.part { return part }
      // The predicate only ranks: all hits remain.
    }
    let query = query ?? .blank()
    guard remembers else {
      let part = try snapshot.left(in: scope).meeting(filter.condition)
      return part.search(filter.request(query)).part ?? part
    }
    do {
      return try session.part(
        of: snapshot, matching: filter.request(query), in: scope, filteredBy: filter.condition) ?? snapshot
    } catch {
      switch error {
      case .scope(let error): throw .scope(error)
      case .filter(let error): throw .filter(error)
      }
    }
  }
}

extension Snapshot {
  /// Returns the part in a scope; all if there is none.
  fileprivate func left(in scope: Scope?) throws(ListError) -> Self {
    guard let scope else { return self }
    do { return try restricted(to: scope) } catch { throw .scope(error) }
  }

  /// Returns the part that meets a condition; all if there is none.
  fileprivate func meeting(_ condition: Filter?) throws(ListError) -> Self {
    guard let condition else { return self }
    do { return try filtered(by: condition) } catch { throw .filter(error) }
  }
}

extension Snapshot<AnyRow, RowID> {
  /// Returns all rows in an order.
  /// - Parameter request: the search that has found them, if how well they match decides; `nil` for list order.
  fileprivate func sorted(by sort: ListSort, _ request: SearchRequest?) throws(ListError) -> SortedSections {
    do throws(FilterError) {
      try sort.check(fields)
      if let request {
        let answer = try sorted(request, by: sort.keys, ties: .relevance)
        if answer.count == count { return SortedSections(answer, sort) }
      }
      return SortedSections(try sorted(by: sort.keys), sort)
    } catch { throw .filter(error) }
  }
}
