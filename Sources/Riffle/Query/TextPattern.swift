/// Folded text to be found as it is, punctuation and all.
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

  /// Not empty.
  package let bytes: [UInt8]
  package let anchor: Anchor

  package init(_ bytes: [UInt8], anchor: Anchor) {
    self.bytes = bytes
    self.anchor = anchor
  }
}
