import ArgumentParser
import Riffle

@main
struct RiffleBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "riffle-bench",
    abstract: "Measures Riffle on a list and a set of queries.",
    discussion: """
      Lists are UTF-8 TSV without a header: id, title, search text. Query sets too: query id, kind, query, \
      target row (from 0), target title. Rows with the same query id are alternative targets of one query. A hit is \
      a target row, or a row with the same title.
      """,
    subcommands: [
      QueriesCommand.self, RunCommand.self, MissesCommand.self, QualityCommand.self, KeystrokesCommand.self,
      LiveCommand.self, DiffCommand.self, ListCommand.self, InstructionsCommand.self, ScenarioCommand.self,
      CheckCommand.self, CompareCommand.self, AnswerCommand.self,
    ])

  static func main() async {
    FreeMemory.limit()
    await main(nil)
  }
}
