extension ListView {
  /// What turns an earlier view of the list into this one, or a view through another filter: see ``ChangeSet``.
  ///
  /// - Complexity: O(groups + *m* + *c* log *c*) for *m* rows of sections that show other rows than before, and *c* rows
  ///   that come, go or stand elsewhere. Of what is filtered all rows are compared.
  /// - Throws: nothing for two views of one list: no id occurs twice in either.
  public func changes(since earlier: ListView) throws(ListError) -> ChangeSet {
    try ChangeSet(from: earlier.comparableSections, to: comparableSections)
  }

  /// What decides which rows of a section show while nothing is filtered.
  private struct Stamp: Equatable {
    struct Group: Equatable {
      /// Groups that have changed together have one stamp of rows.
      let id: GroupID
      let rows: UInt64
      let isHidden: Bool
      /// The row that shows of a group that is folded; `nil` for a group that is not.
      let folded: RowID??
    }

    let groups: [Group]
  }

  private var comparableSections: [DiffSection<Stamp>] {
    layout.sections.map { section in
      DiffSection(traits: base.sections[section.index].traits, stamp: stamp(section), count: section.count) {
        rows(offset: section.start, limit: section.count)
      }
    }
  }

  private func stamp(_ section: ViewLayout.Section) -> Stamp? {
    if isFiltering { return nil }
    return Stamp(
      groups: base.sections[section.index].groups.map { group in
        Stamp.Group(
          id: group.traits.id, rows: group.stamp, isHidden: group.traits.isHidden,
          folded: group.traits.style.isFolded ? .some(group.traits.style.selected) : nil)
      })
  }
}

extension ListUpdate {
  /// What has become of the rows and sections that show; see ``ListView/changes(since:)``.
  public func changes() throws(ListError) -> ChangeSet { try after.changes(since: before) }
}
