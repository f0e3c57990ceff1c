#if Service
  import Riffle

  extension Option {
    /// How the environment calls it.
    var environmentName: String { Option.environmentPrefix + flag.dropFirst(2).replacing("-", with: "_").uppercased() }

    private static let environmentPrefix = "RIFFLE_"

    /// What tells one name of the environment from another.
    private static func words(_ name: String) -> String {
      String(name.dropFirst(environmentPrefix.count).replacing("_", with: " "))
    }

    /// What Riffle's other programs and its tests read from the environment; with `_` at the end, all that begins so.
    private static let otherNames = [
      "RIFFLE_ALT_C_", "RIFFLE_BIN", "RIFFLE_CASES", "RIFFLE_COLOURS", "RIFFLE_COMPLETION_", "RIFFLE_CTRL_",
      "RIFFLE_DEFAULT_", "RIFFLE_EVENTS", "RIFFLE_FUZZ", "RIFFLE_HEIGHT", "RIFFLE_LIST", "RIFFLE_PAGE",
      "RIFFLE_PREVIEW_", "RIFFLE_ROWS", "RIFFLE_SEED", "RIFFLE_STEPS", "RIFFLE_WRITE_",
    ]

    /// Looks whether all names of the environment that begin as settings do are known: a setting that is misspelt would otherwise
    /// go unnoticed, and a server without its keys answers everybody.
    /// - Throws: ``SettingsError`` that names the one that is not, and the setting that it is like.
    static func check(_ environment: some Sequence<String>) throws(SettingsError) {
      let known = all.map(\.environmentName)
      for name in environment.sorted() where name.hasPrefix(environmentPrefix) && !known.contains(name) {
        let isOther = otherNames.contains { $0.hasSuffix("_") ? name.hasPrefix($0) : name == $0 }
        if isOther { continue }
        let index = try? SearchIndex(known, id: { $0 }, title: { Option.words($0) })
        let near = try? index?.search(words(name), limit: 1).first?.id
        throw SettingsError(
          "there is no setting “\(name)”, as in the environment: "
            + (near.map { "is it “\($0)”? " } ?? "") + "unset it, or see --help")
      }
    }
  }
#endif
