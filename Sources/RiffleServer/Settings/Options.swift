#if Service
  /// What can be set, by flags, environment and file, by the same names.
  struct Option: Sendable {
    enum Kind: Sendable { case flag, number, text, texts }

    /// With dots, as a file has it: `limits.body` is `--limits-body`, and `RIFFLE_LIMITS_BODY` in the environment.
    let key: String
    let kind: Kind
    /// What stands for the value in the help.
    let value: String
    let help: String

    var flag: String {
      "--" + key.map { $0 == "." ? "-" : $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
    }

    static let all: [Option] = [
      Option(
        key: "stores", kind: .texts, value: "PATH…",
        help: "The stores to serve, as PATH, NAME=PATH or NAME=PATH#TABLE; also as arguments without a flag."),
      Option(key: "demo", kind: .flag, value: "", help: "Serve a list of cities that comes with Riffle."),
      Option(key: "host", kind: .text, value: "ADDRESS", help: "Where to listen. [127.0.0.1]"),
      Option(key: "port", kind: .number, value: "NUMBER", help: "0 for any that is free. [8080]"),
      Option(key: "config", kind: .text, value: "FILE", help: "A file of settings, in JSON."),
      Option(key: "check", kind: .flag, value: "", help: "Look whether all is set as it can be, and end."),
      Option(key: "readOnly", kind: .flag, value: "", help: "Follow stores that another process writes."),
      Option(
        key: "scopes", kind: .texts, value: "NAME.SCOPE=SQL…",
        help: "The scopes of lists, by conditions over the columns of their tables; the lists named have no others."),
      Option(key: "keys", kind: .text, value: "FILE", help: "The keys; without any, only this machine is served."),
      Option(
        key: "makeKey", kind: .text, value: "NAME",
        help: "Make a key, print it and what the file of keys needs, and end."),
      Option(key: "role", kind: .text, value: "ROLE", help: "Of the key that is made: read, write or admin. [read]"),
      Option(key: "scope", kind: .text, value: "EXPRESSION", help: "What the key that is made is bound to."),
      Option(key: "tls.certificate", kind: .text, value: "FILE", help: "A chain of certificates, in PEM."),
      Option(key: "tls.key", kind: .text, value: "FILE", help: "The key of the certificate, in PEM."),
      Option(
        key: "cors.origins", kind: .texts, value: "ORIGIN…",
        help: "Sites whose pages may ask, as https://example.org; with keys also * for all."),
      Option(
        key: "log.level", kind: .text, value: "LEVEL",
        help: "trace, debug, info, notice, warning, error or critical. [info]"),
      Option(key: "log.format", kind: .text, value: "FORMAT", help: "text or json. [text]"),
      Option(key: "slowQuery", kind: .number, value: "MS", help: "Note queries that take longer. [100]"),
      Option(key: "limits.body", kind: .number, value: "BYTES", help: "Of a body, or of a line of one. [1048576]"),
      Option(key: "limits.header", kind: .number, value: "BYTES", help: "Of all header fields. [16384]"),
      Option(key: "limits.answer", kind: .number, value: "BYTES", help: "Of an answer with rows. [16777216]"),
      Option(key: "limits.window", kind: .number, value: "ROWS", help: "In one answer. [1000]"),
      Option(key: "limits.queries", kind: .number, value: "NUMBER", help: "In one request. [50]"),
      Option(key: "limits.queryTime", kind: .number, value: "MS", help: "For one query. [1000]"),
      Option(key: "limits.queryWork", kind: .number, value: "STEPS", help: "For one query. [2000000000]"),
      Option(
        key: "limits.requestWork", kind: .number, value: "STEPS", help: "For all queries of a request. [4000000000]"),
      Option(
        key: "limits.requestsPerSecond", kind: .number, value: "NUMBER", help: "Of one key; 0 for any number. [1000]"),
      Option(
        key: "limits.workPerSecond", kind: .number, value: "STEPS", help: "Of one key; 0 for any number. [2000000000]"),
      Option(key: "limits.connections", kind: .number, value: "NUMBER", help: "[1000]"),
      Option(
        key: "limits.addressConnections", kind: .number, value: "NUMBER",
        help: "From one address other than this machine. [250]"),
      Option(key: "limits.waiting", kind: .number, value: "NUMBER", help: "Queries that wait for a processor. [256]"),
      Option(key: "limits.liveSessions", kind: .number, value: "NUMBER", help: "Open live searches. [1000]"),
      Option(key: "limits.snapshots", kind: .number, value: "NUMBER", help: "Kept of each list. [64]"),
      Option(key: "limits.keySnapshots", kind: .number, value: "NUMBER", help: "Kept of each list by one key. [16]"),
      Option(
        key: "limits.snapshotIdle", kind: .number, value: "SECONDS",
        help: "Keep a snapshot so long after its last use. [60]"),
      Option(
        key: "limits.idle", kind: .number, value: "SECONDS", help: "Before a client that gets nowhere is cut. [30]"),
      Option(
        key: "limits.stop", kind: .number, value: "SECONDS",
        help: "For what is in flight when the server stops, before it is cut. [15]"),
    ]

    static func named(_ key: String) -> Option? { all.first { $0.key == key } }
  }
#endif
