extension ChangeSet {
  /// Rows that are copies of one another are known to be equal without a look at what they hold.
  ///
  /// - Complexity: O(*n* + *c* log *c*) on average, for *n* rows and *c* rows that stand elsewhere or are new. Every id
  ///   of `after` is hashed, because two rows must not share one.
  /// - Throws: ``ListError/duplicateID(of:id:)`` if two sections or two rows of one snapshot have the same id.
  public init(from before: ListSnapshot, to after: ListSnapshot) throws(ListError) {
    try self.init(
      before.sections.map { DiffSection<Never>($0) }, after.sections.map { DiffSection<Never>($0) }, checksRowIDs: true)
  }

  /// The same for sections whose rows are asked for only where they may differ.
  ///
  /// Row ids are taken to be unique in either list, and not checked. A row that moves between sections changes the stamps
  /// of both.
  /// - Complexity: O(*s* + *m* + *c* log *c*) on average, for *s* sections, *m* rows of sections without equal stamps and
  ///   *c* rows that stand elsewhere or are new.
  /// - Throws: ``ListError/duplicateID(of:id:)`` if two sections of one list have the same id.
  init<Stamp: Equatable>(
    from before: [DiffSection<Stamp>], to after: [DiffSection<Stamp>]
  ) throws(ListError) {
    try self.init(before, after, checksRowIDs: false)
  }

  private init<Stamp: Equatable>(
    _ before: [DiffSection<Stamp>], _ after: [DiffSection<Stamp>], checksRowIDs: Bool
  ) throws(ListError) {
    let match = try SectionMatch(before.map(\.traits), after.map(\.traits))
    let isUntouched = after.indices.map { position in
      guard let source = match.source[position], let stamp = after[position].stamp else { return false }
      return before[source].stamp == stamp
    }
    var rowsBefore = before.map { _ in [AnyRow]() }
    for position in before.indices {
      if let target = match.target[position], isUntouched[target] { continue }
      rowsBefore[position] = before[position].rows()
    }
    var diff = RowDiff(
      before: rowsBefore, after: after.indices.map { isUntouched[$0] ? [] : after[$0].rows() }, match: match)
    self.init(
      sections: match.edits(before.map(\.traits), after.map(\.traits)),
      rows: try diff.edits(checkingIDs: checksRowIDs),
      sectionCount: before.count, rowCount: before.reduce(0) { $0 + $1.count })
  }
}

/// A section to compare, which need not be told row by row.
struct DiffSection<Stamp: Equatable> {
  let traits: SectionTraits
  /// Sections of one id with the same stamp are known to have the same rows in the same order.
  let stamp: Stamp?
  let count: Int
  /// Called once at most.
  let rows: () -> [AnyRow]
}

extension DiffSection {
  init(_ section: SectionSnapshot) {
    self.init(traits: section.traits, stamp: nil, count: section.rows.count) { section.rows }
  }
}
