import ArgumentParser

/// The paths of a list and of its queries.
struct StudyFiles: Sendable, Hashable {
  let items, queries: String
}

extension StudyFiles {
  /// - Parameter argument: `LIST=QUERIES`.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw ValidationError("give LIST=QUERIES, the paths of a list and of a query set made for it")
    }
    self.init(items: String(parts[0]), queries: String(parts[1]))
  }

  var argument: String { "\(items)=\(queries)" }
}

/// A list and a query set.
struct StudyInput {
  let items: ItemList
  let itemsPath: String
  let queries: QuerySet
}

extension StudyInput {
  init(_ files: StudyFiles) throws(BenchError) {
    let list = try ItemList(path: files.items)
    let set = try QuerySet(path: files.queries, items: list)
    guard !set.queries.isEmpty else { throw .noQueries(path: files.queries) }
    self.init(items: list, itemsPath: files.items, queries: set)
  }
}
