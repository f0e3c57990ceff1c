#if Service
  /// Limits of one request, of one caller and of all together.
  public struct Limits: Sendable, Hashable {
    /// Bytes of a request's body, or of one line of a body that is read line by line.
    public var body = 1 << 20
    /// Bytes of all header fields together.
    public var header = 16 << 10
    /// Bytes of an answer with rows; of each, if one request has several.
    public var answer = 16 << 20
    /// Rows of a window.
    public var window = 1_000
    /// Queries in one request.
    public var queries = 50
    /// The time for one query in milliseconds, including waiting.
    public var queryMilliseconds = 1_000
    /// The work for one query, in steps of the evaluator, about one per nanosecond.
    public var queryWork = 2_000_000_000
    /// The work for all queries of one request, in steps.
    public var requestWork = 4_000_000_000
    /// Requests of one key per second, where each of several searches in a request counts as one; 0 for no limit. Without keys,
    /// all clients are one caller, without a limit.
    public var requestsPerSecond = 1_000
    /// Steps of the evaluator for one key per second; 0 for no limit.
    public var workPerSecond = 2_000_000_000
    /// Lists that are served; no more can be created.
    public var lists = 16
    public var connections = 1_000
    /// Connections from one address, unless it is this machine.
    public var addressConnections = 250
    /// Queries that may wait for a processor.
    public var waiting = 256
    /// Open live searches.
    public var liveSessions = 1_000
    /// Snapshots that are kept of one list.
    public var snapshots = 64
    /// Snapshots of a list that one key keeps. Without keys, all clients are one caller, which may keep all.
    public var keySnapshots = 16
    /// The time that a snapshot is kept after its last use, in seconds.
    public var snapshotSeconds = 60
    /// The seconds without progress after which a connection is closed: while the client sends a request, while it reads an
    /// answer, and between requests.
    public var idleSeconds = 30
    /// The time for requests in flight when the server stops, in seconds.
    public var stopSeconds = 15

    public init() {}

    /// All limits by the names of settings, with their ranges and their arguments of the command line.
    static let all:
      [(
        path: any WritableKeyPath<Limits, Int> & Sendable, key: String, range: ClosedRange<Int>,
        argument: any KeyPath<LimitArguments, Int?> & Sendable
      )] = [
        (\.body, "limits.body", 1_024...1 << 30, \.limitsBody),
        (\.header, "limits.header", 1_024...1 << 20, \.limitsHeader),
        (\.answer, "limits.answer", 1_024...1 << 30, \.limitsAnswer),
        (\.window, "limits.window", 1...100_000, \.limitsWindow),
        (\.queries, "limits.queries", 1...10_000, \.limitsQueries),
        (\.queryMilliseconds, "limits.queryTime", 1...3_600_000, \.limitsQueryTime),
        (\.queryWork, "limits.queryWork", 1_000...1 << 50, \.limitsQueryWork),
        (\.requestWork, "limits.requestWork", 1_000...1 << 50, \.limitsRequestWork),
        (\.requestsPerSecond, "limits.requestsPerSecond", 0...1 << 30, \.limitsRequestsPerSecond),
        (\.workPerSecond, "limits.workPerSecond", 0...1 << 50, \.limitsWorkPerSecond),
        (\.lists, "limits.lists", 1...10_000, \.limitsLists),
        (\.connections, "limits.connections", 1...1 << 20, \.limitsConnections),
        (\.addressConnections, "limits.addressConnections", 1...1 << 20, \.limitsAddressConnections),
        (\.waiting, "limits.waiting", 1...1 << 20, \.limitsWaiting),
        (\.liveSessions, "limits.liveSessions", 1...1 << 20, \.limitsLiveSessions),
        (\.snapshots, "limits.snapshots", 1...1 << 16, \.limitsSnapshots),
        (\.keySnapshots, "limits.keySnapshots", 1...1 << 16, \.limitsKeySnapshots),
        (\.snapshotSeconds, "limits.snapshotIdle", 1...86_400, \.limitsSnapshotIdle),
        (\.idleSeconds, "limits.idle", 1...86_400, \.limitsIdle),
        (\.stopSeconds, "limits.stop", 0...86_400, \.limitsStop),
      ]

    /// The name of a limit among settings, and what it may be.
    package static func setting(_ path: WritableKeyPath<Limits, Int>) -> (key: String, range: ClosedRange<Int>)? {
      all.first { ($0.path as AnyKeyPath) == path }.map { ($0.key, $0.range) }
    }
  }
#endif
