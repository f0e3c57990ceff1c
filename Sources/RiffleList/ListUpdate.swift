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
