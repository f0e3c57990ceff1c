#if Service
  /// The arguments of a program, before anybody asks what they say.
  struct Arguments {
    /// What stands without a flag.
    private(set) var paths: [String] = []
    /// Flags with their values.
    private(set) var flags: [String] = []
    private(set) var wantsHelp = false

    /// - Throws: ``SettingsError`` for a flag that is not known or lacks its value.
    init(_ arguments: [String]) throws(SettingsError) {
      var rest = arguments[...]
      while let argument = rest.popFirst() {
        if ["--help", "-h"].contains(argument) {
          wantsHelp = true
          continue
        }
        guard argument.hasPrefix("-"), argument != "-" else {
          paths.append(argument)
          continue
        }
        let parts = argument.split(separator: "=", maxSplits: 1).map { String($0) }
        guard let option = Option.all.first(where: { $0.flag == parts[0] }) else {
          throw SettingsError("there is no option \(parts[0]): see --help")
        }
        flags.append(option.flag)
        if parts.count == 2 {
          flags.append(parts[1])
          continue
        }
        switch option.kind {
        case .flag: continue
        case .number, .text:
          guard let value = rest.popFirst() else { throw SettingsError("\(option.flag) needs \(option.value)") }
          flags.append(value)
        case .texts:
          var count = 0
          while let value = rest.first, !value.hasPrefix("--") {
            flags.append(value)
            rest.removeFirst()
            count += 1
          }
          if count == 0 { throw SettingsError("\(option.flag) needs \(option.value)") }
        }
      }
    }
  }

  extension Option {
    /// What `--help` prints.
    static var helpText: String {
      var text = """
        riffle-serve [NAME=]PATH[#TABLE]… [OPTIONS]

        Serves lists over HTTP, and a page to type in. PATH is that of a database that riffle-store has made or follows.

          riffle-serve cities.db --port 8080
          riffle-serve --demo

        Each option is also read from the environment (--limits-body is RIFFLE_LIMITS_BODY) and from the file that --config
        names ({"limits": {"body": 1048576}}); a flag counts before the environment, and that before the file.


        """
      for option in all {
        let name = option.value.isEmpty ? option.flag : "\(option.flag) \(option.value)"
        text += "  \(name)\n      \(option.help)\n"
      }
      return text
    }
  }
#endif
