#if Service
  import NIOConcurrencyHelpers
  import Riffle
  import RiffleInput
  import RiffleStore

  /// A store under the name that it is served by.
  final class ServedList: Sendable {
    let name: String
    let store: ListStore
    /// Those of the time when the list was opened; its synonyms may be others since.
    let settings: StoreSettings
    /// The names in its filters.
    let names: FilterNames
    /// Whether the list can be written at all.
    let isWritable: Bool
    /// Whether the server has the list for reading only.
    let isReadOnly: Bool
    /// The source of the list, if it is a copy.
    let feed: (any ListFeed)?
    let snapshots: SnapshotKeep
    /// The moments of requests by gateways that merge shards, for their next requests.
    let rounds: SnapshotKeep
    /// `nil` if the list does not keep what its order depends on.
    let orderKeys: OrderKeys?
    /// An id of this run, to distinguish its generations: they count from 0 whenever the store is opened.
    let run = String(UInt32.random(in: .min ... .max), radix: 36)

    init(
      name: String, store: ListStore, isWritable: Bool, feed: (any ListFeed)? = nil, _ limits: Limits
    ) throws(StoreError) {
      self.feed = feed
      self.name = name
      self.store = store
      let list = try store.list
      settings = list.settings
      names = FilterNames(list.settings)
      isReadOnly = !isWritable
      self.isWritable = isWritable && !list.isFollowed
      snapshots = SnapshotKeep(limits)
      rounds = SnapshotKeep(most: ServedList.mostRounds, seconds: ServedList.roundSeconds)
      orderKeys = OrderKeys(list)
    }

    private static let (mostRounds, roundSeconds) = (64, 10)

    /// By name, in order.
    var scopes: [String] { names.scopes }
    var fields: [FieldDefinition] { names.fields }

    func unknownScope(_ name: String) -> String { "\(ScopeError.unknownScope(name, known: scopes))" }

    var arrangement: String {
      switch settings.arrangement {
      case .arrival: "arrival"
      case .sections: "sections"
      case .alphabet: "alphabet"
      }
    }

    var hasJumplist: Bool { settings.arrangement != .arrival }

    /// The sections of a list that is arranged by them, of the generation last requested.
    private let sections = NIOLockedValueBox<(generation: UInt64, buckets: JumplistBuckets)?>(nil)

    var isInSections: Bool { settings.arrangement == .sections }

    /// Returns the sections of results in list order, as a jumplist. Reads the database.
    /// - Returns: `nil` if the list has changed meanwhile.
    /// - Throws: `StoreError`.
    func sections(of results: Answer.Results, _ options: Jumplist.Options) throws -> Jumplist? {
      let generation = results.generation
      if sections.withLockedValue({ $0?.generation }) != generation, let read = try store.sections() {
        sections.withLockedValue { $0 = (read.list.generation, read.buckets) }
      }
      guard let known = sections.withLockedValue({ $0 }), known.generation == generation else { return nil }
      return try results.jumplist(options, in: known.buckets)
    }

    /// - Parameter view: the caller's view of the list.
    func write(to json: inout JSONWriter, _ view: View, _ caller: Caller) {
      let moment = view.moment
      let statistics = store.statistics()
      json.object { json in
        json.member("name", name)
        json.member("count", view.visible.count)
        json.member("generation", moment.generation)
        json.name("sequence")
        // It also counts items outside the scope.
        if let sequence = store.sequence, moment.bound == nil { json.integer(sequence) } else { json.null() }
        json.member("arrangement", arrangement)
        json.member("hasJumplist", hasJumplist)
        json.name("scopes")
        json.array(scopes) { $1.string($0) }
        json.name("fields")
        json.array(fields) { $1.definition($0) }
        json.member("isWritable", isWritable && caller.mayWrite)
        json.member("isPartial", moment.isPartial)
        json.name("progress")
        if let progress = store.progress, moment.bound == nil {
          json.object { json in
            json.member("rowsRead", progress.rowsRead)
            json.member("rowCount", progress.rowCount)
          }
        } else {
          json.null()
        }
        // It would reveal the size of the list outside the scope.
        if moment.bound != nil { return }
        json.name("statistics")
        json.object { json in
          json.member("segments", statistics.segments.count)
          json.member("tail", statistics.tailCount)
          json.member("dead", statistics.deadCount)
          json.member("bytes", statistics.byteCount)
          json.member("runningMerges", statistics.runningMerges)
          json.member("completedMerges", statistics.completedMerges)
        }
      }
    }
  }
#endif
