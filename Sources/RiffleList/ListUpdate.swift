/// What a change of a list, or of its filter, has done to what shows. Views are made when somebody asks for them.
public struct ListUpdate: Sendable {
  let earlier, later: LazyView

  /// What showed before.
  public var before: ListView { earlier.view }
  /// What shows now.
  public var after: ListView { later.view }

  /// Whether nothing has been changed.
  public var isEmpty: Bool { earlier === later }
}
