#if Cluster
  import ArgumentParser
  import RiffleCluster
  import RiffleCommandLine

  struct PostgresCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Check what keeps nodes from following, or will hurt the primary.",
      discussion: "Log in as nodes will. Each finding is a line; the status is 1 if one is a fault.")

    @OptionGroup
    var database: DatabaseArgument

    @Option(help: "The name of a list to check.")
    var list: String?

    @Option(help: ArgumentHelp("The shards that are to be followed, as in --shards 4.", valueName: "number"))
    var shards: Int?

    func run() throws {
      let (info, list, count) = (try database.info(), list, shards)
      let findings = try reporting { () throws(ClusterError) in
        var shards: [Shard?] = [nil]
        if let count {
          shards = try (0..<max(count, 1)).map { number throws(ClusterError) in try Shard(number, of: count) }
        }
        return try PostgresCheck.findings(info, list: list, shards: shards)
      }
      let writer = ByteWriter()
      for finding in findings { try writer.write("\(finding.isFault ? "fault" : "ok")\t\(finding.text)\n") }
      try writer.flush()
      if findings.contains(where: \.isFault) { throw ExitCode(.nothing) }
    }
  }
#endif
