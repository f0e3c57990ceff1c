/// All of a list's contents: what a list is created from, or replaced by.
///
/// The traits apart from the sections are set part by part: a list keeps the parts that are not set here.
public struct ListContents: Sendable {
  public var sections: [Section]
  private var values = ListTraits()
  private var parts: Set<Part> = []

  /// A part of the traits that is set separately.
  private enum Part: CaseIterable {
    case header, footer, attributes, defaults, kindDefaults, placeholder, noResults, searchAttributes
  }

  public init(sections: [Section] = []) { self.sections = sections }

  public init(@ListBuilder sections: () throws -> [Section]) rethrows { self.sections = try sections() }

  /// The traits of the list, with defaults for the parts that are not set; `nil` if none is. Setting this sets all of them.
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

  /// The defaults of all rows, used where neither the row nor its section nor its kind defines a value.
  public var defaults: RowDefaults {
    get { values.defaults }
    set { (values.defaults, _) = (newValue, parts.insert(.defaults)) }
  }

  /// The defaults of the rows of each kind.
  public var kindDefaults: [RowKind: RowDefaults] {
    get { values.kindDefaults }
    set { (values.kindDefaults, _) = (newValue, parts.insert(.kindDefaults)) }
  }

  /// The texts about searching. Each part is set separately: setting the placeholder leaves the text for no results.
  public var searchPresentation: SearchPresentation {
    get { values.searchPresentation }
    set {
      let old = values.searchPresentation
      values.searchPresentation = newValue
      let changes: [(part: Part, isChange: Bool)] = [
        (.placeholder, newValue.placeholder != old.placeholder), (.noResults, newValue.noResults != old.noResults),
        (.searchAttributes, newValue.attributes != old.attributes),
      ]
      // Setting the present value sets all of its parts.
      parts.formUnion(changes.filter { $0.isChange || newValue == old }.map(\.part))
    }
  }

  /// Returns a list's traits after the parts that are set here have replaced theirs.
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
