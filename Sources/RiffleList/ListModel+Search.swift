public import Riffle

/// The list's search field: what it filters shows in ``ListModel/view``.
extension ListModel {
  /// Somebody enters the search field. Nothing happens if somebody is in it.
  public func beginSearch() { setText { $0 ?? "" } }

  /// Sets the text in the search field, and begins a search if there is none. Blank text filters nothing.
  ///
  /// It is no edit: in the body of a transaction it is done at once, and stays if that throws; it is told when the body has
  /// ended.
  ///
  /// - Throws: ``ListError/query(_:)``; what showed before still does.
  public func search(for text: String) throws(ListError) {
    var filter = filter
    filter.text = text
    try check(filter)
    setText { _ in text }
  }

  /// Somebody leaves the search field, which is then empty. Nothing happens if nobody is in it.
  public func endSearch() { setText { _ in nil } }

  /// Changes the text in the search field, and what it filters; that a search begins or ends is told before.
  private func setText(_ text: (String?) -> String?) {
    announcing(text) { state, isSet in
      let text = state.search.text
      // Whoever enters the field has typed nothing yet.
      guard isSet, !(text ?? "").isSpelt(as: state.filter.text ?? "") else { return }
      state.setFilter { $0.text = text }
    }
  }

  /// Changes the text in the search field, and tells before that a search begins or ends.
  /// - Parameter body: what is done at the same time, and whether the text has been changed: not if somebody has entered or
  ///   left the field while that was told.
  private func announcing<Result>(
    _ text: (String?) -> String?, _ body: (inout State, _ isSet: Bool) -> Result
  ) -> Result {
    defer { tell() }
    let (announcement, result) = change { state -> (SearchField.Announcement?, Result?) in
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

  /// Whether somebody is in the search field.
  public var isSearching: Bool { state.withLock { $0.search.text != nil } }

  /// Whether somebody is in the search field, and what is typed there filters the list.
  public var searchPhase: SearchPhase {
    guard let text = originalSearchString else { return .inactive }
    var filter = filter
    filter.text = text
    return (try? filter.query()) == nil ? .empty : .filtering
  }

  /// The text in the search field as it was typed; `nil` if nobody is in it.
  public var originalSearchString: String? { state.withLock { $0.search.text } }

  /// The text in the search field as it is searched for: folded as the mode of the filter has it, and without blanks around it;
  /// `nil` if nobody is in it.
  public var searchString: String? {
    let (text, session, mode) = state.withLock { ($0.search.text, $0.shown.rows.session, $0.filter.mode) }
    return text.map { session.searched($0, mode) }
  }

  /// What is left of the list beside what stands in the search field: mode, scope, sections, predicate.
  public var filter: ListFilter { state.withLock { $0.filter } }

  /// Changes the filter; one that filters the same changes nothing, unless it has a predicate. Where it brings text, somebody
  /// enters the search field with it, and leaves it where it takes the text away.
  /// - Throws: ``ListError/query(_:)``, ``ListError/scope(_:)``, ``ListError/unknownID(of:id:)`` if it names a section that the list
  ///   does not have; what showed before still does. One that goes later has no rows then.
  @discardableResult
  public func setFilter(_ filter: ListFilter) throws(ListError) -> ListUpdate {
    try check(filter)
    let known = self.filter
    try checkSections(of: filter, besides: known)
    let isSearch = (filter.text == nil) != (known.text == nil) || !(filter.text ?? "").isSpelt(as: known.text ?? "")
    func set(_ state: inout State, _: Bool) -> ListUpdate { state.setFilter { $0 = filter } }
    return announcing({ isSearch ? filter.text : $0 }, set)
  }

  /// - Parameter known: a filter whose sections have been there before.
  func checkSections(of filter: ListFilter, besides known: ListFilter? = nil) throws(ListError) {
    guard let sections = filter.sections, !isPartial else { return }
    let base = base
    for id in sections where known?.sections?.contains(id) != true && base.sections.index(of: id) == nil {
      throw .unknownID(of: .section, id: id.description)
    }
  }

  private func check(_ filter: ListFilter) throws(ListError) {
    _ = try filter.query()
    if let scope = filter.scope {
      let shown = state.withLock { $0.shown }
      do { _ = try shown.base.snapshot.restricted(to: scope) } catch { throw .scope(error) }
    }
  }
}

extension ListFilter {
  /// Whether both are known to leave the same of any list. Predicates cannot be compared.
  fileprivate func filters(like other: ListFilter) -> Bool {
    guard scope == other.scope, sections == other.sections, let own = try? Optional(query()),
      let others = try? Optional(other.query()), own == others
    else { return false }
    // What says how to look for text makes no difference without any.
    if own == nil { return true }
    return predicate == nil && other.predicate == nil && reach == other.reach && terms == other.terms
      && layouts == other.layouts && asksUnsearchableRows == other.asksUnsearchableRows
  }
}

extension ListModel.State {
  /// Tells nobody if that filters the same.
  @discardableResult
  fileprivate mutating func setFilter(_ change: (inout ListFilter) -> Void) -> ListUpdate {
    let before = filter
    change(&filter)
    if filter.filters(like: before) { return ListUpdate(earlier: shown, later: shown) }
    return show(LazyView(shown.base, shown.rows, filter))
  }
}
