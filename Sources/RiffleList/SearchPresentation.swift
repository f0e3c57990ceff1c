/// What a front end says about searching. The list only carries it.
public struct SearchPresentation: Sendable, Hashable, Codable {
  /// Stands in the search field while that is empty.
  public var placeholder: String?
  /// Stands in the place of rows where a filter leaves none.
  public var noResults: String?
  /// What else the front end needs to draw the search field.
  public var attributes: [String: JSONValue]

  public init(placeholder: String? = nil, noResults: String? = nil, attributes: [String: JSONValue] = [:]) {
    self.placeholder = placeholder
    self.noResults = noResults
    self.attributes = attributes
  }

  /// Whatever is left out is as usual.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    placeholder = try container.decodeIfPresent(String.self, forKey: .placeholder)
    noResults = try container.decodeIfPresent(String.self, forKey: .noResults)
    attributes = try container.decodeIfPresent([String: JSONValue].self, forKey: .attributes) ?? [:]
  }
}
