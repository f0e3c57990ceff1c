/// A filter of items that are in no index, evaluated for one item after the other.
package struct ItemFilter: Sendable {
  private let filter: ResolvedFilter
  private let fields: [FieldDefinition]
  private let analyzer: TextAnalyzer

  /// - Parameter options: how folded keywords are folded.
  /// - Throws: ``FilterError``.
  package init(_ filter: Filter, _ fields: [FieldDefinition], options: IndexOptions) throws(FilterError) {
    analyzer = TextAnalyzer(options.folding)
    self.filter = try ResolvedFilter(filter, fields, analyzer)
    self.fields = fields
  }

  /// Returns whether an item meets the filter.
  ///
  /// - Parameter content: returns the content of a field, by its number. It is called only for fields that decide.
  /// - Complexity: O(conditions), and O(log *n*) for *n* values of a condition on a number.
  package func matches(_ content: (_ field: Int) -> FieldContent) -> Bool { matches(filter, content) }

  private func matches(_ filter: ResolvedFilter, _ content: (Int) -> FieldContent) -> Bool {
    switch filter {
    case .all(let filters): filters.allSatisfy { matches($0, content) }
    case .any(let filters): filters.contains { matches($0, content) }
    case .not(let filter): !matches(filter, content)
    case .exists(let field):
      switch content(field) {
      case .missing: false
      case .texts(let texts): !texts.isEmpty
      case .code, .flag, .text: true
      }
    // Resolved without scopes, a filter has none.
    case .scope: false
    case .flags(let field, let flags): if case .flag(let flag) = content(field) { flags.contains(flag) } else { false }
    case .codes(let field, let ranges): if case .code(let code) = content(field) { ranges.contain(code) } else { false }
    case .keywords(let field, let ranges):
      switch content(field) {
      case .text(let text): matches(text, ranges, field)
      case .texts(let texts): texts.contains { matches($0, ranges, field) }
      case .missing, .code, .flag: false
      }
    }
  }

  private func matches(_ keyword: String, _ ranges: [KeywordRange], _ field: Int) -> Bool {
    if fields[field].isFolded {
      let key = analyzer.fold(keyword)
      return ranges.contains { $0.contains(key.span) }
    }
    let key = keyword.utf8Span.span
    return ranges.contains { $0.contains(key) }
  }
}

extension [ClosedRange<UInt64>] {
  /// Whether one of the ranges, which ascend, contains a code.
  fileprivate func contain(_ code: UInt64) -> Bool {
    let next = partitioningIndex { $0.upperBound >= code }
    return next < count && self[next].lowerBound <= code
  }
}

extension KeywordRange {
  /// Whether a keyword with this key is in the range.
  fileprivate func contains(_ key: Span<UInt8>) -> Bool {
    switch self {
    case .beginning(let prefix): return key.starts(with: prefix)
    case .between(let lower, let upper):
      if let lower {
        if key.isOrderedBefore(lower.key.span) { return false }
        if !lower.isIncluded, !lower.key.span.isOrderedBefore(key) { return false }
      }
      guard let upper else { return true }
      return upper.isIncluded ? !upper.key.span.isOrderedBefore(key) : key.isOrderedBefore(upper.key.span)
    }
  }
}
