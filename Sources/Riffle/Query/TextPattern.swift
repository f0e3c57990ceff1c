/// Folded text to be found as it is, including punctuation.
package struct TextPattern: Sendable, Hashable {
  package enum Anchor: Sendable, Hashable {
    case anywhere
    /// At the start of the title.
    case titleStart
    /// At the end of a word.
    case wordEnd
    /// From the start of the title to its end.
    case wholeTitle
  }

  package let anchor: Anchor
  /// Whether items without the text match.
  package let isNegated: Bool
  let search: ByteSearch

  /// Not empty.
  package var bytes: [UInt8] { search.needle }

  package init(_ bytes: [UInt8], anchor: Anchor, isNegated: Bool = false) {
    search = ByteSearch(bytes)
    self.anchor = anchor
    self.isNegated = isNegated
  }
}
