/// A list with all that it holds: what a list is made of, and what replaces it as a whole.
///
/// What stands beside the sections is set part by part: what is not set here, a list keeps.
public struct ListContents: Sendable {
  public var sections: [Section]
  private var values = ListTraits()
  private var parts: Set<Part> = []

  /// What is set by itself.
  private enum Part: CaseIterable {
    case header, footer, attributes, defaults, kindDefaults, placeholder, noResults, searchAttributes
  }

  public init(sections: [Section] = []) { self.sections = sections }

  public init(@ListBuilder sections: () throws -> [Section]) rethrows { self.sections = try sections() }

  /// All beside the sections, as far as it is set, and the rest as usual; `nil` if none of it is. To set this is to set all of it.
  public var traits: ListTraits? {
    get { parts.isEmpty ? nil : values }
    set {
      values = newValue ?? ListTraits()
      parts = newValue == nil ? [] : Set(Part.allCases)
    }
  }

  public var header: Supplement? {
    get { values.header }
    set { (values.header, _) = (newValue, parts.insert(.header)) }
  }

  public var footer: Supplement? {
    get { values.footer }
    set { (values.footer, _) = (newValue, parts.insert(.footer)) }
  }

  public var attributes: [String: JSONValue] {
    get { values.attributes }
    set { (values.attributes, _) = (newValue, parts.insert(.attributes)) }
  }

  /// What rows have that say nothing else, nor their section, nor their kind.
  public var defaults: RowDefaults {
    get { values.defaults }
    set { (values.defaults, _) = (newValue, parts.insert(.defaults)) }
  }

  /// What rows of a kind have that say nothing else.
  public var kindDefaults: [RowKind: RowDefaults] {
    get { values.kindDefaults }
    set { (values.kindDefaults, _) = (newValue, parts.insert(.kindDefaults)) }
  }

  /// Each of its parts is set by itself: the placeholder leaves what to say where there are no results.
  public var searchPresentation: SearchPresentation {
    get { values.searchPresentation }
    set {
      let old = values.searchPresentation
      values.searchPresentation = newValue
      let changes: [(part: Part, isChange: Bool)] = [
        (.placeholder, newValue.placeholder != old.placeholder), (.noResults, newValue.noResults != old.noResults),
        (.searchAttributes, newValue.attributes != old.attributes),
      ]
      // To set what is there is to set all of it.
      parts.formUnion(changes.filter { $0.isChange || newValue == old }.map(\.part))
    }
  }

  /// What a list has that had these traits, once what is set here has taken the place of that.
  func replacing(in traits: ListTraits) -> ListTraits {
    var traits = traits
    for part in parts {
      switch part {
      case .header: traits.header = values.header
      case .footer: traits.footer = values.footer
      case .attributes: traits.attributes = values.attributes
      case .defaults: traits.defaults = values.defaults
      case .kindDefaults: traits.kindDefaults = values.kindDefaults
      case .placeholder: traits.searchPresentation.placeholder = values.searchPresentation.placeholder
      case .noResults: traits.searchPresentation.noResults = values.searchPresentation.noResults
      case .searchAttributes: traits.searchPresentation.attributes = values.searchPresentation.attributes
      }
    }
    return traits
  }
}
