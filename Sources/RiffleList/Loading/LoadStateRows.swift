import Riffle

/// A state of loading, shown as a row.
public enum LoadNotice: Sendable, Equatable {
  case loading(LoadDirection)
  /// The load failed. Choosing the row loads again.
  case failed(LoadDirection)
  /// A load has succeeded, and there are no rows.
  case empty
}

extension LoadStates {
  /// The notice before the first row: rows are being loaded there, or loading them failed.
  public var noticeBefore: LoadNotice? { notice(.prepend) }

  /// The notice after the last row, or in place of rows.
  public var noticeAfter: LoadNotice? {
    switch phase {
    case .initialLoading: .loading(.refresh)
    case .empty: .empty
    case .error: .failed(.refresh)
    case .idle, .refreshing, .nextPage, .previousPage: notice(.append)
    }
  }

  private func notice(_ direction: LoadDirection) -> LoadNotice? {
    switch self[direction] {
    case .idle: nil
    case .loading: .loading(direction)
    case .failed: .failed(direction)
    }
  }
}

extension RowKind {
  /// The kinds of rows that show states of loading; see ``ListPages/showStates(of:row:)``.
  public static let loading: RowKind = "loading"
  public static let retry: RowKind = "retry"
  public static let nothing: RowKind = "nothing"
}

extension LoadMessages {
  /// Returns the row for a notice. Its title is ``loading``, ``error`` or ``empty``, or a default.
  public func row(_ notice: LoadNotice, id: RowID) -> AnyRow {
    let (kind, title): (RowKind, String) =
      switch notice {
      case .loading: (.loading, loading ?? "Loading…")
      case .failed: (.retry, error ?? "Retry")
      case .empty: (.nothing, empty ?? "Nothing here")
      }
    return AnyRow(
      Row(id: id, title: title, kind: kind) { row in
        row.isSearchable = false
        if case .failed(let direction) = notice {
          row.actions[.primary] = Action("retry", arguments: .string(direction.rawValue))
        } else {
          row.abilities.selection = .unselectable
        }
      })
  }
}

extension ListPages {
  /// Shows the states of loading as rows of the list: "Loading…", "Retry" and "Nothing here", before and after the rows of the
  /// feed or in their place. Choosing a "Retry" row loads again. The rows are removed with the observation.
  ///
  ///     let pages = list.pages(in: "photos")
  ///     let loader = PagedLoader(source: source, target: pages)
  ///     let states = pages.showStates(of: loader)
  ///
  /// They are in groups of their own beside the feed's, added and removed with them. So rows that the program appends to the feed
  /// must be appended to its group (`.groupEnd`), not to the section. If pages consist of sections, notices are in sections of
  /// their own at the ends of the list. They appear shortly after the state has changed, in a transaction of a separate task.
  ///
  /// - Parameter row: returns the row of a notice; `nil` shows none. The default is ``LoadMessages/row(_:id:)``.
  public func showStates(
    of loader: PagedLoader, row: (@Sendable (LoadNotice, RowID) -> AnyRow?)? = nil
  ) -> Observation {
    let ids = NoticeIDs(group)
    let retries = ids.all.map { id in
      list.onAction(.name("retry"), of: .row(RowID(id))) { [weak loader] request in
        guard case .string(let name) = request.arguments, let direction = LoadDirection(rawValue: name) else { return }
        Task { [weak loader] in await loader?.retry(direction) }
      }
    }
    let isOver = Lock(false)
    let task = Task { [weak loader, weak list, group, isWhole] in
      guard let states = await loader?.states else { return }
      for await states in states {
        guard let messages = await loader?.messages, let list else { return }
        func rows(_ notice: LoadNotice?, _ id: String) -> [AnyRow] {
          guard let notice else { return [] }
          let made = row.map { $0(notice, RowID(id)) } ?? messages.row(notice, id: RowID(id))
          return made.map { [$0] } ?? []
        }
        let notices = Notices(
          before: rows(states.noticeBefore, ids.before), after: rows(states.noticeAfter, ids.after))
        // Edits exclude one another, so nothing is shown once the observation has ended.
        ListPages(list, group, isWhole).show(notices) { !isOver.withLock { $0 } }
      }
    }
    return Observation { [weak list, group, isWhole] in
      task.cancel()
      for retry in retries { retry.cancel() }
      isOver.withLock { $0 = true }
      if let list { ListPages(list, group, isWhole).show(Notices()) { true } }
    }
  }

  /// Shows these notices and no others. If the list cannot be edited, for example because its section has gone, shows none.
  private func show(_ notices: Notices, if isMeant: () -> Bool) {
    _ = try? list.transaction { editor in
      guard isMeant() else { return }
      let ids = NoticeIDs(group)
      if isWhole.withLock({ $0 }) {
        _ = try editor.takeNotices(ids)
        try editor.put(notices, ids)
      } else {
        try editor.show(notices.before, GroupID(ids.before), beside: group, isBefore: true)
        try editor.show(notices.after, GroupID(ids.after), beside: group, isBefore: false)
      }
    }
  }
}

/// The ids of a feed's load notices: those of the rows, and of the groups or sections that they are in.
struct NoticeIDs: Sendable {
  let before, after: String

  init(_ group: GroupID) { (before, after) = ("\(group)/before", "\(group)/after") }

  var all: [String] { [before, after] }
}

/// The load notices of a feed: at most one before its rows and one after them.
struct Notices: Sendable {
  var before: [AnyRow] = []
  var after: [AnyRow] = []
}

extension ListEditor {
  /// Removes the sections of notices, so that those of the feed are at the ends of the list.
  func takeNotices(_ ids: NoticeIDs) throws(ListError) -> Notices {
    Notices(before: try takeSection(SectionID(ids.before)), after: try takeSection(SectionID(ids.after)))
  }

  private func takeSection(_ id: SectionID) throws(ListError) -> [AnyRow] {
    guard draft.divisions.section(id) != nil else { return [] }
    let rows = draft.rows(of: try draft.group(.section(id)))
    try removeSection(id)
    return rows
  }

  /// Inserts notices at the ends of the list, in sections of their own.
  func put(_ notices: Notices, _ ids: NoticeIDs) throws(ListError) {
    if !notices.before.isEmpty { try insert(Section(id: SectionID(ids.before), rows: notices.before), at: 0) }
    if !notices.after.isEmpty { try insert(Section(id: SectionID(ids.after), rows: notices.after)) }
  }

  /// Shows rows in a group of their own beside another; removes the group if there are no rows.
  fileprivate func show(
    _ rows: [AnyRow], _ id: GroupID, beside feed: GroupID, isBefore: Bool
  ) throws(ListError) {
    let known = draft.divisions.place(of: id)
    if rows.isEmpty {
      if known != nil { try removeGroup(id) }
      return
    }
    if known != nil { return try setRows(rows, of: id) }
    let feed = try makeGroup(feed)
    let place = try draft.group(feed)
    try insert(
      RowGroup(id: id, rows: rows), in: draft.divisions.sections[place.section].id,
      at: isBefore ? place.group : place.group + 1)
  }
}
