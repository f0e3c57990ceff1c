/// All of a row except its payload.
public struct RowTraits: Sendable, Hashable {
  /// The id; not empty.
  public var id: RowID
  /// The name of the front end's template to draw it with.
  public var kind = RowKind.standard
  public var title: String
  public var subtitle = ""
  /// Words to find the row by, not shown.
  public var searchText = ""
  /// The pronunciation of the title, or the form to sort it by.
  public var reading = ""
  /// The rank among equal hits in order of relevance; higher comes first.
  public var weight: UInt16 = 0
  /// Whether searches find the row.
  public var isSearchable = true
  /// Whether the row itself is hidden; its group or its section may also hide it.
  public var isHidden = false
  /// Values that the front end needs to draw the row.
  public var attributes: [String: JSONValue] = [:]
  /// The actions of the row, by key; see ``ActionKey``.
  public var actions: [ActionKey: Action] = [:]
  /// The controls on the row, by key; each holds a value that can be set.
  public var controls: [String: Control] = [:]
  /// The operations that the row allows; for values of `nil`, those of the kind, the section or the list count.
  public var abilities = RowAbilities()

  public init(id: RowID, title: String) {
    self.id = id
    self.title = title
  }

  // Equal strings may have different scalars, which some search modes distinguish: so bytes are compared.
  public static func == (a: RowTraits, b: RowTraits) -> Bool {
    a.id == b.id && a.kind == b.kind && a.title.isSpelt(as: b.title) && a.subtitle.isSpelt(as: b.subtitle)
      && a.searchText.isSpelt(as: b.searchText) && a.reading.isSpelt(as: b.reading) && a.weight == b.weight
      && a.isSearchable == b.isSearchable && a.isHidden == b.isHidden && a.attributes == b.attributes
      && a.actions == b.actions && a.controls == b.controls && a.abilities == b.abilities
  }
}

extension String {
  /// Returns whether both have the same scalars.
  func isSpelt(as other: String) -> Bool {
    // Spans of memory: iterators of strings take twenty times as long, and every comparison of rows calls this.
    let (own, others) = (utf8.span, other.utf8.span)
    guard own.count == others.count else { return false }
    for index in own.indices where own[index] != others[index] { return false }
    return true
  }
}

/// The name of a template of the front end.
public struct RowKind: ListID {
  public let name: String
  public init(_ name: String) { self.name = name }

  /// The default kind of rows.
  public static let standard: RowKind = "row"
}

/// The operations that a row allows. A value of `nil` is inherited, in this order: row, kind, section, list.
public struct RowAbilities: Sendable, Hashable, Codable {
  public var isDeletable: Bool?
  public var moves: MovePolicy?
  public var selection: SelectionStyle?

  public init(isDeletable: Bool? = nil, moves: MovePolicy? = nil, selection: SelectionStyle? = nil) {
    self.isDeletable = isDeletable
    self.moves = moves
    self.selection = selection
  }

  /// Returns these values, with those of `others` in place of `nil`.
  func filled(with others: RowAbilities) -> RowAbilities {
    RowAbilities(
      isDeletable: isDeletable ?? others.isDeletable, moves: moves ?? others.moves,
      selection: selection ?? others.selection)
  }
}

/// The range within which a row may be moved.
public enum MovePolicy: String, Sendable, Hashable, Codable, CaseIterable {
  case fixed, withinGroup, withinSection, anywhere
}

/// The effect of choosing a row on its selection.
public enum SelectionStyle: String, Sendable, Hashable, Codable, CaseIterable {
  /// The row cannot be chosen.
  case unselectable
  /// Choosing the row performs its primary action and leaves it unselected.
  case momentary
  /// The row stays selected.
  case sticky
}

/// The key of an action of a row. A front end may use any keys.
public struct ActionKey: ListID {
  public let name: String
  public init(_ name: String) { self.name = name }

  /// Choosing the row: a tap, a click, Return.
  public static let primary: ActionKey = "primary"
  /// The alternative action: a long press, a right click.
  public static let secondary: ActionKey = "secondary"
}

/// An action of a row: its name and the arguments for its handlers.
public struct Action: Sendable, Hashable {
  /// A name that handlers can be registered for, under any key.
  public var name: String?
  public var arguments: JSONValue

  public init(_ name: String? = nil, arguments: JSONValue = .null) {
    self.name = name
    self.arguments = arguments
  }
}

/// A control on a row that holds a value: a switch, a slider, a field.
public struct Control: Sendable, Hashable, Codable {
  public var value: JSONValue
  /// The action performed when the value has been set.
  public var action: Action?

  public init(_ value: JSONValue, action: Action? = nil) {
    self.value = value
    self.action = action
  }

  public static func toggle(_ isOn: Bool, action: Action? = nil) -> Control { Control(.bool(isOn), action: action) }
}
