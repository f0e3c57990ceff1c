#if Service && Cluster
  import ArgumentParser
  import RiffleServer

  /// The command line of riffle-gateway, and the text of its help. If a setting is not given, it is `nil`, and the environment or
  /// the file decides.
  struct GatewayArguments: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "riffle-gateway",
      abstract: "Serve lists that several nodes have, over HTTP, with a page to type in.",
      discussion: """
          riffle-gateway routes.json --port 8080
          riffle-gateway --lists cities=http://10.0.0.1:8080,http://10.0.0.2:8080

        A file of routes has {"lists": [{"name": "cities", "nodes": ["http://10.0.0.1:8080"], "postgres": "dbname=lists"}]}; a list in shards \
        has "shards": [{"shard": "0/2", "nodes": […]}, …] instead of nodes. It is \
        read again when it changes. Each setting is also read from the environment (--limits-body is RIFFLE_LIMITS_BODY) and from \
        the file that --config names. A flag counts before the environment, and that before the file.
        """,
      version: "0.1.0")

    @Argument(
      help: ArgumentHelp("The file of lists and their nodes, in JSON.", valueName: "routes"), completion: .file())
    var routes: String?

    @Option(
      parsing: .upToNextOption,
      help: ArgumentHelp("Lists and their nodes, without a file.", valueName: "name=url,url"))
    var lists: [String] = []

    @Option(help: ArgumentHelp("Where to listen. (default: 127.0.0.1)", valueName: "address"))
    var host: String?

    @Option(help: ArgumentHelp("0 for any that is free. (default: 8080)", valueName: "number"))
    var port: Int?

    @Option(help: ArgumentHelp("A file of settings, in JSON.", valueName: "file"), completion: .file())
    var config: String?

    @Flag(
      inversion: .prefixedNo,
      help: "Leave out nodes that answer without a key. Other machines are served only with this.")
    var needsKeys: Bool?

    @Option(help: ArgumentHelp("A chain of certificates, in PEM.", valueName: "file"), completion: .file())
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("The key of the certificate, in PEM.", valueName: "file"), completion: .file())
    var tlsKey: String?

    @Option(
      help: ArgumentHelp(
        "The authorities of the nodes' certificates, in PEM. (default: the system's)", valueName: "file"),
      completion: .file())
    var tlsNodes: String?

    @Option(
      parsing: .upToNextOption,
      help: ArgumentHelp(
        "Sites whose pages may ask, as https://example.org; with keys also * for all.", valueName: "origin"))
    var corsOrigins: [String] = []

    @Option(
      help: ArgumentHelp(
        "What nodes get as X-Forwarded-For: replace, append (behind a proxy) or omit. (default: replace)",
        valueName: "way"))
    var forwardedFor: String?

    @Option(
      help: ArgumentHelp("Ask a second node if the first is slow, at most so often. (default: 5)", valueName: "percent")
    )
    var hedge: Int?

    @Option(
      help: ArgumentHelp("trace, debug, info, notice, warning, error or critical. (default: info)", valueName: "level"))
    var logLevel: String?

    @Option(help: ArgumentHelp("text or json. (default: text)", valueName: "format"))
    var logFormat: String?

    @OptionGroup(title: "Limits")
    var limits: GatewayLimitArguments

    @Flag(help: "Check whether all is set as it can be, and end.")
    var check = false
  }

  /// The limits of the command line; see `Limits`. Limits of searches are settings of the nodes.
  struct GatewayLimitArguments: ParsableArguments {
    @Option(help: limit("Of a body that is kept to be sent to a second node.", "bytes", \.body))
    var limitsBody: Int?
    @Option(help: limit("Of all header fields.", "bytes", \.header))
    var limitsHeader: Int?
    @Option(help: limit("Of an answer that is kept until it is whole.", "bytes", \.answer))
    var limitsAnswer: Int?
    @Option(help: ArgumentHelp("Of all answers that are kept. (default: \(256 << 20))", valueName: "bytes"))
    var limitsBuffer: Int?
    @Option(help: limit("Of all clients together.", "number", \.connections))
    var limitsConnections: Int?
    @Option(help: limit("From one address other than this machine.", "number", \.addressConnections))
    var limitsAddressConnections: Int?
    @Option(help: limit("Open live searches.", "number", \.liveSessions))
    var limitsLiveSessions: Int?
    @Option(help: limit("Before a client that gets nowhere is cut.", "seconds", \.idleSeconds))
    var limitsIdle: Int?
    @Option(help: limit("For what is in flight when the gateway stops, before it is cut.", "seconds", \.stopSeconds))
    var limitsStop: Int?

    static let all:
      [(
        path: any WritableKeyPath<Limits, Int> & Sendable, argument: any KeyPath<GatewayLimitArguments, Int?> & Sendable
      )] =
        [
          (\.body, \.limitsBody), (\.header, \.limitsHeader), (\.answer, \.limitsAnswer),
          (\.connections, \.limitsConnections), (\.addressConnections, \.limitsAddressConnections),
          (\.liveSessions, \.limitsLiveSessions), (\.idleSeconds, \.limitsIdle), (\.stopSeconds, \.limitsStop),
        ]
  }

  private func limit(_ text: String, _ value: String, _ path: KeyPath<Limits, Int>) -> ArgumentHelp {
    ArgumentHelp("\(text) (default: \(Limits()[keyPath: path]))", valueName: value)
  }
#endif
