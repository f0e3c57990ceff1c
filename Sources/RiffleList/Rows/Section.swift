/// What stands above or below the rows of a section or a list.
public struct Supplement: Sendable, Hashable {
  public var text: String?
  public var attributes: [String: JSONValue]

  public init(_ text: String? = nil, attributes: [String: JSONValue] = [:]) {
    self.text = text
    self.attributes = attributes
  }
}

/// All of a section but its rows.
public struct SectionTraits: Sendable, Hashable {
  /// Not empty.
  public var id: SectionID
  public var header: Supplement?
  public var footer: Supplement?
  public var isHidden = false
  public var attributes: [String: JSONValue] = [:]
  /// What its rows have that say nothing else.
  public var defaults = RowDefaults()

  public init(id: SectionID, title: String? = nil) {
    self.id = id
    if let title { header = Supplement(title) }
  }

  /// What the header says; the jumplist shows its first character.
  public var title: String? { header?.text }
}

/// What rows have that do not say otherwise: that of their kind before that of their section, and that before that of
/// their list.
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

/// All of a group but its rows. A group is a stretch of a section that is hidden, folded, chosen from and counted by itself.
public struct GroupTraits: Sendable, Hashable {
  /// Not empty, and that of no other group of the list, in whatever section.
  public var id: GroupID
  public var style = GroupStyle.plain
  public var isHidden = false
  public var attributes: [String: JSONValue] = [:]

  public init(id: GroupID, style: GroupStyle = .plain) {
    self.id = id
    self.style = style
  }
}

/// What choosing a row does to its group.
public enum GroupStyle: Sendable, Hashable {
  case plain
  /// One row at most is selected: the one chosen last.
  case radio(selected: RowID?)
  /// One row at most is selected, and only that one shows, or the first if none is, until the group is expanded: which
  /// choosing the row does. Choosing one then selects it and folds the group.
  case accordion(selected: RowID?, isExpanded: Bool)

  /// The selected row of a group that has one.
  public var selected: RowID? {
    switch self {
    case .plain: nil
    case .radio(let selected), .accordion(let selected, _): selected
    }
  }

  /// Whether only one row shows.
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

  /// A section whose rows are in no group of a name.
  public init(id: SectionID, title: String? = nil, footer: String? = nil, rows: [AnyRow]) {
    self.init(SectionTraits(id: id, title: title), groups: [RowGroup(id: .section(id), rows: rows)])
    if let footer { traits.footer = Supplement(footer) }
  }

  /// Rows that stand outside of groups make up groups of the section's own, of which ``GroupID/section(_:)`` is the first. A
  /// section of nothing has that one.
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

/// ``Section``, in files that also import a module with a type of that name, as SwiftUI.
public typealias ListSection = Section

/// All of a list but its sections.
public struct ListTraits: Sendable, Hashable {
  public var header: Supplement?
  public var footer: Supplement?
  public var searchPresentation = SearchPresentation()
  public var attributes: [String: JSONValue] = [:]
  /// What rows have that say nothing else, nor their section, nor their kind.
  public var defaults = RowDefaults()
  /// What rows of a kind have that say nothing else.
  public var kindDefaults: [RowKind: RowDefaults] = [:]

  public init() {}
}
