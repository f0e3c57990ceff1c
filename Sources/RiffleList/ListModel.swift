internal import HashTreeCollections
import Riffle

/// A list without a screen: sections, groups and rows, what shows of them, and all that can be done with them. A front end
/// draws its ``view`` and tells it what people do; a server answers requests with it.
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
/// Any number of threads may use it. Readers never wait for edits, and edits wait for one another. What shows is derived
/// from the list; all edits go to the list by id, whatever is hidden or filtered.
///
/// **Callbacks.** Hooks are called on the thread or task that asks, before anything is done. Events are told after it has
/// been done, one after the other, in the order of the changes: on the thread that made the change, or on one that is
/// telling others at that moment. No lock is held, so whoever is told may use the list.
public final class ListModel: Sendable {
  let state: Lock<State>
  /// Held while the list is edited.
  private let edits = Lock(false)
  let settings: ListSettings
  /// `nil` if the list keeps its rows itself.
  package let keeper: (any RowKeeper)?

  struct State {
    var shown: LazyView
    var search = SearchField()
    var filter = ListFilter()
    var isEditing = false
    var configurations: [(number: Int, configuration: RowConfiguration)] = []
    var configurationCount = 0
    var displayed: [RowID] = []
    var displayedSections: [SectionID] = []
    /// What a front end has last said that it shows.
    var viewport: Viewport?
    var hooks = ListHooks()
    var otherHooks: [(number: Int, hooks: ListHooks)] = []
    var hookCount = 0
    var handlers = ActionHandlers()
    var events = EventQueue()
    /// The edits that are being made, and the thread that makes them.
    var open: (thread: WorkerThread.ThreadID, editor: ListEditor)?

    /// All that may refer to objects of others.
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

  /// A list of rows that are kept elsewhere.
  ///
  /// - Parameters:
  ///   - settings: with the options, scopes and arrangement of what is kept.
  /// - Throws: what the keeper throws.
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

  /// Changes the state. What callers have handed over is let go when the lock is given back: it may hold the last reference to
  /// objects whose deinitialisers use the list.
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

  /// What shows now. A predicate of the filter that asks for it gets the list without the filter.
  /// - Complexity: O(1) if somebody has asked since the last change or nothing is filtered; otherwise what the search takes.
  ///   Where single rows are hidden, O(*n* / 64) once for each change.
  public var view: ListView { state.withLock { $0.shown }.view }

  /// What would show through another filter: for a server whose requests bring their own.
  /// - Throws: ``ListError/query(_:)``, ``ListError/scope(_:)``, ``ListError/unknownID(of:id:)`` for a section.
  public func view(through filter: ListFilter) throws(ListError) -> ListView {
    try checkSections(of: filter)
    let shown = state.withLock { $0.shown }
    return try ListView(shown.base, shown.rows, filter, remembers: false)
  }

  /// Counts the changes of the list.
  public var generation: UInt64 { state.withLock { $0.shown.base.generation } }

  /// Whether rows may be missing, because what keeps them is still being read.
  public var isPartial: Bool { state.withLock { $0.shown.base.snapshot }.isPartial }

  /// How many rows the list has, whether they show or not.
  public var rowCount: Int { base.snapshot.count }

  /// The row with an id, whether it shows or not.
  public func row(_ id: RowID) -> AnyRow? { base.snapshot.element(withID: id) }

  /// The group of a row, and its index there, whether it shows or not.
  /// - Complexity: O(log² *n*).
  public func place(of id: RowID) -> (section: SectionID, group: GroupID, index: Int)? {
    base.place(of: id).map { ($0.section.id, $0.group.id, $0.index) }
  }

  /// A section with its own flags, whether it shows or not.
  /// - Complexity: O(log *n*).
  public func section(_ id: SectionID) -> SectionTraits? { base.divisions.section(id)?.record.traits }

  /// A group with its own flags, whether it shows or not.
  /// - Complexity: O(log *n*).
  public func group(_ id: GroupID) -> GroupTraits? {
    let divisions = base.divisions
    return divisions.place(named: id).map { divisions[$0].traits }
  }

  /// The ids of all sections in order, whether they show or not.
  /// - Complexity: O(sections).
  public var sectionIDs: [SectionID] { base.sections.elements.map(\.id) }

  /// The groups of a section in order, whether they show or not; `nil` if there is none of this id.
  /// - Complexity: O(*n*) in their number.
  public func groups(of section: SectionID) -> [GroupTraits]? {
    base.divisions.section(section)?.record.groups.elements.map(\.traits)
  }

  /// The rows of a group in order, whether they show or not; `nil` if there is none of this id.
  /// - Complexity: O(*n*) in their number.
  public func rows(of group: GroupID) -> [AnyRow]? { base.rows(of: group) }

  /// All of the list: what ``setContents(_:)`` would make it of again.
  /// - Complexity: O(*n*).
  public var contents: ListContents { base.contents }

  /// How many rows a group has, whether they show or not; `nil` if there is no such group.
  /// - Complexity: O(log *n*).
  public func rowCount(of id: GroupID) -> Int? {
    let divisions = base.divisions
    return divisions.place(named: id).map { divisions[$0].rowCount }
  }

  /// Whether a row is hidden: by itself, by its group or by its section; `nil` if there is none.
  public func isHidden(_ id: RowID) -> Bool? {
    let base = base
    guard let row = base.snapshot.element(withID: id), let place = base.place(of: id) else { return nil }
    return row.isHidden || place.group.traits.isHidden || place.section.traits.isHidden
  }

  /// The list as it is; on the thread of a transaction as its edits so far have left it. To what is asked in the middle
  /// of an edit, it is as before the transaction.
  var base: ListBase { openEditor?.current ?? state.withLock { $0.shown.base } }

  // MARK: - Editing

  /// Edits the list: all that `body` does, or, if it throws, nothing.
  ///
  /// A transaction in a transaction of the same list is part of that one: if it throws and somebody catches that, only its
  /// own edits are undone. Events of what `body` does are told when it has ended, so a transaction that an observer begins
  /// is never part of this one.
  ///
  /// - Parameter body: called at once, on this thread, while other edits wait.
  /// - Returns: what has become of the view. A transaction in a transaction has not yet changed anything.
  /// - Throws: ``ListError``, or what `body` throws.
  /// - Complexity: that of the edits; see ``ListEditor``.
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

  /// Calls `body` as the only writer, with what shows and what to keep until others may write.
  func editing<Result>(_ body: (LazyView, KeptUntilUnlocked) throws -> Result) rethrows -> Result {
    let kept = KeptUntilUnlocked()
    defer { withExtendedLifetime(kept) {} }
    return try edits.withLock { _ in
      let shown = state.withLock { $0.shown }
      kept.shown = shown
      return try body(shown, kept)
    }
  }

  /// Calls `body` with an editor of a draft, which this thread's edits go to meanwhile.
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

  /// The editor of the transaction that this thread is in, if it is in one.
  var openEditor: ListEditor? {
    let thread = WorkerThread.current
    return state.withLock { state in state.open.flatMap { $0.thread == thread ? $0.editor : nil } }
  }

  /// Shows what a transaction has left. The update keeps what showed before.
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

  /// Arranges rows otherwise from now on; see ``ListEditor/arrange(by:rowsOf:)``.
  @discardableResult
  public func arrange(
    by arrangement: ListArrangement?, rowsOf sections: [SectionID]? = nil
  ) throws -> ListUpdate {
    try transaction { try $0.arrange(by: arrangement, rowsOf: sections) }
  }

  /// Makes these the contents of the list; see ``ListEditor/setContents(_:)``.
  @discardableResult
  public func setContents(_ contents: ListContents) throws -> ListUpdate {
    try transaction { try $0.setContents(contents) }
  }
}

extension ListUpdate {
  /// What is to be told of a transaction, beside the update itself.
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
  /// Shows something else, and has everybody told.
  mutating func show(_ view: LazyView) -> ListUpdate {
    let update = ListUpdate(earlier: shown, later: view)
    shown = view
    events.append(.updated(update))
    return update
  }
}
