#if Store
  import ArgumentParser
  import Riffle
  import RiffleCommandLine
  import RiffleStore

  struct RebuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rebuild", abstract: "Build the index of a store anew.",
      usage: "riffle-store rebuild [<options>] <file>",
      discussion: """
        With options for the list, changes what holds for it first. If only fields change, the index is kept, and gets the \
        columns of new fields.
        """)

    @OptionGroup
    var list: ListArgument

    @OptionGroup(title: "List")
    var settings: ListSettings

    func run() throws {
      let kept = try storing { () throws(StoreError) in try ListStore.list(list.table, in: list.path) }
      let wanted = settings.applied(to: kept.settings)
      if kept.isFollowed, wanted != kept.settings {
        throw CommandError.usage("\(kept.source.table): follow the table anew to change what holds for the list")
      }
      let store = try openStore(StoreOptions()) { options throws(StoreError) in
        kept.isFollowed
          ? try ListStore(followed: kept.source.table, in: list.path, options: options)
          : try ListStore(list.path, settings: wanted, options: options)
      }
      if case .mapped = store.opening { try buildIndex(of: store) }
      Program.note("\(list.path): \(store.snapshot().count.grouped) items")
      try storing { () throws(StoreError) in try store.close() }
    }
  }
#endif
