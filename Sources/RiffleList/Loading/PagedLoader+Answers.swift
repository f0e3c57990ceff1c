import Riffle

/// Results of the source: pages that arrive, refreshes that replace rows, loads that continue and end.
extension PagedLoader {
  func take(_ answer: Result<Page, any Error>, to request: PageRequest, _ ticket: LoadTicket) {
    answerCount += 1
    guard known.isCurrent(ticket), let load = loads[ticket] else {
      lateAnswerCount += 1
      return
    }
    do {
      let page = try answer.get()
      if ticket.direction == .refresh {
        try finishRefresh(page, request, ticket, load)
      } else {
        try finishExtension(page, request, ticket, load)
      }
    } catch {
      change { $0.finish(ticket, .failed(error)) }
      if let failure = known[ticket.direction].failure { end(ticket, .failed(failure)) }
      prefetch()
    }
  }

  private func finishRefresh(_ page: Page, _ request: PageRequest, _ ticket: LoadTicket, _ load: Load) throws {
    let isAddition = page.isAddition && load.firstRow != nil
    let arrival = loaded.arrival(page.content, replacing: !isAddition)
    // The first rows may be on a later page.
    let next = isAddition || page.next == request.cursor ? nil : page.next
    if arrival.content.isEmpty, let next { return try readOn(next) }
    let outcome = try target.apply(
      isAddition ? .prepend(arrival.content, droppingLast: []) : .replace(arrival.content),
      following: load.anchor ?? target.sight?.firstRow ?? request.anchor)
    if isAddition { loaded.add(page, request, arrival.ids) } else { loaded.replace(request, page, arrival.ids) }
    // All rows of the page may be elsewhere in the list.
    if outcome.rowCount == 0, !arrival.ids.isEmpty, let next {
      change {
        $0.overtake()
        $0.set(rows(0))
      }
      endLoads(.overtaken)
      return try readOn(next)
    }
    func readOn(_ next: JSONValue) throws {
      guard load.pageCount < load.pageLimit else { throw PagingError.onlyEmptyPages(count: load.pageCount) }
      ask(PageRequest(.append, cursor: next, size: request.size), ticket)
    }
    paces.reset()
    finish(
      ticket, outcome.rowCount,
      .refreshed(RefreshOutcome(rowCount: outcome.rowCount, isAddition: isAddition, anchor: outcome.anchor)))
    prefetch()
  }

  private func finishExtension(_ page: Page, _ request: PageRequest, _ ticket: LoadTicket, _ load: Load) throws {
    let direction = ticket.direction
    let arrival = loaded.arrival(page.content, replacing: false)
    // While another load is in progress, its rows must fit those that it continues.
    let pages = loads.count > 1 || arrival.ids.isEmpty ? 0 : droppablePages(after: direction, adding: arrival.ids.count)
    let leaving = loaded.rowIDs(ofPages: pages, leavingAfter: direction)
    var outcome = PageOutcome(rowCount: target.rowCount, added: 0)
    if !arrival.content.isEmpty {
      let before = target.sight?.shownCount ?? 0
      outcome = try target.apply(
        direction == .append
          ? .append(arrival.content, droppingFirst: leaving) : .prepend(arrival.content, droppingLast: leaving),
        following: nil)
      paces.follow((target.sight?.shownCount ?? 0) - before)
    }
    loaded.extend(direction, request, page, arrival.ids, droppingPages: pages)
    let duplicates = load.duplicates + arrival.duplicates
    let dropped = load.dropped.addingClamped(outcome.dropped)
    if outcome.added == 0, load.pageCount < load.pageLimit,
      let next = loaded.request(direction, size: options.pageSize), next != request
    {
      loads[ticket]?.duplicates = duplicates
      loads[ticket]?.dropped = dropped
      change { $0.set(rows(outcome.rowCount)) }
      return ask(next, ticket)
    }
    if outcome.added == 0 { pause(direction) }
    paces.count(direction, shown: outcome.shown, ofPages: load.pageCount)
    finish(
      ticket, outcome.rowCount,
      .extended(ExtensionOutcome(added: outcome.added, dropped: dropped, duplicates: duplicates)))
    prefetch()
  }

  private func droppablePages(after direction: LoadDirection, adding count: Int) -> Int {
    guard options.maxRows != nil else { return 0 }
    let sight = target.sight
    return loaded.droppablePages(after: direction, adding: count, maxRows: options.maxRows) { leaving, remaining in
      sight?.canLeave(
        leaving, after: direction, remaining: remaining, prefetchDistance: options.prefetchDistance ?? 0) ?? true
    }
  }

  private func finish(_ ticket: LoadTicket, _ count: Int, _ result: LoadResult) {
    let time = ticket.direction == .refresh ? now() : nil
    change { $0.finish(ticket, .loaded(rows(count)), at: time) }
    end(ticket, result)
    endLoads(.overtaken)
  }

  private func rows(_ count: Int) -> LoadedRows {
    LoadedRows(count: count, hasMoreToAppend: loaded.hasMore(.append), hasMoreToPrepend: loaded.hasMore(.prepend))
  }
}
