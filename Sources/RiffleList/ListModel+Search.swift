public import Riffle

/// What stands in the list's search field.
struct SearchField {
  /// `nil` if nobody is in it.
  var text: String?
  /// Whether somebody is in it, as has been told or is being told.
  var isAnnounced = false
}

/// The list's search field: what it filters shows in ``ListModel/view``.
extension ListModel {
  /// Somebody enters the search field. Nothing happens if somebody is in it.
  public func beginSearch() {
    announce(true)
    state.withLock { state in
      guard state.search.isAnnounced, state.search.text == nil else { return }
      state.search.text = ""
    }
  }

  /// The text in the search field is now this; whoever was not in it enters it. Blank text filters nothing.
  ///
  /// - Throws: ``ListError/query(_:)``; what showed before still does.
  public func type(_ text: String) throws(ListError) {
    var filter = filter
    filter.text = text
    try check(filter)
    announce(true)
    change { state in
      guard state.search.isAnnounced else { return }
      state.search.text = text
      state.setFilter { $0.text = text }
    }
    tell()
  }

  /// Somebody leaves the search field, which is then empty. Nothing happens if nobody is in it.
  public func endSearch() {
    announce(false)
    change { state in
      guard !state.search.isAnnounced, state.search.text != nil else { return }
      state.search.text = nil
      state.setFilter { $0.text = nil }
    }
    tell()
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

  /// The text in the search field as it is searched for: folded as the mode of the filter has it, and without blanks around it; `nil` if nobody is in it.
  public var searchString: String? {
    let (text, session, mode) = state.withLock { ($0.search.text, $0.shown.rows.session, $0.filter.mode) }
    return text.map { session.searched($0, mode) }
  }

  /// What is left of the list beside what stands in the search field: mode, scope, sections, predicate.
  public var filter: ListFilter { state.withLock { $0.filter } }

  /// Changes the filter. Where it brings text, somebody enters the search field with it, and leaves it where it takes
  /// the text away.
  /// - Throws: ``ListError/query(_:)``, ``ListError/scope(_:)``; what showed before still does.
  @discardableResult
  public func setFilter(_ filter: ListFilter) throws(ListError) -> ListUpdate {
    try check(filter)
    if filter.text != self.filter.text { announce(filter.text != nil) }
    let update = change { state in
      if filter.text != state.filter.text { state.search.text = filter.text }
      return state.setFilter { $0 = filter }
    }
    tell()
    return update
  }

  private func check(_ filter: ListFilter) throws(ListError) {
    _ = try filter.query()
    if let scope = filter.scope {
      let shown = state.withLock { $0.shown }
      do { _ = try shown.base.snapshot.restricted(to: scope) } catch { throw .scope(error) }
    }
  }

  /// Tells once that a search begins or ends, before anything shows it.
  private func announce(_ isBeginning: Bool) {
    let isNew = state.withLock { state in
      guard state.search.isAnnounced != isBeginning else { return false }
      state.search.isAnnounced = isBeginning
      state.events.append(isBeginning ? .searchWillBegin : .searchWillEnd)
      return true
    }
    if isNew { tell() }
  }
}

extension ListModel.State {
  @discardableResult
  fileprivate mutating func setFilter(_ change: (inout ListFilter) -> Void) -> ListUpdate {
    change(&filter)
    // Another filter is another look at what is there.
    viewport?.reports += 1
    return show(LazyView(shown.base, shown.rows, filter))
  }
}
