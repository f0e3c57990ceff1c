public import Riffle

/// What of a list is decided once.
public struct ListSettings: Sendable {
  /// How text is indexed.
  public var index = IndexOptions()
  /// Conditions by name, for ``ListFilter/scope``; each is asked once of every row when that is written. It may look at the
  /// list, but not edit it. Names that begin with `riffle.` are the list's own.
  public var scopes: [String: @Sendable (AnyRow) -> Bool] = [:]
  /// The sections that the list keeps in order from the start: letters, or values of a key. See ``ListModel/arrange(by:rowsOf:)``.
  public var arrangement: ListArrangement?
  /// Whether sections show of which no row does, while nothing is filtered.
  public var emptySections = EmptySections.kept
  /// Whether they do while something is.
  public var emptySectionsWhileFiltering = EmptySections.dropped
  /// Whether a section that an edit has left without rows is removed.
  public var removesEmptiedSections = false
  /// Whether hits show in groups that are folded.
  public var unfoldsWhileFiltering = true
  /// Whether more than one sticky row can be selected.
  public var selectsMany = true
  /// Whether rows can be moved and deleted, other than by transactions, only while ``ListModel/isEditing``.
  public var requiresEditMode = false

  public enum EmptySections: String, Sendable, Hashable {
    case kept, dropped
  }

  public init() {}
}

/// What is left of a list.
public struct ListFilter: Sendable {
  /// What rows have to match. Blank text filters nothing.
  public var text: String?
  public var mode = QueryMode.smart
  public var syntax = Query.Syntax.plain
  /// How much dearer than the best row that may show another one may be, in mode ``QueryMode/smart``.
  public var reach = Reach.standard
  /// Which terms of the text rows have to match: all of them, because what is left of a list is not ranked.
  public var terms = TermDemand.all
  /// Keyboards that may have been meant; see ``SearchRequest/layouts``.
  public var layouts: [KeyboardLayout] = []
  /// Where rows have to be, by ``ListSettings/scopes``.
  public var scope: Scope?
  /// In which sections rows have to be; the list must have them when the filter is set.
  public var sections: Set<SectionID>?
  /// What is asked of rows beside the text, or instead of it, while there is text. What is asked of them all the while is
  /// a scope. It may look at the list, and must not edit it each time: what shows would never be found.
  public var predicate: SearchPredicate<AnyRow>?
  /// Whether the predicate is asked of rows that are not searchable, too.
  public var asksUnsearchableRows = false

  public init(text: String? = nil, mode: QueryMode = .smart) {
    self.text = text
    self.mode = mode
  }
}
