import ArgumentParser
import Riffle

/// Options for the list of a command.
struct ListOptions: ParsableArguments {
  @Option(help: "The list: TSV without a header, with the columns id, title and search text.")
  var items: String

  @Flag(help: "Titles are paths: their last component counts as the start of the title.")
  var paths = false

  @Option(help: "Build the index with so many threads at most, instead of leaving it to the index.")
  var buildThreads: Int?

  func validate() throws {
    if let buildThreads, !(1...1024 ~= buildThreads) {
      throw ValidationError("--build-threads is \(buildThreads): give 1 to 1024")
    }
  }

  func load() throws(BenchError) -> ItemList { try ItemList(path: items) }

  func build(_ list: ItemList, keepsShortAnswers: Bool = true) throws(BenchError) -> Build {
    try Build(
      list, path: items, titlesArePaths: paths, keepsShortAnswers: keepsShortAnswers, threadCount: buildThreads)
  }
}

/// Options for searching.
struct SearchOptions: ParsableArguments {
  @Option(
    help: "What counts as a match: \(QueryMode.allCases.map(\.rawValue).joined(separator: ", ")).",
    transform: SearchOptions.mode)
  var mode = QueryMode.smart

  @Option(
    help: "How much more than the best hit another may cost: a number, or unlimited.",
    transform: SearchOptions.reach)
  var reach = Reach.standard

  @Flag(help: "Hits match every term: none is left out because nothing better is there.")
  var allTerms = false

  @Option(help: "Count hits up to so many, beyond the window.")
  var countUpTo = 0

  @Option(help: "Score rows on so many threads at most, where hits are counted.")
  var countThreads = 1

  /// Returns the request for all texts.
  func request(limit: Int = .max) -> SearchRequest {
    SearchRequest(
      .blank(mode: mode), limit: limit, totalLimit: .upTo(countUpTo), reach: reach, terms: allTerms ? .all : .standard,
      threadCount: countThreads)
  }

  private static func reach(_ text: String) throws -> Reach {
    if text == "unlimited" { return .unlimited }
    guard let cost = Double(text), cost.isFinite, cost >= 0 else {
      throw ValidationError("--reach is '\(text)': give a number, or unlimited")
    }
    return .cost(cost)
  }

  private static func mode(_ name: String) throws -> QueryMode {
    guard let mode = QueryMode(rawValue: name) else {
      let names = QueryMode.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("there is no mode '\(name)': use one of \(names)")
    }
    return mode
  }
}

/// Options for the number of threads.
struct ThreadOptions: ParsableArguments {
  @Option(help: "Divide the queries over so many threads that read one snapshot.")
  var threads = 1

  func validate() throws {
    guard 1...1024 ~= threads else { throw ValidationError("--threads is \(threads): give 1 to 1024") }
  }
}
