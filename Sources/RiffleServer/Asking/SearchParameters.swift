#if Service
  import Foundation
  import Riffle
  import RiffleInput

  /// The form of highlights in hits.
  enum HighlightStyle: String, CaseIterable, Sendable { case ranges, marked, none }

  /// The fields of items that a request can include, in addition to ids and titles.
  enum Inclusion: String, CaseIterable, Sendable {
    case searchText, reading, weight, scopes, fields
    // Read from the database.
    case section, payload

    var isInDatabase: Bool { self == .section || self == .payload }
  }

  /// The part of a list to search: a scope by name, and a filter.
  struct PartParameters: Sendable, Hashable {
    var scope: Filter?
    var filter: Filter?

    static let names: Set<String> = ["scope", "filter"]
    /// All of a list.
    static let whole = PartParameters()

    init(scope: Filter? = nil, filter: Filter? = nil) { (self.scope, self.filter) = (scope, filter) }

    /// - Throws: ``Problem`` that names an unknown scope, or the place of a fault in the filter.
    init(_ parameters: Parameters, _ list: ServedList) throws(Problem) {
      if let name = try parameters.text("scope"), !name.isEmpty {
        guard list.scopes.contains(name) else { throw .invalid(parameters.path("scope"), list.unknownScope(name)) }
        scope = .isTrue(name)
      }
      filter = try PartParameters.filter(parameters)
      do throws(FilterError) {
        if let filter { try list.names.check(filter) }
      } catch {
        throw .invalid(parameters.path("filter"), error.description)
      }
    }

    /// Parses the part of a list to delete. An empty filter must not delete everything.
    /// - Throws: ``Problem``.
    init(toDelete parameters: Parameters, _ list: ServedList) throws(Problem) {
      try self.init(parameters, list)
      for name in PartParameters.names.sorted() where parameters.has(name) && self == .whole {
        throw Problem.invalid(parameters.path(name), "“\(name)” is empty: leave it out to delete all items")
      }
    }

    /// Parses a filter: a text or, in a body, also an object.
    /// - Throws: ``Problem``.
    private static func filter(_ parameters: Parameters) throws(Problem) -> Filter? {
      if let json = parameters.json("filter"), json.members != nil {
        do {
          return try JSONDecoder().decode(Filter.self, from: Data(json.json.utf8))
        } catch let error as DecodingError {
          throw .invalid(parameters.path("filter"), error.reason)
        } catch {
          throw Problem(error)
        }
      }
      guard let text = try parameters.text("filter"), !text.isEmpty else { return nil }
      do throws(FilterError) {
        return try Filter(text)
      } catch {
        throw .invalid(parameters.path("filter"), error.description)
      }
    }
  }

  /// The parameters of a search and of its answer.
  struct SearchParameters: Sendable {
    var request: SearchRequest
    let part: PartParameters
    let highlights: HighlightStyle
    let explains: Bool
    let include: Set<Inclusion>
    /// `new`, or a token.
    let snapshot: String?
    /// Empty for the order of the request.
    let sort: FieldOrder
    /// The way to divide the hits into sections; `nil` for none.
    var sections: Sections?
    let facets: [Facet]

    typealias Sections = SortedAnswer<Item<ItemID>, ItemID>.Sections

    static let names: Set<String> = [
      "q", "mode", "syntax", "order", "offset", "limit", "reach", "total", "scope", "filter", "highlights", "explain",
      "include", "snapshot", "sort", "sections", "facets",
    ]
    static let mostOffset = 2_000_000_000

    /// - Throws: ``Problem``.
    init(_ parameters: Parameters, _ list: ServedList, _ limits: Limits) throws(Problem) {
      let query = try SearchParameters.query(parameters)
      var request = SearchRequest(query, workLimit: limits.queryWork)
      enum Order: String, CaseIterable { case relevance, list }
      request.order = try parameters.choice("order", Order.self) == .list ? .list : .relevance
      request.offset = try parameters.integer("offset", in: 0...SearchParameters.mostOffset) ?? 0
      request.limit = try parameters.integer("limit", in: 0...limits.window) ?? min(20, limits.window)
      request.reach = try SearchParameters.reach(parameters)
      let total = try parameters.number(orWord: "exact", "total") { () throws(Problem) in
        try parameters.integer("total", in: 0...SearchParameters.mostOffset)
      }
      request.totalLimit = total.isWord ? .exact : total.number.map { .upTo($0) } ?? .standard
      self.request = request
      part = try PartParameters(parameters, list)
      highlights = try parameters.choice("highlights") ?? .ranges
      explains = try parameters.boolean("explain") ?? false
      include = try SearchParameters.include(parameters)
      snapshot = try parameters.text("snapshot")
      sort = try FieldParameters.sort(parameters, list)
      if !sort.isEmpty, parameters.has("order") {
        throw .invalid(parameters.path("order"), "“order” and “sort” cannot be had together: leave one out")
      }
      sections = try SearchParameters.sections(parameters, of: sort, list)
      facets = try FieldParameters.facets(parameters, list, limits)
    }

    /// - Throws: ``Problem`` if hits cannot be divided so.
    private static func sections(
      _ parameters: Parameters, of sort: FieldOrder, _ list: ServedList
    ) throws(Problem) -> Sections? {
      guard let sections = try parameters.choice("sections", Sections.self) else { return nil }
      guard let key = sort.keys.first, let field = list.fields.first(where: { $0.name == key.field }) else {
        throw .invalid(
          parameters.path("sections"), "“sections” divides hits by the first field of “sort”: give “sort”, too")
      }
      do throws(FilterError) { try sections.check(field) } catch {
        throw .invalid(parameters.path("sections"), "\(error)")
      }
      return sections
    }

    /// - Throws: ``Problem``.
    static func query(_ parameters: Parameters) throws(Problem) -> Query {
      enum Syntax: String, CaseIterable { case plain, extended }
      let mode = try parameters.choice("mode", QueryMode.self) ?? .smart
      let syntax = try parameters.choice("syntax", Syntax.self) ?? .plain
      do {
        return try Query(
          try parameters.text("q") ?? "", mode: mode, syntax: syntax == .extended ? .extended : .plain)
      } catch let error as QueryError {
        throw .invalid(parameters.path("q"), "\(error)")
      } catch {
        throw Problem(error)
      }
    }

    /// - Throws: ``Problem``.
    static func reach(_ parameters: Parameters) throws(Problem) -> Reach {
      let reach = try parameters.number(orWord: "unlimited", "reach") { () throws(Problem) in
        try parameters.number("reach", atLeast: 0)
      }
      return reach.isWord ? .unlimited : reach.number.map { .cost($0) } ?? .standard
    }

    /// - Throws: ``Problem``.
    static func include(_ parameters: Parameters) throws(Problem) -> Set<Inclusion> {
      var include: Set<Inclusion> = []
      for name in try (parameters.text("include") ?? "").split(separator: ",") {
        guard let inclusion = Inclusion(rawValue: String(name)) else {
          let known = Inclusion.allCases.map(\.rawValue).joined(separator: ", ")
          throw .invalid(parameters.path("include"), "“\(name)” cannot be included: there are \(known)")
        }
        include.insert(inclusion)
      }
      return include
    }
  }
#endif
