/// Folds text and cuts it into words.
package struct TextAnalyzer: Sendable {
  package let options: FoldingOptions

  package init(_ options: FoldingOptions = FoldingOptions()) {
    self.options = options
  }
}
