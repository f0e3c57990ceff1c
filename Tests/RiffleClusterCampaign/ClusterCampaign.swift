import ArgumentParser

@main
struct ClusterCampaign: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "riffle-cluster-campaign",
    abstract: "Does to nodes and their server what must not harm them, and measures them.",
    discussion: """
      Needs PostgreSQL, which it starts in a temporary folder (RIFFLE_POSTGRES names the folder of its programs, if it is not \
      Debian's). Each command ends with status 0 and what it has done, or with status 1 and what went wrong.
      """,
    subcommands: commands)

  #if Cluster
    private static let commands: [any ParsableCommand.Type] =
      [
        HistoryCommand.self, NodeCommand.self, LagCommand.self, CopyCommand.self,
      ] + services
    #if Service
      private static let services: [any ParsableCommand.Type] = [GatewayCommand.self]
    #else
      private static let services: [any ParsableCommand.Type] = []
    #endif
  #else
    private static let commands: [any ParsableCommand.Type] = []

    func run() throws {
      throw ValidationError("built without nodes: build with --traits Cluster")
    }
  #endif
}
