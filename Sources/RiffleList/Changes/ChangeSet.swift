/// The difference of two snapshots of a list.
///
///     let changes = try ChangeSet(from: before, to: after)
///     try changes.apply(to: before) == after
///
/// Sections and rows are identified by their ids. One with other content is an update, one that stands elsewhere a move; a row
/// can be both. Every place is in one of two systems: *before* places count in the old snapshot, *after* places in the new one,
/// both from 0. Neither shifts while changes are made.
///
/// The change set is complete. Rows of a deleted section are deleted or moved; rows of an inserted section are inserted or moved.
/// A row that only shifts because of its neighbours is not moved, nor is a row whose whole section moves.
///
/// Front ends get their own forms of it: ``TableViewUpdates``, ``DiffableUpdate``, ``ListPatch``.
public struct ChangeSet: Sendable, Equatable {
  /// The changes of sections, by position in the list. An update has everything except the rows.
  public let sections: Edits<SectionID, Int, SectionTraits>
  public let rows: Edits<RowID, RowPath, AnyRow>
  /// The number of sections in the old snapshot.
  public let sectionCount: Int
  /// The number of rows in the old snapshot.
  public let rowCount: Int

  /// Rows that are selected now and were not before, and the reverse, whether they show or not. Differences of snapshots leave
  /// them empty.
  public internal(set) var selected: [RowID] = []
  public internal(set) var deselected: [RowID] = []

  init(
    sections: Edits<SectionID, Int, SectionTraits>, rows: Edits<RowID, RowPath, AnyRow>, sectionCount: Int,
    rowCount: Int
  ) {
    self.sections = sections
    self.rows = rows
    self.sectionCount = sectionCount
    self.rowCount = rowCount
  }

  /// Whether both snapshots are equal and have the same selection.
  public var isEmpty: Bool { sections.isEmpty && rows.isEmpty && selected.isEmpty && deselected.isEmpty }

  /// The changes of sections or of rows.
  public struct Edits<
    ID: ListID, Place: Sendable & Hashable & Comparable, Value: Sendable & Equatable
  >: Sendable, Equatable {
    /// In the order of their before places.
    public internal(set) var deletes: [Delete] = []
    /// In the order of their after places.
    public internal(set) var inserts: [Insert] = []
    /// In the order of their after places. Their number is minimal, among the sections and among the rows that stay in a section:
    /// the elements not moved are a longest sequence in unchanged order.
    public internal(set) var moves: [Move] = []
    /// In the order of their after places.
    public internal(set) var updates: [Update] = []

    public var isEmpty: Bool { count == 0 }

    /// The number of changes; an element that is moved and updated counts twice.
    public var count: Int { deletes.count + inserts.count + moves.count + updates.count }

    public struct Delete: Sendable, Equatable, Identifiable {
      public let id: ID
      /// A before place.
      public let at: Place
    }

    public struct Insert: Sendable, Equatable, Identifiable {
      public let id: ID
      /// An after place.
      public let at: Place
      public let value: Value
    }

    public struct Move: Sendable, Equatable, Identifiable {
      public let id: ID
      /// A before place.
      public let from: Place
      /// An after place.
      public let to: Place
    }

    public struct Update: Sendable, Equatable, Identifiable {
      public let id: ID
      /// A before place.
      public let from: Place
      /// An after place. Without a move it may differ from `from`, if neighbours come or go.
      public let to: Place
      /// The new value.
      public let value: Value
    }
  }
}

extension ChangeSet: CustomStringConvertible {
  /// Such as `rows: 2 deleted, 1 moved; 1 selected`.
  public var description: String {
    func part(_ name: String, _ counts: [(count: Int, verb: String)]) -> String? {
      let said = counts.filter { $0.count > 0 }.map { "\($0.count) \($0.verb)" }.joined(separator: ", ")
      return said.isEmpty ? nil : name + said
    }
    let parts = [
      part("sections: ", sections.counts), part("rows: ", rows.counts),
      part("", [(selected.count, "selected"), (deselected.count, "deselected")]),
    ]
    let said = parts.compactMap(\.self).joined(separator: "; ")
    return said.isEmpty ? "nothing changed" : said
  }
}

extension ChangeSet.Edits {
  fileprivate var counts: [(count: Int, verb: String)] {
    [(deletes.count, "deleted"), (inserts.count, "inserted"), (moves.count, "moved"), (updates.count, "updated")]
  }
}
