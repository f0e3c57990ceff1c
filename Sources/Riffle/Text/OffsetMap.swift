/// Takes ranges of a folded text back to the original text.
package struct OffsetMap: Sendable {
  package init() {}
}
