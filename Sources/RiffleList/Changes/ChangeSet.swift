/// What turns one snapshot of a list into another.
///
///     let changes = try ChangeSet(from: before, to: after)
///     try changes.apply(to: before) == after
///
/// Sections and rows are known by their ids, whatever becomes of them: what has another content is an update, what
/// stands elsewhere a move, and one row can be both. Every place is in one of two systems, and none shifts while changes
/// are made: *before* places count in the old snapshot, *after* places in the new one, both from 0.
///
/// It says all, and leaves out nothing that follows from something else: the rows of a deleted section are deleted or
/// moved, those of an inserted one inserted or moved. A row that only shifts because of its neighbours is in no move,
/// nor is a row whose whole section moves. How a front end wants it is made from it: ``TableViewUpdates``,
/// ``DiffableUpdate``, ``ListPatch``.
public struct ChangeSet: Sendable, Equatable {
  /// Sections stand at their position in the list. What an update has is all but the rows.
  public let sections: Edits<SectionID, Int, SectionTraits>
  public let rows: Edits<RowID, RowPath, AnyRow>
  /// How many sections the old snapshot has.
  public let sectionCount: Int
  /// How many rows the old snapshot has.
  public let rowCount: Int

  /// Rows that are selected now and were not before, and the other way round; whether they show or not. Snapshots know
  /// nothing of it.
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

  /// Whether both snapshots are equal, and the same rows selected.
  public var isEmpty: Bool { sections.isEmpty && rows.isEmpty && selected.isEmpty && deselected.isEmpty }

  /// What becomes of sections or of rows.
  public struct Edits<
    ID: ListID, Place: Sendable & Hashable & Comparable, Value: Sendable & Equatable
  >: Sendable, Equatable {
    /// In the order of their before places.
    public internal(set) var deletes: [Delete] = []
    /// In the order of their after places.
    public internal(set) var inserts: [Insert] = []
    /// In the order of their after places. No fewer would do: among the rows that stay in a section, and among the
    /// sections, those that do not move are a longest sequence that keeps its order.
    public internal(set) var moves: [Move] = []
    /// In the order of their after places.
    public internal(set) var updates: [Update] = []

    public var isEmpty: Bool { count == 0 }

    /// How many changes there are; what is moved and updated counts twice.
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
      /// An after place. It may be another one without a move, where neighbours come or go.
      public let to: Place
      /// What it is now.
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
