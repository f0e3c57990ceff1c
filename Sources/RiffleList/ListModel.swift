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
///     try list.type("orgon")
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
  /// Held while the list is edited; counts how often that has been tried.
  private let edits = Lock(0)
  let settings: ListSettings

  struct State {
    var shown: LazyView
    var search = SearchField()
    var filter = ListFilter()
    var selected: Set<RowID> = []
    var isEditing = false
    var adjustments: [(number: Int, adjustment: RowAdjustment)] = []
    var adjustmentCount = 0
    var displayed: [RowID] = []
    var displayedSections: [SectionID] = []
    var hooks = ListHooks()
    var handlers = ActionHandlers()
    var events = EventQueue()
    /// The edits that are being made, and the thread that makes them.
    var open: (thread: WorkerThread.ThreadID, editor: ListEditor)?

    /// All that may refer to objects of others.
    fileprivate var held: Held {
      Held(
        shown: shown, filter: filter, adjustments: adjustments, hooks: hooks, handlers: handlers,
        observers: events.observers)
    }

    fileprivate struct Held {
      let shown: LazyView
      let filter: ListFilter
      let adjustments: [(number: Int, adjustment: RowAdjustment)]
      let hooks: ListHooks
      let handlers: ActionHandlers
      let observers: EventQueue.Observers
    }
  }

  /// - Throws: ``ListError``.
  /// - Complexity: O(*n*), as for a `SearchIndex`.
  public init(_ contents: ListContents = ListContents(), settings: ListSettings = ListSettings()) throws(ListError) {
    try contents.checkIDs()
    self.settings = settings
    let rows = try RowIndex(contents.sections.lazy.flatMap { $0.groups.lazy.flatMap(\.rows) }, settings)
    let stamp = ListBase.GroupRecord.newStamp()
    let sections = contents.sections.map { section in
      ListBase.SectionRecord(
        traits: section.traits,
        groups: section.groups.map { group in
          ListBase.GroupRecord(
            traits: group.traits, rowCount: group.rows.count, hiddenCount: group.rows.count { $0.traits.isHidden },
            stamp: stamp)
        })
    }
    let base = ListBase(
      traits: contents.traits, sections: sections, generation: 0, snapshot: rows.index.snapshot())
    state = Lock(State(shown: LazyView(base, rows, ListFilter())))
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

  /// What shows now. A predicate of the filter that asks for it gets the list without the filter.
  /// - Complexity: O(1) if somebody has asked since the last change; otherwise O(groups), and what the search takes.
  public var view: ListView { state.withLock { $0.shown }.view }

  /// What would show through another filter: for a server whose requests bring their own.
  /// - Throws: ``ListError/query(_:)``, ``ListError/scope(_:)``.
  public func view(through filter: ListFilter) throws(ListError) -> ListView {
    let shown = state.withLock { $0.shown }
    return try ListView(shown.base, shown.rows, filter, remembers: false)
  }

  /// Counts the changes of the list.
  public var generation: UInt64 { state.withLock { $0.shown.base.generation } }

  /// How many rows the list has, whether they show or not.
  public var rowCount: Int { state.withLock { $0.shown.base.snapshot.count } }

  /// The row with an id, whether it shows or not.
  public func row(_ id: RowID) -> AnyRow? { base.snapshot.element(withID: id) }

  /// The group of a row, and its index there, whether it shows or not.
  /// - Complexity: O(log² *n*).
  public func place(of id: RowID) -> (section: SectionID, group: GroupID, index: Int)? {
    let base = base
    guard let position = base.snapshot.position(of: id), let (place, index) = base.group(at: position) else {
      return nil
    }
    return (base.sections[place.section].traits.id, base[place].traits.id, index)
  }

  /// A section with its own flags, whether it shows or not.
  public func section(_ id: SectionID) -> SectionTraits? { base.sections.first { $0.traits.id == id }?.traits }

  /// A group with its own flags, whether it shows or not.
  public func group(_ id: GroupID) -> GroupTraits? {
    base.sections.lazy.flatMap(\.groups).first { $0.traits.id == id }?.traits
  }

  /// Whether a row is hidden: by itself, by its group or by its section; `nil` if there is none.
  public func isHidden(_ id: RowID) -> Bool? {
    let base = base
    guard let row = base.snapshot.element(withID: id), let position = base.snapshot.position(of: id),
      let place = base.group(at: position)?.place
    else { return nil }
    return row.isHidden || base[place].traits.isHidden || base.sections[place.section].traits.isHidden
  }

  var base: ListBase { state.withLock { $0.shown.base } }

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
  /// - Complexity: O(groups), and O(log² *n* + pieces) for each edit; O(*n*) if an eighth of the rows change.
  @discardableResult
  public func transaction(_ body: (ListEditor) throws -> Void) throws -> ListUpdate {
    let thread = WorkerThread.current
    if let editor = state.withLock({ state in state.open.flatMap { $0.thread == thread ? $0.editor : nil } }) {
      try editor.transaction(body)
      let shown = state.withLock { $0.shown }
      return ListUpdate(earlier: shown, later: shown)
    }
    defer { tell() }
    return try edits.withLock { count in
      count += 1
      let shown = state.withLock { $0.shown }
      let editor = ListEditor(Draft(shown.base))
      state.withLock { $0.open = (thread, editor) }
      defer { state.withLock { $0.open = nil } }
      try body(editor)
      guard editor.draft.hasChanged else { return ListUpdate(earlier: shown, later: shown) }
      let gone = editor.draft.gone
      let (base, rows) = try editor.draft.commit(to: shown.rows)
      return change { state in
        state.selected.subtract(gone)
        return state.show(LazyView(base, rows, state.filter))
      }
    }
  }

  /// Makes these the contents of the list; see ``ListEditor/setContents(_:)``.
  @discardableResult
  public func setContents(_ contents: ListContents) throws -> ListUpdate {
    try transaction { try $0.setContents(contents) }
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
