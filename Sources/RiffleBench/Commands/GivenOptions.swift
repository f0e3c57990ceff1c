import ArgumentParser

/// What an engine is given of a list beside its titles.
struct GivenOptions: ParsableArguments {
  @Flag(help: "Titles are paths.")
  var paths = false

  @Flag(help: "Search what stands in the third column too.")
  var searchTexts = false

  /// For another program that has these options.
  var arguments: [String] { (searchTexts ? ["--search-texts"] : []) + (paths ? ["--paths"] : []) }
}
