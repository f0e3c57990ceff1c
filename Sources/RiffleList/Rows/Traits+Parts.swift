// The parts of the traits of rows, sections and lists. In JSON, parts with default values are omitted and optional.

extension RowTraits: PartedTraits, Codable {
  static let usual = RowTraits(id: "", title: "")
  static let parts: [TraitsPart<RowTraits>] = [
    .whole(\.id, "id", isRequired: true), .text(\.title, "title", isRequired: true), .whole(\.kind, "kind"),
    .text(\.subtitle, "subtitle"), .text(\.searchText, "searchText"), .text(\.reading, "reading"),
    .whole(\.weight, "weight"), .whole(\.isSearchable, "isSearchable"), .whole(\.isHidden, "isHidden"),
    .members(\.attributes, "attributes"), .members(\.actions, "actions"), .members(\.controls, "controls"),
    .parts(\.abilities, "abilities"),
  ]

  public func encode(to encoder: any Encoder) throws { try encodeParts(to: encoder) }
  public init(from decoder: any Decoder) throws { self = try .decodingParts(from: decoder) }
}

extension SectionTraits: PartedTraits, Codable {
  static let usual = SectionTraits(id: "")
  static let parts: [TraitsPart<SectionTraits>] = [
    .whole(\.id, "id", isRequired: true), .whole(\.header, "header"), .whole(\.footer, "footer"),
    .whole(\.isHidden, "isHidden"), .members(\.attributes, "attributes"), .parts(\.defaults, "defaults"),
  ]

  public func encode(to encoder: any Encoder) throws { try encodeParts(to: encoder) }
  public init(from decoder: any Decoder) throws { self = try .decodingParts(from: decoder) }
}

extension ListTraits: PartedTraits, Codable {
  static let usual = ListTraits()
  static let parts: [TraitsPart<ListTraits>] = [
    .whole(\.header, "header"), .whole(\.footer, "footer"), .parts(\.searchPresentation, "searchPresentation"),
    .members(\.attributes, "attributes"), .parts(\.defaults, "defaults"), .members(\.kindDefaults, "kindDefaults"),
  ]

  public func encode(to encoder: any Encoder) throws { try encodeParts(to: encoder) }
  public init(from decoder: any Decoder) throws { self = try .decodingParts(from: decoder) }
}

extension RowDefaults: PartedTraits, Codable {
  static let usual = RowDefaults()
  static let parts: [TraitsPart<RowDefaults>] = [
    .members(\.attributes, "attributes"), .members(\.actions, "actions"), .parts(\.abilities, "abilities"),
  ]

  public func encode(to encoder: any Encoder) throws { try encodeParts(to: encoder) }
  public init(from decoder: any Decoder) throws { self = try .decodingParts(from: decoder) }
}

extension RowAbilities: PartedTraits {
  static let usual = RowAbilities()
  static let parts: [TraitsPart<RowAbilities>] = [
    .whole(\.isDeletable, "isDeletable"), .whole(\.moves, "moves"), .whole(\.selection, "selection"),
  ]
}

extension Supplement: PartedTraits, Codable {
  static let usual = Supplement()
  static let parts: [TraitsPart<Supplement>] = [.whole(\.text, "text"), .members(\.attributes, "attributes")]

  public func encode(to encoder: any Encoder) throws { try encodeParts(to: encoder) }
  public init(from decoder: any Decoder) throws { self = try .decodingParts(from: decoder) }
}

extension Action: PartedTraits, Codable {
  static let usual = Action()
  static let parts: [TraitsPart<Action>] = [.whole(\.name, "name"), .whole(\.arguments, "arguments")]

  public func encode(to encoder: any Encoder) throws { try encodeParts(to: encoder) }
  public init(from decoder: any Decoder) throws { self = try .decodingParts(from: decoder) }
}

extension SearchPresentation: PartedTraits {
  static let usual = SearchPresentation()
  static let parts: [TraitsPart<SearchPresentation>] = [
    .whole(\.placeholder, "placeholder"), .whole(\.noResults, "noResults"), .members(\.attributes, "attributes"),
  ]
}

extension GroupTraits: PartedTraits {
  static let usual = GroupTraits(id: "")
  static let parts: [TraitsPart<GroupTraits>] = [
    .uncoded(\.style), .whole(\.isHidden, "isHidden"), .members(\.attributes, "attributes"),
  ]
}
