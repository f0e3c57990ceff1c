import ArgumentParser

@main
struct StoreCampaign: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "riffle-store-campaign",
    abstract: "Does to stores what must not harm them, and looks whether it does.",
    discussion: """
      Each command ends with status 0 and a line of what it has done, or with status 1 and what went wrong, with the seed \
      that shows it again. Files are made in the temporary folder (TMPDIR).
      """,
    subcommands: campaigns)

  #if Store
    private static let campaigns: [any ParsableCommand.Type] = [
      CrashCommand.self, FaultsCommand.self, UnprivilegedCommand.self, KillCommand.self, KillWriterCommand.self,
      KillReaderCommand.self, DamageCommand.self, FollowCommand.self, FollowReaderCommand.self,
    ]
  #else
    private static let campaigns: [any ParsableCommand.Type] = []

    func run() throws {
      throw ValidationError("built without stores: build with --traits Store")
    }
  #endif
}
