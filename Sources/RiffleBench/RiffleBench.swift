import ArgumentParser
import Dispatch
import Riffle

@main
struct RiffleBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "riffle-bench",
    abstract: "Measures Riffle on a list and a set of queries.",
    discussion: """
      Lists are UTF-8 TSV without a header: id, title, search text. Query sets too: query id, kind, query, \
      target row (from 0), target title. Rows with the same query id are alternative targets of one query. A hit is \
      a target row, or a row with the same title.
      """,
    subcommands: [
      QueriesCommand.self, RunCommand.self, MeasureCommand.self, MissesCommand.self, QualityCommand.self,
      KeystrokesCommand.self, FirstKeystrokesCommand.self, AttackCommand.self,
      LiveCommand.self, DiffCommand.self, ListCommand.self, InstructionsCommand.self, ScenarioCommand.self,
      CheckCommand.self, CompareCommand.self, AnswerCommand.self, FieldsCommand.self,
    ] + storeCommands)

  #if Store
    private static let storeCommands: [any ParsableCommand.Type] = [
      StoreCommand.self, OpenCommand.self, StoreListCommand.self, AnswerStoreCommand.self,
    ]
  #else
    private static let storeCommands: [any ParsableCommand.Type] = []
  #endif

  /// Only commands that have to wait are asynchronous: an asynchronous main leaves the main thread, and valgrind (3.19) does not
  /// survive that.
  static func main() {
    FreeMemory.limit()
    do {
      var command = try parseAsRoot()
      guard command is any AsyncParsableCommand else { return try command.run() }
    } catch {
      exit(withError: error)
    }
    Task {
      do {
        // Parsed again, because a command cannot be passed from one thread to another.
        guard var command = try parseAsRoot() as? any AsyncParsableCommand else { exit() }
        try await command.run()
        exit()
      } catch {
        exit(withError: error)
      }
    }
    dispatchMain()
  }
}
