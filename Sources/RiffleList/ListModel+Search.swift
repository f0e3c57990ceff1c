public import Riffle

/// The list's search field. Its text filters ``ListModel/view``.
extension ListModel {
  /// Enters the search field. Does nothing if the field is active.
  public func beginSearch() { setText { $0 ?? "" } }

  /// Sets the text in the search field, and begins a search if there is none. Blank text filters nothing.
  ///
  /// It is not an edit. In the body of a transaction it takes effect at once, and stays if the body throws; its events are sent
  /// when the body has ended.
  ///
  /// - Throws: ``ListError/query(_:)``; the view is then unchanged.
  public func search(for text: String) throws(ListError) {
    var filter = filter
    filter.text = text
    try check(filter)
    setText { _ in text }
  }

  /// Leaves the search field, and empties it. Does nothing if the field is not active.
  public func endSearch() { setText { _ in nil } }

  /// Sets the text in the search field and in the filter; sends an event before, if a search begins or ends.
  private func setText(_ text: (String?) -> String?) {
    announcing(text) { state, isSet in
      let text = state.search.text
      // A field that has just been entered has no text yet.
      guard isSet, !(text ?? "").isSpelt(as: state.filter.text ?? "") else { return }
      state.setFilter { $0.text = text }
    }
  }

  /// Sets the text in the search field; sends an event before, if a search begins or ends.
  /// - Parameter body: called at the same time, with whether the text has been set. It has not, if an observer of the event has
  ///   entered or left the field meanwhile.
  private func announcing<Result>(
    _ text: (String?) -> String?, _ body: (inout State, _ isSet: Bool) -> Result
  ) -> Result {
    defer { tell() }
    let (announcement, result) = change { state -> (SearchFieldText.Announcement?, Result?) in
      guard let announcement = state.search.set(text) else { return (nil, body(&state, true)) }
      state.events.append(announcement.isBeginning ? .searchWillBegin : .searchWillEnd)
      return (announcement, nil)
    }
    if let result { return result }
    tell()
    return change { state in
      let isSet = announcement.map { state.search.set(text, after: $0) } ?? false
      return body(&state, isSet)
    }
  }

  /// Whether the search field is active.
  public var isSearching: Bool { state.withLock { $0.search.text != nil } }

  /// Whether the search field is active, and whether its text filters the list.
  public var searchPhase: SearchPhase {
    guard let text = originalSearchString else { return .inactive }
    var filter = filter
    filter.text = text
    return (try? filter.query()) == nil ? .empty : .filtering
  }

  /// The text in the search field as typed; `nil` if the field is not active.
  public var originalSearchString: String? { state.withLock { $0.search.text } }

  /// The text in the search field in its searched form: folded by the mode of the filter, without surrounding blanks; `nil` if
  /// the field is not active.
  public var searchString: String? {
    let (text, session, mode) = state.withLock { ($0.search.text, $0.shown.rows.session, $0.filter.mode) }
    return text.map { session.searched($0, mode) }
  }

  /// The filter that the view applies: text, mode, scope, condition, sections, predicate, and the order of the rows.
  public var filter: ListFilter { state.withLock { $0.filter } }

  /// Sets the filter. An equivalent filter changes nothing, unless it has a predicate. If the filter brings text, the search
  /// field is entered; if it takes the text away, the field is left.
  /// - Throws: ``ListError/query(_:)``, ``ListError/scope(_:)``, ``ListError/filter(_:)``, or ``ListError/unknownID(of:id:)`` if
  ///   it names a section that the list does not have. The view is then unchanged. A section that is removed later has no rows.
  @discardableResult
  public func setFilter(_ filter: ListFilter) throws(ListError) -> ListUpdate {
    try check(filter)
    let known = self.filter
    try checkSections(of: filter, besides: known)
    let isSearch = (filter.text == nil) != (known.text == nil) || !(filter.text ?? "").isSpelt(as: known.text ?? "")
    func set(_ state: inout State, _: Bool) -> ListUpdate { state.setFilter { $0 = filter } }
    return announcing({ isSearch ? filter.text : $0 }, set)
  }

  /// - Parameter known: an earlier filter, whose sections are not checked again.
  func checkSections(of filter: ListFilter, besides known: ListFilter? = nil) throws(ListError) {
    guard let sections = filter.sections, !isPartial else { return }
    let base = base
    for id in sections where known?.sections?.contains(id) != true && base.sections.index(of: id) == nil {
      throw .unknownID(of: .section, id: id.description)
    }
  }

  private func check(_ filter: ListFilter) throws(ListError) {
    _ = try filter.query()
    let rows = state.withLock { $0.shown }.base.snapshot
    if let scope = filter.scope {
      do { _ = try rows.restricted(to: scope) } catch { throw .scope(error) }
    }
    do throws(FilterError) {
      if let condition = filter.condition { _ = try rows.filtered(by: condition) }
      try filter.sort?.check(rows.fields)
    } catch { throw .filter(error) }
  }
}

extension ListFilter {
  /// Returns whether both are known to filter any list alike. Predicates cannot be compared.
  fileprivate func filters(like other: ListFilter) -> Bool {
    guard scope == other.scope, condition == other.condition, sort == other.sort, sections == other.sections,
      let own = try? Optional(query()),
      let others = try? Optional(other.query()), own == others
    else { return false }
    // Without text, search options make no difference.
    if own == nil { return true }
    return predicate == nil && other.predicate == nil && reach == other.reach && terms == other.terms
      && layouts == other.layouts && asksUnsearchableRows == other.asksUnsearchableRows
  }
}

extension ListModel.State {
  /// Changes the filter; sends no event if the new one is equivalent.
  @discardableResult
  fileprivate mutating func setFilter(_ change: (inout ListFilter) -> Void) -> ListUpdate {
    let before = filter
    change(&filter)
    if filter.filters(like: before) { return ListUpdate(earlier: shown, later: shown) }
    return show(LazyView(shown.base, shown.rows, filter))
  }
}
