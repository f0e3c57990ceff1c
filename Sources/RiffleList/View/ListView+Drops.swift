extension ListView {
  /// Returns the place for rows dropped at a path of this view: between the rows that then show before and behind them.
  ///
  ///     if let place = view.place(for: RowPath(section: 1, row: 0), moving: ids) { try list.move(ids, to: place) }
  ///
  /// - Parameters:
  ///   - path: the new path of the first of them, as table views report it. A path behind the last row of the section means its
  ///     end.
  ///   - ids: the rows that are moved. Their present places do not count.
  /// - Returns: `nil` if no section shows at that index, the path is before its start, or the view is sorted.
  /// - Complexity: O(*r* log² *n*) for *r* rows that are moved.
  public func place(for path: RowPath, moving ids: [RowID]) -> ListEditor.RowPlace? {
    if filter.sort != nil { return nil }
    guard let section = section(at: path.section), path.row >= 0 else { return nil }
    let own = Set(ids.compactMap { position(of: $0) }).map { $0 - section.start }.filter { 0..<section.rowCount ~= $0 }
    // A row at a path without the moved rows is here as many rows further down as moved rows are before it.
    var index = min(path.row, section.rowCount - own.count)
    for gone in own.sorted() where gone <= index { index += 1 }
    if index < section.rowCount { return .before(section[index].id) }
    let left = (0..<section.rowCount).reversed().first { !own.contains($0) }
    return left.map { .after(section[$0].id) } ?? .end(of: section.id)
  }
}
