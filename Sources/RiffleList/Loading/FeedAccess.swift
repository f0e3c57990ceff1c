import Riffle

/// How near what a front end shows of a list is to the ends of what shows of a feed.
struct FeedAccess {
  /// How many rows of the view lie between the start of what shows of the feed and that of the viewport: less than 0 where
  /// the viewport begins before.
  let before: Int
  /// How many lie between the end of the viewport and that of the feed.
  let after: Int
  /// How many rows of the feed show, in the viewport or not.
  let shownCount: Int
  /// How many rows the viewport has.
  let length: Int
  /// The rows of the feed in the viewport.
  let visible: [RowID]
  /// The first row in the viewport, of whatever feed.
  let firstRow: RowID?
  /// Counts the times that somebody has said what is looked at.
  let reports: Int

  /// Whether at most `distance` rows are left beyond the viewport at an end of the feed, and it is not beyond that itself.
  func isNear(_ direction: LoadDirection, _ distance: Int) -> Bool {
    let beyond = direction == .append ? after : before
    return beyond <= distance && -beyond - length <= distance
  }

  /// Whether the viewport lies behind all that shows of the feed.
  var isBehind: Bool { after + length <= 0 }
}

extension ListPages {
  /// How many rows the list has of the feed, whether they show or not.
  var rowCount: Int {
    let base = list.base
    guard let group else { return base.snapshot.count }
    return base.divisions.place(named: group).map { base.divisions[$0].rowCount } ?? 0
  }

  /// What is looked at; `nil` if nobody has said so.
  func access() -> FeedAccess? {
    let view = list.view
    guard let (viewport, reports) = list.viewport(in: view) else { return nil }
    let shown = group.map { view.positions(ofGroup: $0) } ?? 0..<view.count
    let visible = viewport.clamped(to: 0..<view.count)
    return FeedAccess(
      before: viewport.lowerBound - shown.lowerBound, after: shown.upperBound - viewport.upperBound,
      shownCount: shown.count, length: viewport.count,
      visible: view.ids(visible.overlaps(shown) ? visible.clamped(to: shown) : 0..<0),
      firstRow: view.ids(visible.prefix(1)).first, reports: reports)
  }
}

extension ListView {
  fileprivate func ids(_ positions: Range<Int>) -> [RowID] {
    rows(offset: positions.lowerBound, limit: positions.count).map(\.id)
  }

  /// The positions at which rows of a group show, side by side; where they would, if none does.
  /// - Complexity: O(log² *n*).
  func positions(ofGroup id: GroupID) -> Range<Int> {
    let divisions = base.divisions
    guard let place = divisions.place(named: id) else { return count..<count }
    switch layout {
    case .whole:
      let (section, before) = divisions.sections.found(at: place.section)
      let (group, inSection) = section.groups.found(at: place.group)
      let start = before.shown + (section.traits.isHidden ? 0 : inSection.shown)
      return start..<start + (section.traits.isHidden ? 0 : group.sum.shown)
    case .filtered:
      let start = divisions.start(of: place)
      let ranks = part.ranks(ofPositions: [start, start + divisions[place].rowCount])
      return ranks[0]..<max(ranks[0], ranks[1])
    }
  }
}

extension RefreshAnchor {
  /// - Complexity: O(log² *n*) for each row between the anchor and the nearest that is left.
  init(_ id: RowID, from before: ListView, to after: ListView) {
    self.id = id
    position = after.position(of: id)
    guard let old = before.position(of: id) else { return }
    func nearest(in windows: some Sequence<Range<Int>>, fromEnd: Bool) -> RowID? {
      for window in windows {
        let rows = before.rows(offset: window.lowerBound, limit: window.count)
        let found =
          fromEnd
          ? rows.last { after.position(of: $0.id) != nil } : rows.first { after.position(of: $0.id) != nil }
        if let found { return found.id }
      }
      return nil
    }
    let step = 128
    survivorBefore = nearest(
      in: stride(from: old, to: 0, by: -step).lazy.map { max(0, $0 - step)..<$0 }, fromEnd: true)
    survivorAfter = nearest(
      in: stride(from: old + 1, to: before.count, by: step).lazy.map { $0..<min(before.count, $0 + step) },
      fromEnd: false)
  }
}
