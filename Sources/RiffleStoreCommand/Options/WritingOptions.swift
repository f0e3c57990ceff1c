#if Store
  import ArgumentParser
  import RiffleStore

  enum DurabilityChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
    case full, normal
  }

  /// Options for writing a store.
  struct WritingOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "When a change is safe.",
        discussion: """
          full: even if power fails right after it; normal: if processes end, while the last changes may be gone if power \
          fails, none of them half.
          """,
        valueName: "when"))
    var durability = DurabilityChoice.full

    var options: StoreOptions { StoreOptions(durability: durability == .full ? .full : .normal) }
  }
#endif
