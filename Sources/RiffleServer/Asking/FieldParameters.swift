#if Service
  import Riffle
  import RiffleInput
  import RiffleStore

  /// Values, orders and counts of fields in requests.
  enum FieldParameters {
    // MARK: - Values

    /// Reads the values of an item's fields: an object of values, or of arrays of these, by the names of the fields.
    /// - Returns: no values for `null`.
    /// - Throws: ``Problem`` that names the field.
    static func values(
      _ json: JSONValue, _ fields: [FieldDefinition], at path: String
    ) throws(Problem) -> [String: [FieldValue]] {
      guard let members = json.members else {
        throw .invalid(path, "“fields” must be an object of values by the names of fields")
      }
      var values: [String: [FieldValue]] = [:]
      for (name, value) in members {
        let path = "\(path)/\(name)"
        guard let field = fields.first(where: { $0.name == name }) else {
          throw .invalid(path, "\(StoreError.unknownField(name, known: fields.map(\.name)))")
        }
        let elements = value.elements ?? (value.isNull ? [] : [value])
        if elements.count > 1, !field.hasSeveralValues {
          throw .invalid(path, "\(StoreError.severalValues(field: name))")
        }
        var own: [FieldValue] = []
        for element in elements where !element.isNull {
          own.append(try FieldParameters.value(element, field, at: path))
        }
        if values.updateValue(own, forKey: name) != nil {
          throw .invalid(path, "“\(name)” is there twice: give it once")
        }
      }
      return values
    }

    private static func value(
      _ json: JSONValue, _ field: FieldDefinition, at path: String
    ) throws(Problem) -> FieldValue {
      let value: FieldValue? =
        switch field.kind {
        case .keyword: json.string.map { .text($0) }
        case .integer: json.integer.map { .integer($0) }
        case .real: real(json).map { .real($0) }
        case .time: json.string.flatMap { Timestamp($0) }.map { .time($0) }
        case .boolean: json.boolean.map { .boolean($0) }
        }
      if let value { return value }
      let shown = json.string ?? json.json
      throw .invalid(
        path,
        "“\(shown.prefix(40))\(shown.count > 40 ? "…" : "")” is no value of the \(field.kind) field “\(field.name)”: "
          + "give \(wanted(field.kind))")
    }

    /// JSON has no infinity, which is therefore written as a text.
    private static func real(_ json: JSONValue) -> Double? {
      switch json.string {
      case "inf"?: .infinity
      case "-inf"?: -.infinity
      case nil: json.number.flatMap { $0.isFinite ? $0 : nil }
      default: nil
      }
    }

    private static func wanted(_ kind: FieldKind) -> String {
      switch kind {
      case .keyword: "a text"
      case .integer: "a whole number"
      case .real: "a number"
      case .time: "a time of ISO 8601, as \"2024-05-01T13:30:00Z\""
      case .boolean: "true or false"
      }
    }

    // MARK: - Definitions

    /// Reads the fields of a new list: an array of objects with name and type.
    /// - Throws: ``Problem``.
    static func definitions(_ parameters: Parameters) throws(Problem) -> [FieldDefinition] {
      guard let json = parameters.json("fields") else { return [] }
      guard let elements = json.elements, elements.count <= StoreSettings.maximumFieldCount else {
        throw .invalid(
          parameters.path("fields"),
          "“fields” must be an array of up to \(StoreSettings.maximumFieldCount) objects with “name” and “type”")
      }
      var fields: [FieldDefinition] = []
      for (index, element) in elements.enumerated() {
        let members = try Parameters(
          element, known: ["name", "type", "isFolded", "hasSeveralValues"],
          pointer: "\(parameters.path("fields"))/\(index)")
        guard let name = try members.text("name"), let kind = try members.choice("type", FieldKind.self) else {
          throw .invalid(members.path("name"), "a field needs “name” and “type”")
        }
        let (isFolded, hasSeveral) = (try members.boolean("isFolded"), try members.boolean("hasSeveralValues"))
        for (option, isGiven) in [("isFolded", isFolded), ("hasSeveralValues", hasSeveral)] where isGiven == true {
          if kind != .keyword { throw .invalid(members.path(option), "“\(option)” is for keywords") }
        }
        fields.append(
          FieldDefinition(name, kind, isFolded: isFolded ?? false, hasSeveralValues: hasSeveral ?? false))
      }
      return fields
    }

    // MARK: - Orders and counts

    /// The entries of a list parameter: names with commas between them, or a JSON array of names and objects.
    private enum Entry {
      case name(String, path: String)
      case object(JSONValue, path: String)
    }

    private static func entries(
      _ name: String, _ parameters: Parameters, upTo limit: Int
    ) throws(Problem) -> [Entry] {
      let path = parameters.path(name)
      var json = parameters.json(name)
      if json?.elements == nil {
        guard let text = try parameters.text(name) else { return [] }
        if !text.hasPrefix("[") {
          let names = text.split(separator: ",")
          if names.count > limit { throw tooMany(name, names.count, limit, path) }
          return names.map { .name(String($0), path: path) }
        }
        do throws(Problem) {
          json = try JSONValue(whole: Array(text.utf8))
        } catch {
          throw .invalid(path, error.detail)
        }
      }
      let elements = json?.elements ?? []
      if elements.count > limit { throw tooMany(name, elements.count, limit, path) }
      return elements.enumerated().map { index, element in
        let path = "\(path)/\(index)"
        return element.string.map { .name($0, path: path) } ?? .object(element, path: path)
      }
    }

    private static func tooMany(_ name: String, _ count: Int, _ limit: Int, _ path: String) -> Problem {
      .invalid(path, "“\(name)” names \(count) fields; it may name \(limit)")
    }

    private static func field(_ name: String, _ list: ServedList, at path: String) throws(Problem) -> FieldDefinition {
      if let field = list.fields.first(where: { $0.name == name }) { return field }
      throw .invalid(path, "\(FilterError.unknownField(name, known: list.fields.map(\.name)))")
    }

    /// - Throws: ``Problem``.
    static func sort(_ parameters: Parameters, _ list: ServedList) throws(Problem) -> FieldOrder {
      var order = FieldOrder()
      let most = SortKey.maximumCount
      // One more may be the relevance.
      let entries = try entries("sort", parameters, upTo: most + 1)
      for (place, entry) in entries.enumerated() {
        guard case .name(FieldOrder.relevance, let path) = entry else {
          order.keys.append(try sortKey(entry, list))
          continue
        }
        guard place == entries.count - 1 else {
          throw .invalid(path, "\(FilterError.relevanceIsNotLast(key: place + 1))")
        }
        order.ties = .relevance
      }
      if order.keys.count > most { throw tooMany("sort", order.keys.count, most, parameters.path("sort")) }
      return order
    }

    private static func sortKey(_ entry: Entry, _ list: ServedList) throws(Problem) -> SortKey {
      enum Order: String, CaseIterable { case ascending, descending }
      enum Missing: String, CaseIterable { case first, last }
      switch entry {
      case .name(let text, let path):
        let key = SortKey(text)
        _ = try field(key.field, list, at: path)
        return key
      case .object(let json, let path):
        let members = try Parameters(json, known: ["field", "order", "missing"], pointer: path)
        let name = try field(try members.text("field") ?? "", list, at: members.path("field")).name
        return SortKey(
          name, isDescending: try members.choice("order", Order.self) == .descending,
          missing: try members.choice("missing", Missing.self) == .first ? .first : .last)
      }
    }

    private static let mostFacets = 32

    /// - Throws: ``Problem``.
    static func facets(_ parameters: Parameters, _ list: ServedList, _ limits: Limits) throws(Problem) -> [Facet] {
      var facets: [Facet] = []
      for entry in try entries("facets", parameters, upTo: mostFacets) {
        switch entry {
        case .name(let name, let path): facets.append(Facet(try field(name, list, at: path).name))
        case .object(let json, let path): facets.append(try facet(json, list, limits, at: path))
        }
      }
      return facets
    }

    private static func facet(
      _ json: JSONValue, _ list: ServedList, _ limits: Limits, at path: String
    ) throws(Problem) -> Facet {
      enum Order: String, CaseIterable { case count, value }
      let members = try Parameters(
        json, known: ["field", "order", "limit", "q", "ignoresOwnFilter", "histogram"], pointer: path)
      let definition = try field(try members.text("field") ?? "", list, at: members.path("field"))
      var facet = Facet(definition.name)
      facet.order = try members.choice("order", Order.self) == .value ? .value : .count
      facet.limit = try members.integer("limit", in: 0...limits.window) ?? facet.limit
      facet.ignoresOwnFilter = try members.boolean("ignoresOwnFilter") ?? false
      if members.has("q") {
        guard definition.kind == .keyword else { throw .invalid(members.path("q"), "“q” is for fields of keywords") }
        facet.matching = try SearchParameters.query(members)
      }
      facet.histogram = try histogram(members, definition)
      return facet
    }

    private static func histogram(
      _ members: Parameters, _ field: FieldDefinition
    ) throws(Problem) -> Facet.Histogram? {
      guard let json = members.json("histogram") else { return nil }
      let isTime = field.kind == .time
      switch json.string {
      case "months"? where isTime: return .months
      case "years"? where isTime: return .years
      default: break
      }
      if [.integer, .real, .time].contains(field.kind), let width = json.number, width.isFinite, width > 0 {
        return .every(width)
      }
      throw .invalid(
        members.path("histogram"),
        "a histogram has a number greater than 0 as its width" + (isTime ? " in seconds, or “months” or “years”" : "")
          + "; it is for fields of numbers and times")
    }
  }
#endif
