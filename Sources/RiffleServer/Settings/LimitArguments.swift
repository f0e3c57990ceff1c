#if Service
  import ArgumentParser

  /// The limits of the command line; see ``Limits``.
  struct LimitArguments: ParsableArguments {
    @Option(help: limit("Of a body, or of a line of one.", "bytes", \.body))
    var limitsBody: Int?
    @Option(help: limit("Of all header fields.", "bytes", \.header))
    var limitsHeader: Int?
    @Option(help: limit("Of an answer with rows.", "bytes", \.answer))
    var limitsAnswer: Int?
    @Option(help: limit("In one answer.", "rows", \.window))
    var limitsWindow: Int?
    @Option(help: limit("In one request.", "number", \.queries))
    var limitsQueries: Int?
    @Option(help: limit("For one query.", "ms", \.queryMilliseconds))
    var limitsQueryTime: Int?
    @Option(help: limit("For one query.", "steps", \.queryWork))
    var limitsQueryWork: Int?
    @Option(help: limit("For all queries of a request.", "steps", \.requestWork))
    var limitsRequestWork: Int?
    @Option(help: limit("Of one key; 0 for any number.", "number", \.requestsPerSecond))
    var limitsRequestsPerSecond: Int?
    @Option(help: limit("Of one key; 0 for any number.", "steps", \.workPerSecond))
    var limitsWorkPerSecond: Int?
    @Option(help: limit("Served, from which on none is made.", "number", \.lists))
    var limitsLists: Int?
    @Option(help: limit("Of all clients together.", "number", \.connections))
    var limitsConnections: Int?
    @Option(help: limit("From one address other than this machine.", "number", \.addressConnections))
    var limitsAddressConnections: Int?
    @Option(help: limit("Queries that wait for a processor.", "number", \.waiting))
    var limitsWaiting: Int?
    @Option(help: limit("Open live searches.", "number", \.liveSessions))
    var limitsLiveSessions: Int?
    @Option(help: limit("Kept of each list.", "number", \.snapshots))
    var limitsSnapshots: Int?
    @Option(help: limit("Kept of each list by one key.", "number", \.keySnapshots))
    var limitsKeySnapshots: Int?
    @Option(help: limit("Keep a snapshot so long after its last use.", "seconds", \.snapshotSeconds))
    var limitsSnapshotIdle: Int?
    @Option(help: limit("Before a client that gets nowhere is cut.", "seconds", \.idleSeconds))
    var limitsIdle: Int?
    @Option(help: limit("For what is in flight when the server stops, before it is cut.", "seconds", \.stopSeconds))
    var limitsStop: Int?
  }

  private func limit(_ text: String, _ value: String, _ path: KeyPath<Limits, Int>) -> ArgumentHelp {
    ArgumentHelp("\(text) (default: \(Limits()[keyPath: path]))", valueName: value)
  }
#endif
