public import Riffle

/// Options of a list that are set once.
public struct ListSettings: Sendable {
  /// The options for indexing text.
  public var index = IndexOptions()
  /// Conditions by name, for ``ListFilter/scope``. Each is called once for every row that is written. It may read the list, but
  /// not edit it. Names that begin with `riffle.` are reserved.
  public var scopes: [String: @Sendable (AnyRow) -> Bool] = [:]
  /// Typed values of rows, for ``ListFilter/condition``, ``ListFilter/sort`` and ``ListView/facets(_:)``. Each is read once from
  /// every row that is written, as scopes are.
  public var fields: [SearchField<AnyRow>] = []
  /// The sections that the list keeps sorted from the start: letters, or values of a key. See ``ListModel/arrange(by:rowsOf:)``.
  public var arrangement: ListArrangement?
  /// Whether sections without visible rows show while nothing is filtered.
  public var emptySections = EmptySections.kept
  /// Whether they show while the list is filtered.
  public var emptySectionsWhileFiltering = EmptySections.dropped
  /// Whether a section is removed when an edit leaves it without rows.
  public var removesEmptiedSections = false
  /// Whether hits show in groups that are folded.
  public var unfoldsWhileFiltering = true
  /// Whether more than one sticky row can be selected.
  public var selectsMany = true
  /// Whether rows can be moved and deleted only while ``ListModel/isEditing``, except by transactions.
  public var requiresEditMode = false

  public enum EmptySections: String, Sendable, Hashable {
    case kept, dropped
  }

  public init() {}
}

/// The conditions by which a list is filtered.
public struct ListFilter: Sendable {
  /// The text that rows have to match. Blank text filters nothing.
  public var text: String?
  public var mode = QueryMode.smart
  public var syntax = Query.Syntax.plain
  /// The excess in cost over the best visible row that another row may have, in mode ``QueryMode/smart``.
  public var reach = Reach.standard
  /// The terms of the text that rows have to match: all of them, because a filtered list is not ranked.
  public var terms = TermDemand.all
  /// The keyboard layouts that may have been meant; see ``SearchRequest/layouts``.
  public var layouts: [KeyboardLayout] = []
  /// The condition on the ``ListSettings/scopes`` of rows.
  public var scope: Scope?
  /// The condition on the ``ListSettings/fields`` of rows.
  public var condition: Filter?
  /// The order in which rows show; `nil` for the order of the list.
  public var sort: ListSort?
  /// The sections whose rows show; the list must have them when the filter is set.
  public var sections: Set<SectionID>?
  /// A condition on rows in addition to the text, or instead of it, while there is text. A condition that always applies is a
  /// scope. It may read the list, but must not edit it each time: the view would never be found.
  public var predicate: SearchPredicate<AnyRow>?
  /// Whether the predicate is also called for rows that are not searchable.
  public var asksUnsearchableRows = false

  public init(text: String? = nil, mode: QueryMode = .smart) {
    self.text = text
    self.mode = mode
  }
}
