import ArgumentParser

/// The command that runs a scenario for `instructions`.
struct ScenarioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenario",
    abstract: "Runs one scenario of `instructions`, in this process.",
    shouldDisplay: false)

  @Argument(help: "Which: \(Scenario.allCases.map(\.rawValue).joined(separator: ", ")).")
  var scenario: Scenario

  @Flag(help: "Only make what the scenario needs.")
  var prepareOnly = false

  func run() throws {
    let work = try scenario.prepare()
    try writeToStandardOutput("\(prepareOnly ? 0 : try work())\n")
  }
}

extension Scenario: ExpressibleByArgument {}
