import ArgumentParser

/// The parts of a list that an engine gets in addition to its titles.
struct GivenOptions: ParsableArguments {
  @Flag(help: "Titles are paths.")
  var paths = false

  @Flag(help: "Search what stands in the third column too.")
  var searchTexts = false

  /// The arguments for another program with these options.
  var arguments: [String] { (searchTexts ? ["--search-texts"] : []) + (paths ? ["--paths"] : []) }
}
