extension Filter {
  /// Parses a filter in a syntax like that of SQL and of other search engines.
  ///
  ///     country = SE AND population > 10000 AND NOT closed
  ///     tags IN (jazz, 'free improvisation') OR year 1959 TO 1965
  ///
  /// | condition | means |
  /// |---|---|
  /// | `field = value`, `!=`, `<`, `<=`, `>`, `>=` | a comparison; `==` and `<>` read as `=` and `!=` |
  /// | `field IN (value, value)`, `field IN [value, value]` | one of the values |
  /// | `field value TO value`, `field BETWEEN value AND value` | a range, both values included |
  /// | `field BEGINS WITH value`, `field STARTS WITH value` | a keyword that begins so |
  /// | `field EXISTS`, `field IS NOT NULL`, `field IS NULL` | whether there is a value |
  /// | `name` | a boolean field that is true, or a ``Scope`` |
  /// | `TRUE`, `FALSE` | all items, no item |
  ///
  /// `NOT` binds closer than `AND`, and `AND` closer than `OR`; parentheses group. `NOT` may also precede `IN`, `BETWEEN`,
  /// `BEGINS WITH` and `EXISTS`. Keywords may be in small letters. Names and values with blanks or signs are quoted with single
  /// or double quotation marks or backticks; a mark within is doubled, or has a backslash before it. The field decides the type
  /// of a value, so `postcode = 007` and `postcode = '007'` are the same.
  ///
  /// - Throws: ``FilterError/syntax(offset:rest:expected:)``, ``FilterError/tooLarge(what:limit:)``.
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: String) throws(FilterError) {
    guard text.utf8.count <= Filter.maximumTextLength else {
      throw .tooLarge(what: "bytes", limit: Filter.maximumTextLength)
    }
    var reader = FilterReader(tokens: try FilterTokens(text))
    self.init(try reader.whole())
  }
}

/// A recursive-descent parser of filters.
private struct FilterReader {
  var tokens: FilterTokens
  private var depth = 0
  private var valueCount = 0

  private typealias Node = Filter.Node

  init(tokens: FilterTokens) { self.tokens = tokens }

  mutating func whole() throws(FilterError) -> Filter.Node {
    let node = try alternatives()
    guard tokens.next == .end else { throw tokens.error("AND, OR or the end") }
    return node
  }

  private mutating func alternatives() throws(FilterError) -> Filter.Node {
    var nodes = [try conjunction()]
    while try tokens.take(keyword: "OR") { nodes.append(try conjunction()) }
    return nodes.count == 1 ? nodes[0] : .any(nodes)
  }

  private mutating func conjunction() throws(FilterError) -> Filter.Node {
    var nodes = [try negation()]
    while try tokens.take(keyword: "AND") { nodes.append(try negation()) }
    return nodes.count == 1 ? nodes[0] : .all(nodes)
  }

  private mutating func negation() throws(FilterError) -> Filter.Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Filter.maximumDepth else {
      throw .tooLarge(what: "conditions within one another", limit: Filter.maximumDepth)
    }
    if try tokens.take(keyword: "NOT") { return .not(try negation()) }
    if try tokens.take(symbol: "(") {
      let node = try alternatives()
      guard try tokens.take(symbol: ")") else { throw tokens.error("AND, OR or )") }
      return node
    }
    return try condition()
  }

  private mutating func condition() throws(FilterError) -> Filter.Node {
    try count()
    if try tokens.take(keyword: "TRUE") { return .all([]) }
    if try tokens.take(keyword: "FALSE") { return .any([]) }
    let field = try fieldName()
    let place = tokens
    switch tokens.next {
    case .symbol("="):
      try tokens.advance()
      return .equals(field, try value())
    case .symbol("!="):
      try tokens.advance()
      return .not(.equals(field, try value()))
    case .symbol("<"), .symbol("<="), .symbol(">"), .symbol(">="): return try comparison(field)
    case .end, .symbol(")"): return .isTrue(field)
    case .symbol: throw tokens.error(FilterReader.expectedComparison)
    case .word, .quoted: break
    }
    if tokens.isKeyword("AND") || tokens.isKeyword("OR") { return .isTrue(field) }
    if try tokens.take(keyword: "IS") {
      let isNegated = try tokens.take(keyword: "NOT")
      guard try tokens.take(keyword: "NULL") else { throw tokens.error(isNegated ? "NULL" : "NULL or NOT NULL") }
      return isNegated ? .exists(field) : .not(.exists(field))
    }
    let isNegated = try tokens.take(keyword: "NOT")
    if let node = try wordCondition(field) { return isNegated ? .not(node) : node }
    // The next word may be the lower bound of a range.
    if isNegated { throw tokens.error("IN, EXISTS, BETWEEN or BEGINS WITH") }
    let lower = try value()
    guard try tokens.take(keyword: "TO") else { throw place.error(FilterReader.expectedComparison) }
    return .range(field, try bounds(from: lower))
  }

  private static let expectedComparison =
    "a comparison (=, !=, <, <=, >, >=, IN, BETWEEN, BEGINS WITH, EXISTS, IS NULL)"

  /// A condition that begins with a keyword of the syntax; `nil` if the next token is none.
  private mutating func wordCondition(_ field: String) throws(FilterError) -> Filter.Node? {
    if try tokens.take(keyword: "EXISTS") { return .exists(field) }
    if try tokens.take(keyword: "IN") { return .isIn(field, try values()) }
    if try tokens.take(keyword: "BETWEEN") {
      let lower = try value()
      guard try tokens.take(keyword: "AND") else { throw tokens.error("AND and the greatest value") }
      return .range(field, try bounds(from: lower))
    }
    if tokens.isKeyword("BEGINS") || tokens.isKeyword("STARTS") {
      try tokens.advance()
      guard try tokens.take(keyword: "WITH") else { throw tokens.error("WITH") }
      return .beginsWith(field, try value())
    }
    return nil
  }

  private mutating func comparison(_ field: String) throws(FilterError) -> Filter.Node {
    guard case .symbol(let symbol) = tokens.next else { throw tokens.error(FilterReader.expectedComparison) }
    try tokens.advance()
    let bound = Filter.Bounds.Bound(value: try value(), isIncluded: symbol.utf8.count == 2)
    return .range(field, symbol.utf8.first == UInt8(ascii: "<") ? .init(upper: bound) : .init(lower: bound))
  }

  private mutating func bounds(from lower: FieldValue) throws(FilterError) -> Filter.Bounds {
    Filter.Bounds(
      lower: .init(value: lower, isIncluded: true), upper: .init(value: try value(), isIncluded: true))
  }

  private mutating func fieldName() throws(FilterError) -> String {
    switch tokens.next {
    case .word(let name):
      if tokens.isKeyword("AND") || tokens.isKeyword("OR") { throw tokens.error("a condition") }
      try tokens.advance()
      return name
    case .quoted(let name):
      try tokens.advance()
      return name
    case .symbol, .end: throw tokens.error("a condition")
    }
  }

  /// Takes any word as a value, even one of the syntax, as in `country = IN`.
  private mutating func value() throws(FilterError) -> FieldValue {
    try count()
    switch tokens.next {
    case .word(let text), .quoted(let text):
      try tokens.advance()
      return .text(text)
    case .symbol, .end: throw tokens.error("a value")
    }
  }

  private mutating func values() throws(FilterError) -> [FieldValue] {
    let closing: String
    if try tokens.take(symbol: "(") {
      closing = ")"
    } else {
      guard try tokens.take(symbol: "[") else { throw tokens.error("( and values") }
      closing = "]"
    }
    var values: [FieldValue] = []
    if try tokens.take(symbol: closing) { return values }
    while true {
      values.append(try value())
      if try tokens.take(symbol: closing) { return values }
      guard try tokens.take(symbol: ",") else { throw tokens.error("a comma or \(closing)") }
    }
  }

  private mutating func count() throws(FilterError) {
    valueCount += 1
    guard valueCount <= Filter.maximumValueCount else {
      throw .tooLarge(what: "conditions and values", limit: Filter.maximumValueCount)
    }
  }
}
