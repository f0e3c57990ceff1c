#if Service
  /// What one request, one caller and all together may take.
  public struct Limits: Sendable, Hashable {
    /// Bytes of a request's body; of one line, where a body is read line by line.
    public var body = 1 << 20
    /// Bytes of all header fields together.
    public var header = 16 << 10
    /// Bytes of an answer with rows; of each, where one request has several.
    public var answer = 16 << 20
    /// Rows of a window.
    public var window = 1_000
    /// How many queries one request may ask.
    public var queries = 50
    /// How long one query may take, waiting included, in milliseconds.
    public var queryMilliseconds = 1_000
    /// How much work one query may take, in steps of the evaluator, which are about as many as nanoseconds.
    public var queryWork = 2_000_000_000
    /// How much work all queries of one request may take, in steps.
    public var requestWork = 4_000_000_000
    /// Requests of one key in a second, each of several searches of one being one; 0 for any number. Without keys everybody is one
    /// caller, and nobody is limited.
    public var requestsPerSecond = 1_000
    /// Steps of the evaluator for one key in a second; 0 for any number.
    public var workPerSecond = 2_000_000_000
    /// Lists that are served, from which on none is made any more.
    public var lists = 16
    public var connections = 1_000
    /// Those of them that come from one address, unless it is this machine.
    public var addressConnections = 250
    /// How many queries may wait for a processor.
    public var waiting = 256
    /// Open live searches.
    public var liveSessions = 1_000
    /// Snapshots that are kept of one list.
    public var snapshots = 64
    /// Those of them that one key keeps. Without keys everybody is one caller, who may keep all.
    public var keySnapshots = 16
    /// How long a snapshot is kept after its last use, in seconds.
    public var snapshotSeconds = 60
    /// After so many seconds without progress a client is cut: while it sends a request, while it takes an answer, and between
    /// requests.
    public var idleSeconds = 30
    /// How long what is in flight may still take when the server stops.
    public var stopSeconds = 15

    public init() {}

    /// By the names of settings, with what they may be, and what the command line says.
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
  }
#endif
