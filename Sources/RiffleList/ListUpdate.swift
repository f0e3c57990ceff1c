import Riffle

/// The effect of a change of a list, or of its filter, on the view. Views are computed on demand.
public struct ListUpdate: Sendable {
  let earlier, later: LazyView

  /// The view before the change.
  public var before: ListView { earlier.view }
  /// The view after the change.
  public var after: ListView { later.view }

  /// Whether traits of the list have changed apart from its sections and rows. A change set does not contain these: header and
  /// footer, and the defaults of rows.
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
