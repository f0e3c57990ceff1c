/// All of a row but its payload.
public struct RowTraits: Sendable, Hashable {
  /// Not empty.
  public var id: RowID
  /// What it is drawn with: the name of a template that the front end knows.
  public var kind = RowKind.standard
  public var title: String
  public var subtitle = ""
  /// Words to find the row by that are not shown.
  public var searchText = ""
  /// How the title is pronounced or sorted.
  public var reading = ""
  /// Puts a row before its equals where hits stand in order of relevance; higher comes first.
  public var weight: UInt16 = 0
  /// `false` keeps the row out of every search.
  public var isSearchable = true
  /// Whether the row itself is hidden; it may also be so because its group or its section is.
  public var isHidden = false
  /// What the front end needs to draw it.
  public var attributes: [String: JSONValue] = [:]
  /// What can be done with the row, by key; see ``ActionKey``.
  public var actions: [ActionKey: Action] = [:]
  /// What on the row holds a value that can be set, by key.
  public var controls: [String: Control] = [:]
  /// What the row may do; what is `nil` is as the kind, the section or the list has it.
  public var abilities = RowAbilities()

  public init(id: RowID, title: String) {
    self.id = id
    self.title = title
  }

  // Equal strings may be spelt with other scalars, which some modes of search tell apart: so it is the bytes that count.
  public static func == (a: RowTraits, b: RowTraits) -> Bool {
    a.id == b.id && a.kind == b.kind && a.title.isSpelt(as: b.title) && a.subtitle.isSpelt(as: b.subtitle)
      && a.searchText.isSpelt(as: b.searchText) && a.reading.isSpelt(as: b.reading) && a.weight == b.weight
      && a.isSearchable == b.isSearchable && a.isHidden == b.isHidden && a.attributes == b.attributes
      && a.actions == b.actions && a.controls == b.controls && a.abilities == b.abilities
  }
}

extension String {
  /// Whether both are spelt with the same scalars.
  func isSpelt(as other: String) -> Bool {
    // Side by side in memory: iterators of strings take twenty times as long, and every comparison of rows comes here.
    let (own, others) = (utf8.span, other.utf8.span)
    guard own.count == others.count else { return false }
    for index in own.indices where own[index] != others[index] { return false }
    return true
  }
}

/// Names a template of the front end.
public struct RowKind: ListID {
  public let name: String
  public init(_ name: String) { self.name = name }

  /// That of rows that say nothing else.
  public static let standard: RowKind = "row"
}

/// What may be done with a row; what is `nil` is left to whoever is asked next: the row, its kind, its section, its list.
public struct RowAbilities: Sendable, Hashable, Codable {
  public var isDeletable: Bool?
  public var moves: MovePolicy?
  public var selection: SelectionStyle?

  public init(isDeletable: Bool? = nil, moves: MovePolicy? = nil, selection: SelectionStyle? = nil) {
    self.isDeletable = isDeletable
    self.moves = moves
    self.selection = selection
  }

  /// What is said here, and for the rest what `others` say.
  func filled(with others: RowAbilities) -> RowAbilities {
    RowAbilities(
      isDeletable: isDeletable ?? others.isDeletable, moves: moves ?? others.moves,
      selection: selection ?? others.selection)
  }
}

/// How far a row may be moved.
public enum MovePolicy: String, Sendable, Hashable, Codable, CaseIterable {
  case fixed, withinGroup, withinSection, anywhere
}

/// What is left of choosing a row.
public enum SelectionStyle: String, Sendable, Hashable, Codable, CaseIterable {
  /// It cannot be chosen.
  case unselectable
  /// Its primary action is done, and it is not selected afterwards.
  case momentary
  /// It stays selected.
  case sticky
}

/// Under which name an action is asked for. A front end asks for any that it knows.
public struct ActionKey: ListID {
  public let name: String
  public init(_ name: String) { self.name = name }

  /// Choosing the row: a tap, a click, Return.
  public static let primary: ActionKey = "primary"
  /// The other thing to do with it: a long press, a right click.
  public static let secondary: ActionKey = "secondary"
}

/// What an action hands to whoever handles it.
public struct Action: Sendable, Hashable {
  /// Handlers can be registered for a name, whatever the key.
  public var name: String?
  public var arguments: JSONValue

  public init(_ name: String? = nil, arguments: JSONValue = .null) {
    self.name = name
    self.arguments = arguments
  }
}

/// Something on a row that holds a value: a switch, a slider, a field.
public struct Control: Sendable, Hashable, Codable {
  public var value: JSONValue
  /// Done when the value has been set.
  public var action: Action?

  public init(_ value: JSONValue, action: Action? = nil) {
    self.value = value
    self.action = action
  }

  public static func toggle(_ isOn: Bool, action: Action? = nil) -> Control { Control(.bool(isOn), action: action) }
}
