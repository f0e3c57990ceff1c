/// The forms of a query that need more than words, matched on item after item, but only on those that hold their text.
struct PlainForms: Sendable {
  private var matcher: ItemMatcher
  /// By form, what each item must hold.
  private let needles: [[ASCIINeedle]]

  /// - Parameter forms: the cheapest first; not empty.
  init(_ forms: [PreparedQuery], analyzer: TextAnalyzer, titlesArePaths: Bool) {
    matcher = ItemMatcher(forms, analyzer: analyzer, titlesArePaths: titlesArePaths)
    needles = forms.map { form in
      guard case .words = form.way else { return [] }
      return form.scorer.clauses.compactMap { clause in
        guard case .pattern(let number)? = clause.onlyAlternative, !form.scorer.patterns[number].isNegated else {
          return nil
        }
        return ASCIINeedle(form.scorer.patterns[number].bytes, analyzer.options)
      }
    }
  }

  /// Whether an item may match in one of them. What folding makes of text beyond ASCII may be punctuation, too.
  /// - Complexity: O(*n*).
  func mayMatch(_ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>) -> Bool {
    needles.contains { needles in
      needles.allSatisfy {
        $0.holds(in: title) != false || $0.holds(in: reading) != false || $0.holds(in: searchText) != false
      }
    }
  }

  /// As ``ItemMatcher/rank(title:reading:searchText:weight:isRomanized:)``.
  mutating func rank(
    _ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>, weight: UInt16, isRomanized: Bool
  ) -> (score: Score, length: Int)? {
    matcher.rank(title: title, reading: reading, searchText: searchText, weight: weight, isRomanized: isRomanized)
  }
}
