import Riffle

/// What a change of a list, or of its filter, has done to what shows. Views are made when somebody asks for them.
public struct ListUpdate: Sendable {
  let earlier, later: LazyView

  /// What showed before.
  public var before: ListView { earlier.view }
  /// What shows now.
  public var after: ListView { later.view }

  /// Whether the list has changed beside its sections and rows, which no change set says: what stands above and below
  /// them, and what rows have that say nothing else.
  public var changesTraits: Bool { earlier.base.traits != later.base.traits }

  /// Whether nothing has been changed.
  public var isEmpty: Bool { earlier === later }
}

extension ListUpdate: CustomStringConvertible {
  /// Such as `generation 4 to 5, 12 rows to 13`.
  public var description: String {
    let (old, new) = (earlier.base, later.base)
    if earlier.isNothing { return "generation \(new.generation), all \(new.snapshot.count) rows" }
    let rows =
      "\(old.snapshot.count) rows" + (old.snapshot.count == new.snapshot.count ? "" : " to \(new.snapshot.count)")
    if isEmpty { return "generation \(old.generation), nothing changed, \(rows)" }
    return old.generation == new.generation
      ? "generation \(old.generation), filter changed, \(rows)"
      : "generation \(old.generation) to \(new.generation), \(rows)"
  }
}
