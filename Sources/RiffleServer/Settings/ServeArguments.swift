#if Service
  public import ArgumentParser
  import Riffle

  /// The command line of riffle-serve, and the text of its help. A setting that is not given is `nil`, so that the environment or
  /// the file decides.
  struct ServeArguments: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "riffle-serve",
      abstract: "Serve lists over HTTP, and a page to type in.",
      discussion: """
          riffle-serve cities.db --port 8080
          riffle-serve --demo

        Each setting is also read from the environment (--limits-body is RIFFLE_LIMITS_BODY) and from the file that --config \
        names ({"limits": {"body": 1048576}}). A flag counts before the environment, and that before the file.
        """,
      version: "0.1.0")

    @Argument(
      help: ArgumentHelp(
        "The stores to serve, as PATH, NAME=PATH or NAME=PATH#TABLE.",
        discussion: "PATH is that of a database that riffle-store has made or follows.", valueName: "store"),
      completion: .file())
    var paths: [String] = []

    @Option(parsing: .upToNextOption, help: ArgumentHelp("The stores, with a flag instead.", valueName: "store"))
    var stores: [String] = []

    @Option(
      help: ArgumentHelp(
        "A folder of stores that are served too; admin keys make and drop lists in it.", valueName: "folder"),
      completion: .directory)
    var folder: String?

    @Option(
      help: ArgumentHelp(
        "Copy a list from PostgreSQL and follow it, as in 'host=a,b dbname=lists'.",
        discussion: "It is set up by riffle-store postgres init.", valueName: "connection"))
    var follow: String?

    @Option(help: ArgumentHelp("The list that --follow copies.", valueName: "name"))
    var list: String?

    @Option(help: ArgumentHelp("The part of the list that --follow copies, as in 0/4.", valueName: "shard"))
    var shard: String?

    @Option(
      help: ArgumentHelp(
        "Where the copy of --follow lies; no two servers have the same. (default: riffle-node)", valueName: "folder"),
      completion: .directory)
    var nodeFolder: String?

    @Option(
      help: ArgumentHelp("Be not ready with a copy that is older. (default: 5)", valueName: "seconds"))
    var maxLag: Int?

    @Flag(inversion: .prefixedNo, help: "Serve a list of cities that comes with Riffle.")
    var demo: Bool?

    @Option(help: ArgumentHelp("Where to listen. (default: 127.0.0.1)", valueName: "address"))
    var host: String?

    @Option(help: ArgumentHelp("0 for any that is free. (default: 8080)", valueName: "number"))
    var port: Int?

    @Option(help: ArgumentHelp("A file of settings, in JSON.", valueName: "file"), completion: .file())
    var config: String?

    @Flag(inversion: .prefixedNo, help: "Follow stores that another process writes.")
    var readOnly: Bool?

    @Option(
      parsing: .upToNextOption,
      help: ArgumentHelp(
        "The scopes of lists, by conditions over the columns of their tables.",
        discussion: "The lists that are named have no other scopes.", valueName: "name.scope=sql"))
    var scopes: [String] = []

    @Option(
      help: ArgumentHelp("The file of keys; without keys only this machine is served.", valueName: "file"),
      completion: .file())
    var keys: String?

    @Option(help: ArgumentHelp("A chain of certificates, in PEM.", valueName: "file"), completion: .file())
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("The key of the certificate, in PEM.", valueName: "file"), completion: .file())
    var tlsKey: String?

    @Option(
      parsing: .upToNextOption,
      help: ArgumentHelp(
        "Sites whose pages may ask, as https://example.org; with keys also * for all.", valueName: "origin"))
    var corsOrigins: [String] = []

    @Option(
      help: ArgumentHelp("trace, debug, info, notice, warning, error or critical. (default: info)", valueName: "level"))
    var logLevel: String?

    @Option(help: ArgumentHelp("text or json. (default: text)", valueName: "format"))
    var logFormat: String?

    @Option(help: ArgumentHelp("Note queries that take longer. (default: 100)", valueName: "ms"))
    var slowQuery: Int?

    @OptionGroup(title: "Limits")
    var limits: LimitArguments

    @OptionGroup(title: "What to do instead of serving")
    var task: TaskArguments

    func validate() throws {
      if !paths.isEmpty, !stores.isEmpty {
        throw ValidationError("Stores are given after --stores and without a flag: give all of them in one way.")
      }
    }
  }

  /// The tasks of riffle-serve other than serving. Only the command line selects them: a server configured by a file or by its
  /// environment serves.
  struct TaskArguments: ParsableArguments {
    @Flag(help: "Check whether all is set as it can be, and end.")
    var check = false

    @Option(help: ArgumentHelp("Make a key, print it and what the file of keys needs, and end.", valueName: "name"))
    var makeKey: String?

    @Option(help: ArgumentHelp("The role of the key that is made: read, write or admin.", valueName: "role"))
    var role = KeyRole.read

    @Option(
      name: [.long, .customLong("scope")],
      help: ArgumentHelp("The filter that the key that is made is bound to.", valueName: "filter"))
    var filter: String?

    @Option(
      help: ArgumentHelp(
        "When the key that is made expires, as in 2027-01-01 or 2027-01-01T12:00Z.", valueName: "time"))
    var expires: Timestamp?

    func validate() throws {
      guard let makeKey else { return }
      if !APIKey.isName(makeKey) {
        throw ValidationError("“\(makeKey)” cannot be the name of a key: it has 1 to 64 small letters, digits and “-”.")
      }
      if filter != nil, role != .read {
        throw ValidationError("A key that is bound to a filter only reads: leave --role out.")
      }
    }
  }

  extension KeyRole: ExpressibleByArgument {}

  extension Timestamp: ExpressibleByArgument {}
#endif
