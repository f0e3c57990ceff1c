#if Cluster
  import ArgumentParser
  import RiffleCluster
  import RiffleCommandLine

  struct PostgresSlotsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "slots", abstract: "List the slots of nodes, or drop those of nodes that are gone.",
      discussion: """
        Columns are the name, whether a node follows it, its state, how much of the log is kept for it, and how much more may be \
        written before it is lost. A node whose slot is dropped copies its list anew.
        """)

    @OptionGroup
    var database: DatabaseArgument

    @Option(help: ArgumentHelp("A slot to drop.", valueName: "name"))
    var drop: [String] = []

    func run() throws {
      let info = try database.info()
      if !drop.isEmpty {
        for slot in drop {
          try reporting { () throws(ClusterError) in try PostgresCheck.drop(slot: slot, info) }
          Program.note("\(slot): dropped")
        }
        return
      }
      let slots = try reporting { () throws(ClusterError) in try PostgresCheck.slots(info) }
      let writer = ByteWriter()
      for slot in slots {
        let columns = [
          slot.name, slot.isActive ? "followed" : "unused", slot.state, "\(slot.keptBytes)",
          slot.safeBytes.map { "\($0)" } ?? "",
        ]
        try writer.write(columns.joined(separator: "\t") + "\n")
      }
      try writer.flush()
    }
  }
#endif
