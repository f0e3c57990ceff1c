internal import HashTreeCollections
import Riffle

/// A list without a screen: sections, groups and rows, the part of them that shows, and all operations on them. A front end draws
/// its ``view`` and reports what users do; a server answers requests with it.
///
///     let list = try ListModel(ListContents {
///       Section(id: "north", title: "Northwest States") {
///         Row(id: "or", title: "Oregon")
///         Row(id: "wa", title: "Washington")
///       }
///     })
///     try list.search(for: "orgon")
///     let update = try list.transaction { edit in
///       try edit.insert(Row(id: "id", title: "Idaho"), at: .before("or"))
///     }
///     print(try update.changes())
///
/// Any number of threads may use it. Readers never wait for edits; edits wait for one another. The view is derived from the list;
/// all edits are made in the list by id, even of hidden or filtered rows.
///
/// **Callbacks.** Hooks are called before a change, on the thread or task that makes it. Events are sent after it, one after the
/// other, in the order of the changes: on the thread that made the change, or on another one then delivering events. No lock is
/// held, so observers may use the list.
public final class ListModel: Sendable {
  let state: Lock<State>
  /// Locked while the list is edited.
  private let edits = Lock(false)
  let settings: ListSettings
  /// `nil` if the list keeps its rows itself.
  package let keeper: (any RowKeeper)?

  struct State {
    var shown: LazyView
    var search = SearchFieldText()
    var filter = ListFilter()
    var isEditing = false
    var configurations: [(number: Int, configuration: RowConfiguration)] = []
    var configurationCount = 0
    var displayed: [RowID] = []
    var displayedSections: [SectionID] = []
    /// The last positions that a front end has reported.
    var viewport: Viewport?
    var hooks = ListHooks()
    var otherHooks: [(number: Int, hooks: ListHooks)] = []
    var hookCount = 0
    var handlers = ActionHandlers()
    var events = EventQueue()
    /// The editor of the transaction in progress, and its thread.
    var open: (thread: WorkerThread.ThreadID, editor: ListEditor)?

    /// The parts that may refer to objects of callers.
    fileprivate var held: Held {
      Held(
        shown: shown, filter: filter, configurations: configurations, hooks: [hooks] + otherHooks.map(\.hooks),
        handlers: handlers,
        observers: events.observers)
    }

    fileprivate struct Held {
      let shown: LazyView
      let filter: ListFilter
      let configurations: [(number: Int, configuration: RowConfiguration)]
      let hooks: [ListHooks]
      let handlers: ActionHandlers
      let observers: EventQueue.Observers
    }
  }

  /// - Throws: ``ListError``.
  /// - Complexity: O(*n*), as for a `SearchIndex`.
  public init(_ contents: ListContents = ListContents(), settings: ListSettings = ListSettings()) throws(ListError) {
    try contents.checkIDs()
    let contents = contents.arranged(by: settings.arrangement)
    self.settings = settings
    keeper = nil
    let rows = try RowIndex(contents.sections.lazy.flatMap { $0.groups.lazy.flatMap(\.rows) }, settings)
    let base = ListBase(
      traits: contents.replacing(in: ListTraits()),
      divisions: Divisions(
        contents.sections, by: settings.arrangement, showsEmpty: settings.emptySections == .kept, Stamp()),
      selected: SelectedRows(), generation: 0, content: Stamp(), snapshot: rows.index.snapshot())
    state = Lock(State(shown: LazyView(base, rows, ListFilter())))
  }

  /// Creates a list of rows that are kept elsewhere.
  ///
  /// - Parameters:
  ///   - settings: with the options, scopes and arrangement of the kept rows.
  /// - Throws: the error of the keeper.
  package init(_ keeper: any RowKeeper, settings: ListSettings) throws {
    self.settings = settings
    self.keeper = keeper
    let base = try keeper.read { rows in
      ListBase(
        traits: ListTraits(),
        divisions: Divisions(
          try rows.sections(), by: settings.arrangement, showsEmpty: settings.emptySections == .kept, Stamp()),
        selected: SelectedRows(), generation: 0, content: Stamp(), snapshot: rows.snapshot)
    }
    state = Lock(State(shown: LazyView(base, RowIndex(keeper.index, settings), ListFilter())))
  }

  /// Changes the state. Releases objects of callers after the lock: `body` may drop the last reference to an object whose
  /// deinitialiser uses the list.
  func change<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, before) = state.withLock { state in
      let before = state.held
      return (body(&state), before)
    }
    withExtendedLifetime(before) {}
    return result
  }

  // MARK: - Reading

  // In the body of a transaction, all but views shows its edits so far.

  /// The visible part of the list. A predicate of the filter that reads it gets the list without the filter.
  /// - Complexity: O(1) if it has been read since the last change or nothing is filtered; otherwise that of the search. If single
  ///   rows are hidden, O(*n* / 64) once for each change.
  public var view: ListView { state.withLock { $0.shown }.view }

  /// Returns the view through another filter, for a server whose requests bring their own.
  /// - Throws: ``ListError/query(_:)``, ``ListError/scope(_:)``, ``ListError/filter(_:)``, ``ListError/unknownID(of:id:)`` for a
  ///   section.
  public func view(through filter: ListFilter) throws(ListError) -> ListView {
    try checkSections(of: filter)
    let shown = state.withLock { $0.shown }
    return try ListView(shown.base, shown.rows, filter, remembers: false)
  }

  /// The number of changes of the list.
  public var generation: UInt64 { state.withLock { $0.shown.base.generation } }

  /// Whether rows may be missing, because the keeper is still reading them.
  public var isPartial: Bool { state.withLock { $0.shown.base.snapshot }.isPartial }

  /// The number of rows of the list, whether they show or not.
  public var rowCount: Int { base.snapshot.count }

  /// Returns the row with an id, whether it shows or not; `nil` if there is none.
  public func row(_ id: RowID) -> AnyRow? { base.snapshot.element(withID: id) }

  /// Returns the group of a row, and its index there, whether it shows or not.
  /// - Complexity: O(log² *n*).
  public func place(of id: RowID) -> (section: SectionID, group: GroupID, index: Int)? {
    base.place(of: id).map { ($0.section.id, $0.group.id, $0.index) }
  }

  /// Returns a section with its own flags, whether it shows or not.
  /// - Complexity: O(log *n*).
  public func section(_ id: SectionID) -> SectionTraits? { base.divisions.section(id)?.record.traits }

  /// Returns a group with its own flags, whether it shows or not.
  /// - Complexity: O(log *n*).
  public func group(_ id: GroupID) -> GroupTraits? {
    let divisions = base.divisions
    return divisions.place(named: id).map { divisions[$0].traits }
  }

  /// The ids of all sections in order, whether they show or not.
  /// - Complexity: O(sections).
  public var sectionIDs: [SectionID] { base.sections.elements.map(\.id) }

  /// Returns the groups of a section in order, whether they show or not; `nil` if there is none of this id.
  /// - Complexity: O(*n*) in their number.
  public func groups(of section: SectionID) -> [GroupTraits]? {
    base.divisions.section(section)?.record.groups.elements.map(\.traits)
  }

  /// Returns the rows of a group in order, whether they show or not; `nil` if there is none of this id.
  /// - Complexity: O(*n*) in their number.
  public func rows(of group: GroupID) -> [AnyRow]? { base.rows(of: group) }

  /// All of the list; ``setContents(_:)`` with it makes the same list.
  /// - Complexity: O(*n*).
  public var contents: ListContents { base.contents }

  /// Returns the number of rows of a group, whether they show or not; `nil` if there is no such group.
  /// - Complexity: O(log *n*).
  public func rowCount(of id: GroupID) -> Int? {
    let divisions = base.divisions
    return divisions.place(named: id).map { divisions[$0].rowCount }
  }

  /// Returns whether a row is hidden: by itself, by its group or by its section; `nil` if there is none.
  public func isHidden(_ id: RowID) -> Bool? {
    let base = base
    guard let row = base.snapshot.element(withID: id), let place = base.place(of: id) else { return nil }
    return row.isHidden || place.group.traits.isHidden || place.section.traits.isHidden
  }

  /// The list; on the thread of a transaction, as left by its edits so far. To closures called during an edit, it is as before
  /// the transaction.
  var base: ListBase { openEditor?.current ?? state.withLock { $0.shown.base } }

  // MARK: - Editing

  /// Edits the list: makes all edits of `body` or, if it throws, none.
  ///
  /// A transaction in a transaction of the same list is part of it: if the inner one throws and the error is caught, only its own
  /// edits are undone. Events of `body` are sent when it has ended, so a transaction begun by an observer is never part of this
  /// one.
  ///
  /// - Parameter body: called at once, on this thread, while other edits wait.
  /// - Returns: the change of the view. A transaction in a transaction has not yet changed anything.
  /// - Throws: ``ListError``, or what `body` throws.
  /// - Complexity: as the edits; see ``ListEditor``.
  @discardableResult
  public func transaction(_ body: (ListEditor) throws -> Void) throws -> ListUpdate {
    if let editor = openEditor {
      if editor.isEditing { throw ListError.isBeingEdited }
      try editor.transaction(body)
      let shown = state.withLock { $0.shown }
      return ListUpdate(earlier: shown, later: shown)
    }
    defer { tell() }
    return try editing { shown, kept in
      if let keeper { return try transaction(keeper, over: shown, kept, body) }
      var draft: Draft?
      let (snapshot, _) = try shown.rows.index.edit { rows in
        // Nothing else changes the index until this has ended.
        kept.indexed = shown.rows.index.snapshot()
        return try opening(Draft(shown.base, shown.rows, rows), kept) { editor in
          try body(editor)
          try editor.edit { draft throws(ListError) in try draft.settle() }
          draft = editor.draft
          return (editor.draft.index.index === shown.rows.index ? editor.draft.rows : nil, ())
        }
      }
      guard let draft else { return ListUpdate(earlier: shown, later: shown) }
      let isNew = draft.index.index !== shown.rows.index
      let rows = isNew ? try draft.index.index.edit { _ in (draft.rows, ()) }.snapshot : snapshot
      return publish(draft, over: shown, rows)
    }
  }

  /// Calls `body` as the only writer, with the current view and the objects to keep alive until others may write.
  func editing<Result>(_ body: (LazyView, KeptUntilUnlocked) throws -> Result) rethrows -> Result {
    let kept = KeptUntilUnlocked()
    defer { withExtendedLifetime(kept) {} }
    return try edits.withLock { _ in
      let shown = state.withLock { $0.shown }
      kept.shown = shown
      return try body(shown, kept)
    }
  }

  /// Calls `body` with an editor of a draft; meanwhile this thread's edits go to it.
  func opening<Result>(
    _ draft: Draft, _ kept: KeptUntilUnlocked, _ body: (ListEditor) throws -> Result
  ) rethrows -> Result {
    let editor = ListEditor(draft)
    kept.editor = editor
    let thread = WorkerThread.current
    state.withLock { $0.open = (thread, editor) }
    defer {
      editor.close()
      state.withLock { $0.open = nil }
    }
    return try body(editor)
  }

  /// The editor of the transaction that this thread is in; `nil` if it is in none.
  var openEditor: ListEditor? {
    let thread = WorkerThread.current
    return state.withLock { state in state.open.flatMap { $0.thread == thread ? $0.editor : nil } }
  }

  /// Publishes the result of a transaction. The update keeps the view before it.
  func publish(_ draft: Draft, over shown: LazyView, _ rows: Snapshot<AnyRow, RowID>) -> ListUpdate {
    var update = ListUpdate(earlier: shown, later: shown)
    if draft.hasChanged {
      let base = ListBase(
        traits: draft.traits, divisions: draft.divisions, selected: draft.selected,
        generation: shown.base.generation + 1, content: draft.content, snapshot: rows)
      let selection = SelectionChange(from: shown.base, to: base)
      update = state.withLock { state in
        let update = state.show(LazyView(base, draft.index, state.filter))
        for row in selection.deselected { state.events.append(.didDeselect(row)) }
        for row in selection.selected { state.events.append(.didSelect(row)) }
        return update
      }
    }
    state.withLock { state in
      state.isEditing = draft.isHandEditing ?? state.isEditing
      state.events.append(draft.notes, of: update)
    }
    return update
  }

  /// Replaces the arrangement of the list; see ``ListEditor/arrange(by:rowsOf:)``.
  @discardableResult
  public func arrange(
    by arrangement: ListArrangement?, rowsOf sections: [SectionID]? = nil
  ) throws -> ListUpdate {
    try transaction { try $0.arrange(by: arrangement, rowsOf: sections) }
  }

  /// Replaces the contents of the list; see ``ListEditor/setContents(_:)``.
  @discardableResult
  public func setContents(_ contents: ListContents) throws -> ListUpdate {
    try transaction { try $0.setContents(contents) }
  }
}

extension ListUpdate {
  /// Returns the events of a transaction, in addition to the update itself.
  func events(of notes: [Draft.Note]) -> [ListEvent] {
    var reconfigured: [Draft.Reconfigured] = []
    var events: [ListEvent] = []
    for note in notes {
      switch note {
      case .event(let event): events.append(event)
      case .moved(let row): events.append(.didMove(row, from: before.path(of: row.id), to: after.path(of: row.id)))
      case .reconfigured(let item): reconfigured.append(item)
      }
    }
    let rows = reconfigured.isEmpty ? [] : after.rows(reconfigured: reconfigured)
    return rows.isEmpty ? events : events + [.reconfigured(rows)]
  }
}

extension ListModel.State {
  /// Replaces the view, and queues the event of the update.
  mutating func show(_ view: LazyView) -> ListUpdate {
    let update = ListUpdate(earlier: shown, later: view)
    shown = view
    events.append(.updated(update))
    return update
  }
}
