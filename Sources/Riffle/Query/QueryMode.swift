/// A rule of matching and the order of its hits.
public enum QueryMode: String, Sendable, Hashable, CaseIterable {
  /// Every term may be exact, a prefix, inside a word, misspelt, abbreviated,
  /// joined or split. Best match first.
  case smart
  /// Every term is a whole word or the beginning of one. Best match first.
  case words
  /// The whole query stands in one field as it is, except for folding. List order.
  case substring
  /// The whole query stands in title or search text as it is, except for capitals. Exactly the rule of ProMotion's table
  /// screen, with both fields one text and a newline between them. List order.
  case lowercasedSubstring = "lowercased-substring"
  /// The query's letters stand in the title in their order, with gaps. Best match first, by the rule of fzf.
  case subsequence
}
