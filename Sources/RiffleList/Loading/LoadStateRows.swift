import Riffle

/// What a row says of loading.
public enum LoadNotice: Sendable, Equatable {
  case loading(LoadDirection)
  /// The load failed. Choosing the row loads again.
  case failed(LoadDirection)
  /// A load has succeeded, and there are no rows.
  case empty
}

extension LoadStates {
  /// What to say before the first row: rows are loaded there, or could not be.
  public var noticeBefore: LoadNotice? { notice(.prepend) }

  /// What to say after the last row, or in the place of rows.
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
  /// Those of rows that say how loading goes; see ``ListPages/showStates(of:row:)``.
  public static let loading: RowKind = "loading"
  public static let retry: RowKind = "retry"
  public static let nothing: RowKind = "nothing"
}

extension LoadMessages {
  /// The row for a notice: its words are ``loading``, ``error`` and ``empty``, or usual ones.
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
  /// Shows how loading goes as rows of the list: "Loading…", "Retry" and "Nothing here" before and after the rows of the feed, or in
  /// their place. Choosing a row that says "Retry" loads again. The rows go when the observation does.
  ///
  ///     let pages = list.pages(in: "photos")
  ///     let loader = PagedLoader(source: source, target: pages)
  ///     let states = pages.showStates(of: loader)
  ///
  /// They stand in groups beside that of the feed, which come and go with them; so rows that are appended to the feed by hand are
  /// appended to its group (`.groupEnd`), not to the section. Feeds whose pages are of sections show none. They appear shortly after
  /// the state has changed, in a transaction of a task of their own.
  ///
  /// - Parameter row: makes the row of a notice; `nil` shows none. If left out, ``LoadMessages/row(_:id:)`` does.
  public func showStates(
    of loader: PagedLoader, row: (@Sendable (LoadNotice, RowID) -> AnyRow?)? = nil
  ) -> Observation {
    let ids = (before: RowID("\(group)/before"), after: RowID("\(group)/after"))
    let retries = [ids.before, ids.after].map { id in
      list.onAction(.name("retry"), of: .row(id)) { [weak loader] request in
        guard case .string(let name) = request.arguments, let direction = LoadDirection(rawValue: name) else { return }
        Task { [weak loader] in await loader?.retry(direction) }
      }
    }
    let isOver = Lock(false)
    let task = Task { [weak loader, weak list, group, isWhole] in
      guard let states = await loader?.states else { return }
      for await states in states {
        guard let messages = await loader?.messages, let list else { return }
        func notice(_ notice: LoadNotice?, _ id: RowID) -> AnyRow? {
          guard let notice else { return nil }
          if let row { return row(notice, id) }
          return messages.row(notice, id: id)
        }
        let (before, after) = (notice(states.noticeBefore, ids.before), notice(states.noticeAfter, ids.after))
        // Edits wait for one another, so nothing shows once it is over.
        ListPages(list, group, isWhole).show(before, after, ids) { !isOver.withLock { $0 } }
      }
    }
    return Observation { [weak list, group, isWhole] in
      task.cancel()
      for retry in retries { retry.cancel() }
      isOver.withLock { $0 = true }
      if let list { ListPages(list, group, isWhole).show(nil, nil, ids) { true } }
    }
  }

  /// Shows these rows and no others. A list that cannot be edited so, as one whose section has gone meanwhile, shows none.
  private func show(
    _ before: AnyRow?, _ after: AnyRow?, _ ids: (before: RowID, after: RowID), if isMeant: () -> Bool
  ) {
    _ = try? list.transaction { editor in
      guard isMeant(), !isWhole.withLock({ $0 }) else { return }
      try editor.show(before, GroupID(ids.before.name), beside: group, isBefore: true)
      try editor.show(after, GroupID(ids.after.name), beside: group, isBefore: false)
    }
  }
}

extension ListEditor {
  /// Shows a row in a group of its own beside another, or no longer.
  fileprivate func show(
    _ row: AnyRow?, _ id: GroupID, beside feed: GroupID, isBefore: Bool
  ) throws(ListError) {
    let known = draft.divisions.place(of: id)
    guard let row else {
      if known != nil { try removeGroup(id) }
      return
    }
    if known != nil { return try setRows([row], of: id) }
    let place = try draft.group(try makeGroup(feed))
    try insert(
      RowGroup(id: id, rows: [row]), in: draft.divisions.sections[place.section].id,
      at: isBefore ? place.group : place.group + 1)
  }
}
