import ArgumentParser
package import Riffle

/// Options for reading the texts of a list.
package struct TextOptions: ParsableArguments {
  @Flag(help: "Tell capital letters from small ones.")
  var caseSensitive = false

  @Flag(help: "Titles are paths: what follows the last slash counts as their start.")
  var paths = false

  @Flag(help: "Find titles in other scripts by how they are written in Latin letters, too: moskva, beijing, bj.")
  var romanize = false

  @Option(help: SynonymFile.help, transform: SynonymFile.read)
  var synonyms: Synonyms?

  package init() {}

  /// An option that has been given; `nil` if there is none.
  package var used: String? {
    if caseSensitive { return "--case-sensitive" }
    if paths { return "--paths" }
    if romanize { return "--romanize" }
    return synonyms == nil ? nil : "--synonyms"
  }

  package var indexOptions: IndexOptions {
    var options = IndexOptions(
      folding: FoldingOptions(isCaseSensitive: caseSensitive), titlesArePaths: paths, romanizesTitles: romanize)
    if let synonyms { options.synonyms = synonyms }
    return options
  }
}
