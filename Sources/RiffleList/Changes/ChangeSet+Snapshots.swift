extension ChangeSet {
  /// Compares two snapshots. Rows that are copies of one another are equal without comparing their contents.
  ///
  /// - Complexity: O(*n* + *c* log *c*) on average, for *n* rows and *c* rows that stand elsewhere or are new. Every id of
  ///   `after` is hashed, to detect duplicates.
  /// - Throws: ``ListError/duplicateID(of:id:)`` if two sections or two rows of one snapshot have the same id.
  public init(from before: ListSnapshot, to after: ListSnapshot) throws(ListError) {
    try self.init(
      DiffInput(
        before: before.sections.enumerated().map { DiffSection($1, at: $0) },
        after: after.sections.enumerated().map { DiffSection($1, at: $0) }, afterCount: after.sections.count),
      sectionCount: before.sections.count, rowCount: before.sections.reduce(0) { $0 + $1.rows.count },
      checkingRowIDs: true)
  }

  /// - Parameters:
  ///   - sectionCount: the number of sections before.
  ///   - rowCount: the number of rows before.
  ///   - checkingRowIDs: whether equal row ids anywhere are an error. If not, ids are assumed to be unique.
  /// - Complexity: O(*m* + *c* log *c*) on average, for *m* sections and rows of `input`, and *c* of them that stand elsewhere or
  ///   are new.
  /// - Throws: ``ListError/duplicateID(of:id:)`` if two sections of one list have the same id.
  init(
    _ input: DiffInput, sectionCount: Int, rowCount: Int, checkingRowIDs: Bool = false
  ) throws(ListError) {
    let match = try SectionMatch(input)
    var diff = RowDiff(input, match)
    self.init(
      sections: match.edits(), rows: try diff.edits(checkingIDs: checkingRowIDs), sectionCount: sectionCount,
      rowCount: rowCount)
  }
}

extension DiffSection {
  fileprivate init(_ section: SectionSnapshot, at position: Int) {
    self.init(traits: section.traits, position: position, count: section.rows.count, rows: section.rows)
  }
}
