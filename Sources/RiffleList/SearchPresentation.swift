/// The texts of a front end about searching. The list only stores them.
public struct SearchPresentation: Sendable, Hashable, Codable {
  /// The text in the empty search field.
  public var placeholder: String?
  /// The text in place of rows, if a filter leaves none.
  public var noResults: String?
  /// Further values that the front end needs to draw the search field.
  public var attributes: [String: JSONValue]

  public init(placeholder: String? = nil, noResults: String? = nil, attributes: [String: JSONValue] = [:]) {
    self.placeholder = placeholder
    self.noResults = noResults
    self.attributes = attributes
  }

  /// Decodes the parts that are present; the others have default values.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    placeholder = try container.decodeIfPresent(String.self, forKey: .placeholder)
    noResults = try container.decodeIfPresent(String.self, forKey: .noResults)
    attributes = try container.decodeIfPresent([String: JSONValue].self, forKey: .attributes) ?? [:]
  }
}
