#if Store
  import ArgumentParser
  import RiffleCommandLine
  import RiffleStore

  struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify", abstract: "Look whether a store is as it should be.",
      discussion: """
        Checks the database, each checksum of the index files, and whether the index has each item as the table has it. \
        Each fault is a line, and the status is 1 if there is any. Nothing is changed: riffle-store rebuild mends an index.
        """)

    @OptionGroup
    var list: ListArgument

    func run() throws {
      let writer = ByteWriter()
      var failure: CommandError?
      let check = try storing { () throws(StoreError) in
        try ListStore.verify(list.path, table: list.table) { fault in
          do throws(CommandError) {
            if failure == nil { try writer.write("\(fault)\n") }
          } catch {
            failure = error
          }
        }
      }
      if let failure { throw failure }
      try writer.flush()
      if check.faultCount > 0 {
        Program.note("\(list.path): \(check.faultCount.grouped) \(check.faultCount == 1 ? "fault" : "faults")")
        throw ExitCode(.nothing)
      }
      let index = check.fileCount == 0 ? "no index yet" : "\(check.fileCount) index files"
      Program.note("\(list.path): \(index), \(check.itemCount.grouped) items, no faults")
    }
  }
#endif
