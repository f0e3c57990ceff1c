/// A header or footer of a section or a list.
public struct Supplement: Sendable, Hashable {
  public var text: String?
  public var attributes: [String: JSONValue]

  public init(_ text: String? = nil, attributes: [String: JSONValue] = [:]) {
    self.text = text
    self.attributes = attributes
  }
}

/// All of a section except its rows.
public struct SectionTraits: Sendable, Hashable {
  /// The id; not empty.
  public var id: SectionID
  public var header: Supplement?
  public var footer: Supplement?
  public var isHidden = false
  public var attributes: [String: JSONValue] = [:]
  /// The defaults of its rows.
  public var defaults = RowDefaults()

  public init(id: SectionID, title: String? = nil) {
    self.id = id
    if let title { header = Supplement(title) }
  }

  /// The text of the header; the jumplist shows its first character.
  public var title: String? { header?.text }
}

/// Default values for rows. Those of a row's kind take precedence over those of its section, and these over those of its list.
public struct RowDefaults: Sendable, Hashable {
  public var attributes: [String: JSONValue]
  public var actions: [ActionKey: Action]
  public var abilities: RowAbilities

  public init(
    attributes: [String: JSONValue] = [:], actions: [ActionKey: Action] = [:], abilities: RowAbilities = RowAbilities()
  ) {
    self.attributes = attributes
    self.actions = actions
    self.abilities = abilities
  }
}

/// All of a group except its rows. A group is a contiguous part of a section that is hidden, folded, selected from and counted
/// separately.
public struct GroupTraits: Sendable, Hashable {
  /// The id: not empty, and unique among the groups of the list.
  public var id: GroupID
  public var style = GroupStyle.plain
  public var isHidden = false
  public var attributes: [String: JSONValue] = [:]

  public init(id: GroupID, style: GroupStyle = .plain) {
    self.id = id
    self.style = style
  }
}

/// The effect of choosing a row on its group.
public enum GroupStyle: Sendable, Hashable {
  case plain
  /// At most one row is selected: the one chosen last.
  case radio(selected: RowID?)
  /// At most one row is selected. While the group is folded, only that row shows, or the first if none is selected. Choosing the
  /// row expands the group; choosing a row then selects it and folds the group.
  case accordion(selected: RowID?, isExpanded: Bool)

  /// The selected row of a group that has one.
  public var selected: RowID? {
    switch self {
    case .plain: nil
    case .radio(let selected), .accordion(let selected, _): selected
    }
  }

  /// Whether the group is folded, so that only one row shows.
  public var isFolded: Bool {
    if case .accordion(_, isExpanded: false) = self { true } else { false }
  }
}

/// A group with its rows.
public struct RowGroup: Sendable {
  public var traits: GroupTraits
  public var rows: [AnyRow]

  public init(_ traits: GroupTraits, rows: [AnyRow] = []) {
    self.traits = traits
    self.rows = rows
  }

  public init(id: GroupID, style: GroupStyle = .plain, rows: [AnyRow]) {
    self.init(GroupTraits(id: id, style: style), rows: rows)
  }

  public init(id: GroupID, style: GroupStyle = .plain, @RowBuilder rows: () throws -> [AnyRow]) rethrows {
    self.init(GroupTraits(id: id, style: style), rows: try rows())
  }
}

/// A section with its rows, in groups.
public struct Section: Sendable {
  public var traits: SectionTraits
  public var groups: [RowGroup]

  public init(_ traits: SectionTraits, groups: [RowGroup] = []) {
    self.traits = traits
    self.groups = groups
  }

  /// Creates a section whose rows are in no named group.
  public init(id: SectionID, title: String? = nil, footer: String? = nil, rows: [AnyRow]) {
    self.init(SectionTraits(id: id, title: title), groups: [RowGroup(id: .section(id), rows: rows)])
    if let footer { traits.footer = Supplement(footer) }
  }

  /// Creates a section of groups and rows. Rows outside groups are in the section's own groups; ``GroupID/section(_:)`` is the
  /// first of these. An empty section has that one.
  public init(
    id: SectionID, title: String? = nil, footer: String? = nil, @SectionBuilder content: () throws -> [SectionPart]
  ) rethrows {
    traits = SectionTraits(id: id, title: title)
    if let footer { traits.footer = Supplement(footer) }
    groups = RowGroup.groups(of: try content(), sectionID: id)
    if groups.isEmpty { groups = [RowGroup(id: .section(id), rows: [])] }
  }

  /// All its rows, in order.
  public var rows: [AnyRow] { groups.flatMap(\.rows) }
}

/// A second name of ``Section``, for files that also import a module with a type of that name, such as SwiftUI.
public typealias ListSection = Section

/// All of a list except its sections.
public struct ListTraits: Sendable, Hashable {
  public var header: Supplement?
  public var footer: Supplement?
  public var searchPresentation = SearchPresentation()
  public var attributes: [String: JSONValue] = [:]
  /// The defaults of all rows, used where neither the row nor its section nor its kind defines a value.
  public var defaults = RowDefaults()
  /// The defaults of the rows of each kind.
  public var kindDefaults: [RowKind: RowDefaults] = [:]

  public init() {}
}
