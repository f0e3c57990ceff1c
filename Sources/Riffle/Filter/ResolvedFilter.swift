/// A filter in terms of columns: names are resolved to numbers of fields, values to codes and keys.
indirect enum ResolvedFilter: Sendable {
  case all([ResolvedFilter])
  case any([ResolvedFilter])
  case not(ResolvedFilter)
  case exists(field: Int)
  case flags(field: Int, Set<Bool>)
  /// The ranges ascend without overlaps.
  case codes(field: Int, [ClosedRange<UInt64>])
  case keywords(field: Int, [KeywordRange])
  /// A scope, by the place of its name.
  case scope(Int)

  /// - Parameters:
  ///   - scopes: the names of scopes, which may stand alone like those of boolean fields.
  ///   - analyzer: folds keywords.
  /// - Throws: ``FilterError``.
  init(
    _ filter: Filter, _ fields: [FieldDefinition], scopes: [String] = [], _ analyzer: TextAnalyzer
  ) throws(FilterError) {
    var resolver = FilterResolver(fields: fields, scopes: scopes, analyzer: analyzer)
    self = try resolver.resolve(filter.node, depth: 1)
  }
}

extension Filter {
  /// Checks that the filter can be evaluated in lists with these fields and scopes.
  /// - Throws: ``FilterError``.
  package func check(_ fields: [FieldDefinition], scopes: [String]) throws(FilterError) {
    _ = try ResolvedFilter(self, fields, scopes: scopes, TextAnalyzer())
  }
}

/// Resolves names and values of a filter, and counts them.
private struct FilterResolver {
  let fields: [FieldDefinition]
  let scopes: [String]
  let analyzer: TextAnalyzer
  private var valueCount = 0

  init(fields: [FieldDefinition], scopes: [String], analyzer: TextAnalyzer) {
    (self.fields, self.scopes, self.analyzer) = (fields, scopes, analyzer)
  }

  mutating func resolve(_ node: Filter.Node, depth: Int) throws(FilterError) -> ResolvedFilter {
    // A pair of parentheses in a text may be two levels here.
    guard depth <= 2 * Filter.maximumDepth else {
      throw .tooLarge(what: "conditions within one another", limit: Filter.maximumDepth)
    }
    try count(1)
    switch node {
    case .all(let nodes): return .all(try resolve(nodes, depth))
    case .any(let nodes): return .any(try resolve(nodes, depth))
    case .not(let node): return .not(try resolve(node, depth: depth + 1))
    case .exists(let name): return .exists(field: try fields.number(of: name))
    case .isTrue(let name):
      if !fields.contains(where: { $0.name == name }), let scope = scopes.firstIndex(of: name) { return .scope(scope) }
      let field = try fields.number(of: name, orOneOf: scopes)
      try check(field, "the name alone") { $0 == .boolean }
      return .flags(field: field, [true])
    case .equals(let name, let value): return try isIn(try fields.number(of: name), [value])
    case .isIn(let name, let values): return try isIn(try fields.number(of: name), values)
    case .beginsWith(let name, let value):
      let field = try fields.number(of: name)
      try check(field, "“begins with”") { $0 == .keyword }
      return .keywords(field: field, [.beginning(try key(value, field))])
    case .range(let name, let bounds): return try range(try fields.number(of: name), bounds)
    }
  }

  private mutating func resolve(_ nodes: [Filter.Node], _ depth: Int) throws(FilterError) -> [ResolvedFilter] {
    var resolved: [ResolvedFilter] = []
    for node in nodes { resolved.append(try resolve(node, depth: depth + 1)) }
    return resolved
  }

  private mutating func isIn(_ field: Int, _ values: [FieldValue]) throws(FilterError) -> ResolvedFilter {
    try count(values.count)
    let definition = fields[field]
    switch definition.kind {
    case .keyword:
      var ranges: [KeywordRange] = []
      for value in values { ranges.append(.equal(try key(value, field))) }
      return .keywords(field: field, ranges)
    case .boolean:
      var flags: Set<Bool> = []
      for value in values { flags.insert(try flag(value, definition)) }
      return .flags(field: field, flags)
    case .integer, .real, .time:
      var ranges: [ClosedRange<UInt64>] = []
      for value in values { if let codes = try FieldBounds(field: definition).codes(value) { ranges.append(codes) } }
      return .codes(field: field, ranges.merged)
    }
  }

  private func range(_ field: Int, _ bounds: Filter.Bounds) throws(FilterError) -> ResolvedFilter {
    let definition = fields[field]
    try check(field, "a range") { $0 != .boolean }
    guard definition.kind == .keyword else {
      return .codes(field: field, try FieldBounds(field: definition).codes(bounds).map { [$0] } ?? [])
    }
    func bound(_ bound: Filter.Bounds.Bound?) throws(FilterError) -> KeywordRange.Bound? {
      guard let bound else { return nil }
      return KeywordRange.Bound(key: try key(bound.value, field), isIncluded: bound.isIncluded)
    }
    return .keywords(field: field, [.between(try bound(bounds.lower), try bound(bounds.upper))])
  }

  private func key(_ value: FieldValue, _ field: Int) throws(FilterError) -> [UInt8] {
    guard case .text(let text) = value else {
      throw .wrongType(field: fields[field].name, kind: fields[field].kind, value: value)
    }
    return fields[field].isFolded ? analyzer.fold(text) : Array(text.utf8)
  }

  private func flag(_ value: FieldValue, _ field: FieldDefinition) throws(FilterError) -> Bool {
    switch value {
    case .boolean(let flag): return flag
    case .text(let text):
      switch text.lowercased() {
      case "true": return true
      case "false": return false
      default: break
      }
    default: break
    }
    throw .wrongType(field: field.name, kind: field.kind, value: value)
  }

  private func check(_ field: Int, _ condition: String, _ isRight: (FieldKind) -> Bool) throws(FilterError) {
    let definition = fields[field]
    guard isRight(definition.kind) else {
      throw .wrongCondition(field: definition.name, kind: definition.kind, condition: condition)
    }
  }

  private mutating func count(_ count: Int) throws(FilterError) {
    valueCount += count
    guard valueCount <= 2 * Filter.maximumValueCount else {
      throw .tooLarge(what: "conditions and values", limit: Filter.maximumValueCount)
    }
  }
}

extension [FieldDefinition] {
  /// The number of a field.
  /// - Parameter others: other names that would do.
  /// - Throws: ``FilterError/unknownField(_:known:)``.
  package func number(of name: String, orOneOf others: [String] = []) throws(FilterError) -> Int {
    guard let number = firstIndex(where: { $0.name == name }) else {
      throw .unknownField(name, known: map(\.name) + others)
    }
    return number
  }
}

extension [ClosedRange<UInt64>] {
  /// The same numbers in ascending ranges without overlaps.
  fileprivate var merged: [ClosedRange<UInt64>] {
    var merged: [ClosedRange<UInt64>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, last.upperBound == .max || range.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
