extension ListView {
  /// The place for rows that are let go at a path of this view: between the rows that then show before and behind them.
  ///
  ///     if let place = view.place(for: RowPath(section: 1, row: 0), moving: ids) { try list.move(ids, to: place) }
  ///
  /// - Parameters:
  ///   - path: the one that the first of them then has, as table views report it. What is behind the last row of the section is its
  ///     end.
  ///   - ids: those that are moved. Where they stand now does not count.
  /// - Returns: `nil` if no section shows at that index, or the path is before its start.
  /// - Complexity: O(*r* log² *n*) for *r* rows that are moved.
  public func place(for path: RowPath, moving ids: [RowID]) -> ListEditor.RowPlace? {
    guard let section = section(at: path.section), path.row >= 0 else { return nil }
    let own = Set(ids.compactMap { position(of: $0) }).map { $0 - section.start }.filter { 0..<section.rowCount ~= $0 }
    // What stands at a path when they are gone stands here as many rows further down as go before it.
    var index = min(path.row, section.rowCount - own.count)
    for gone in own.sorted() where gone <= index { index += 1 }
    if index < section.rowCount { return .before(section[index].id) }
    let left = (0..<section.rowCount).reversed().first { !own.contains($0) }
    return left.map { .after(section[$0].id) } ?? .end(of: section.id)
  }
}
