extension Filter: CustomStringConvertible {
  /// A text that ``init(_:)`` reads as a filter of the same meaning, with one exception. A range that excludes one of its two
  /// bounds becomes two comparisons, which different values of one item may meet.
  public var description: String { node.text(within: .any) }
}

extension Filter.Node {
  /// What encloses a condition, by how closely it binds.
  fileprivate enum Context: Int {
    case any, alternatives, conjunction, negation
  }

  fileprivate func text(within context: Context) -> String {
    switch self {
    case .equals(let field, let value): return "\(quoted(field)) = \(text(value))"
    case .isIn(let field, let values): return "\(quoted(field)) IN (\(values.map(text).joined(separator: ", ")))"
    case .range(let field, let bounds): return grouped(comparisons(field, bounds), context, binds: .conjunction)
    case .exists(let field): return "\(quoted(field)) EXISTS"
    case .beginsWith(let field, let value): return "\(quoted(field)) BEGINS WITH \(text(value))"
    case .isTrue(let field): return quoted(field)
    case .all(let nodes):
      if nodes.isEmpty { return "TRUE" }
      return grouped(
        nodes.map { $0.text(within: nodes.count > 1 ? .conjunction : context) }, context, binds: .conjunction)
    case .any(let nodes):
      if nodes.isEmpty { return "FALSE" }
      return grouped(
        nodes.map { $0.text(within: nodes.count > 1 ? .alternatives : context) }, context, binds: .alternatives)
    case .not(let node): return "NOT \(node.text(within: .negation))"
    }
  }

  private func grouped(_ parts: [String], _ context: Context, binds: Context) -> String {
    let text = parts.joined(separator: binds == .conjunction ? " AND " : " OR ")
    return parts.count > 1 && context.rawValue > binds.rawValue ? "(\(text))" : text
  }

  private func comparisons(_ field: String, _ bounds: Filter.Bounds) -> [String] {
    if let lower = bounds.lower, let upper = bounds.upper, lower.isIncluded, upper.isIncluded {
      return ["\(quoted(field)) BETWEEN \(text(lower.value)) AND \(text(upper.value))"]
    }
    var comparisons: [String] = []
    if let lower = bounds.lower {
      comparisons.append("\(quoted(field)) \(lower.isIncluded ? ">=" : ">") \(text(lower.value))")
    }
    if let upper = bounds.upper {
      comparisons.append("\(quoted(field)) \(upper.isIncluded ? "<=" : "<") \(text(upper.value))")
    }
    return comparisons.isEmpty ? ["\(quoted(field)) EXISTS"] : comparisons
  }

  private func text(_ value: FieldValue) -> String { quoted("\(value)") }

  /// A name or value, in quotation marks unless it is a plain word.
  private func quoted(_ text: String) -> String {
    let isWord = !text.isEmpty && text.unicodeScalars.allSatisfy { FilterTokens.isWordScalar($0) }
    let reserved = [
      "AND", "OR", "NOT", "IN", "IS", "EXISTS", "BETWEEN", "BEGINS", "STARTS", "TO", "WITH", "NULL", "TRUE", "FALSE",
    ]
    if isWord, !reserved.contains(text.uppercased()) { return text }
    var quoted = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" || scalar == "\\" { quoted.unicodeScalars.append(scalar == "'" ? "'" : "\\") }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "'"
  }
}
