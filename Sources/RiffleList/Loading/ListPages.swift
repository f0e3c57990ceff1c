import Riffle

/// A feed of a list: the target of the pages that a ``PagedLoader`` loads.
///
///     let loader = PagedLoader(source: source, target: list.pages(in: "feed"))
///
/// Pages of rows go into one group, and leave the rest of the list alone: static rows, other feeds, and rows moved out of the
/// group or added elsewhere. Such a row stays where it is, and gets the page's content. All rows of the group belong to the feed,
/// including those added by other code.
///
/// Pages of sections make up the whole list: all rows of the list then belong to the feed, except those that
/// ``showStates(of:row:)`` adds.
///
/// The visible rows are those of ``ListModel/viewport(_:)``, for all feeds of the list at once.
public struct ListPages: PageTarget {
  let list: ListModel
  let group: GroupID
  /// Whether the pages consist of sections.
  let isWhole: Lock<Bool>

  init(_ list: ListModel, _ group: GroupID, _ isWhole: Lock<Bool> = Lock(false)) {
    self.list = list
    self.group = group
    self.isWhole = isWhole
  }

  public func apply(_ change: PageChange, following anchor: RowID?) throws -> PageOutcome {
    var outcome = PageOutcome(rowCount: 0, added: 0)
    var added: [RowID] = []
    var isWhole = self.isWhole.withLock { $0 }
    let ids = NoticeIDs(group)
    let update = try list.transaction { editor in
      let notices = isWhole ? try editor.takeNotices(ids) : Notices()
      switch change {
      case .replace(let page):
        isWhole = page.isOfSections
        added = try editor.replace(page, in: group)
      case .append(let page, let leaving), .prepend(let page, let leaving):
        // An empty page does nothing; it does not even decide between rows and sections.
        if page.isEmpty, leaving.isEmpty { break }
        isWhole = page.isOfSections
        outcome.dropped = try editor.leave(leaving, isWhole ? nil : group)
        added =
          if case .append = change { try editor.append(page, to: group) } else { try editor.prepend(page, to: group) }
      }
      outcome.rowCount = isWhole ? editor.rowCount() : editor.rowCount(ofFeed: group)
      try editor.put(notices, ids)
    }
    self.isWhole.withLock { $0 = isWhole }
    outcome.added = added.count
    // Views are computed only if a front end has reported a viewport.
    let isSeen = list.state.withLock { $0.viewport != nil }
    outcome.shown = isSeen ? added.count { update.after.position(of: $0) != nil } : added.count
    outcome.anchor = anchor.map { RefreshAnchor($0, before: update.before, after: update.after) }
    return outcome
  }

  /// - Complexity: O(log *n*).
  public var rowCount: Int {
    guard isWhole.withLock({ $0 }) else { return list.rowCount(of: group) ?? 0 }
    let base = list.base
    let notices = NoticeIDs(group).all.compactMap { base.divisions.place(named: .section(SectionID($0))) }
    return notices.reduce(base.snapshot.count) { $0 - base.divisions[$1].rowCount }
  }

  /// - Complexity: O(log² *n*), and that of the view if it has not been computed yet.
  public var sight: FeedSight? {
    guard var viewport = list.state.withLock({ $0.viewport }) else { return nil }
    let view = list.view
    let positions = viewport.positions(count: view.count, row: { view.row(at: $0)?.id }, position: view.position(of:))
    list.state.withLock { if $0.viewport?.number == viewport.number { $0.viewport = viewport } }
    return FeedSight(
      viewport: positions, count: view.count,
      feed: isWhole.withLock { $0 } ? view.positions(without: NoticeIDs(group)) : view.positions(ofGroup: group),
      firstRow: view.row(at: max(0, positions.lowerBound))?.id, scrollCount: viewport.number
    ) { view.position(of: $0) }
  }

  public var changes: AsyncStream<Void> {
    list.stream(bufferingPolicy: .bufferingNewest(1)) { reader in
      { event in
        switch event {
        case .updated, .didScroll: reader.yield()
        default: break
        }
      }
    }
  }
}

extension ListModel {
  /// Returns a feed as the target of pages. A list may have several feeds.
  ///
  /// - Parameter group: the group of pages of rows. If the list has no such group, the first page adds it: to the section of the
  ///   same id, or to a new section at the end if there is none.
  public func pages(in group: GroupID = "pages") -> ListPages { ListPages(self, group) }
}

extension ListView {
  /// Returns the positions of all rows except load notices.
  /// - Complexity: O(log² *n*).
  fileprivate func positions(without notices: NoticeIDs) -> Range<Int> {
    let start = section(SectionID(notices.before))?.count ?? 0
    return start..<max(start, count - (section(SectionID(notices.after))?.count ?? 0))
  }

  /// Returns the positions of a group's rows; if none shows, an empty range where the first one would be.
  ///
  /// - Returns: `nil` if none can show: there is no such group, it or its section is hidden, or the filter excludes the section.
  /// - Complexity: O(log² *n*).
  func positions(ofGroup id: GroupID) -> Range<Int>? {
    let divisions = base.divisions
    guard let place = divisions.place(named: id) else { return nil }
    let (section, before) = divisions.sections.found(at: place.section)
    let (group, inSection) = section.groups.found(at: place.group)
    if section.traits.isHidden || group.traits.isHidden || filter.sections?.contains(section.id) == false { return nil }
    switch layout {
    case .whole:
      let start = before.shown + inSection.shown
      return start..<start + group.sum.shown
    case .sorted(let rows): return 0..<rows.count
    case .filtered: break
    }
    let start = before.rows + inSection.rows
    let ranks = part.ranks(ofPositions: [start, start + group.rowCount])
    return ranks[0]..<max(ranks[0], ranks[1])
  }
}
