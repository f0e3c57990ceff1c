#if Store
  import Foundation
  import Riffle
  import RiffleStore
  import RiffleTestSupport
  import Testing

  /// A folder with the store `a.db`, and the programs that work on it.
  final class StoreFolder {
    let folder: ProgramFolder

    init(_ files: [String: String] = [:]) throws {
      folder = try ProgramFolder()
      for (name, text) in files { try folder.write(text, name) }
    }

    var path: String { folder.path("a.db") }

    func run(_ arguments: String..., input: String = "") throws -> ProgramOutcome {
      try folder.run("riffle-store", arguments, input: Array(input.utf8))
    }

    /// Runs a command that does all that it is asked for.
    @discardableResult
    func done(
      _ arguments: String..., input: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> ProgramOutcome {
      let outcome = try folder.run("riffle-store", arguments, input: Array(input.utf8))
      try #require(outcome.status == 0, "\(outcome.error)", sourceLocation: sourceLocation)
      return outcome
    }

    /// The items of a store, in list order.
    func items(_ name: String = "a.db") throws -> [StoreItem] {
      let cursor = try ListStore.cursor(folder.path(name))
      var items: [StoreItem] = []
      while let item = try cursor.next() { items.append(item) }
      return items
    }

    func titles(_ name: String = "a.db") throws -> [String] { try items(name).map(\.title) }
  }

  /// Where a sample that comes with Riffle lies.
  func sample(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).appending(path: "../../../Corpora/samples/\(name)").standardized.path
  }
#endif
