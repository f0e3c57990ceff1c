#if Service
  import NIOConcurrencyHelpers
  import Riffle
  import RiffleStore

  /// A store with the name that it is served by.
  final class ServedList: Sendable {
    let name: String
    let store: ListStore
    let settings: StoreSettings
    /// By name, in order.
    let scopes: [String]
    /// Whether it may be written by anybody.
    let isWritable: Bool
    let snapshots: SnapshotKeep
    /// Those of generations: they count from 0 whenever the store is opened.
    let run = String(UInt32.random(in: .min ... .max), radix: 36)

    init(name: String, store: ListStore, isWritable: Bool, mostSnapshots: Int) throws(StoreError) {
      self.name = name
      self.store = store
      let list = try store.list
      settings = list.settings
      scopes = list.source.scopes.keys.sorted()
      self.isWritable = isWritable && !list.isFollowed
      snapshots = SnapshotKeep(most: mostSnapshots)
    }

    func unknownScope(_ name: String) -> String { "\(ScopeError.unknownScope(name, known: scopes))" }

    var arrangement: String {
      switch settings.arrangement {
      case .arrival: "arrival"
      case .sections: "sections"
      case .alphabet: "alphabet"
      }
    }

    var hasJumplist: Bool { settings.arrangement != .arrival }

    /// The sections of a list that is arranged by them, of its latest generation that was asked for.
    private let sections = NIOLockedValueBox<(generation: UInt64, buckets: JumplistBuckets)?>(nil)

    var isInSections: Bool { settings.arrangement == .sections }

    /// By which sections to jump in what a search has found in list order. Reads the database.
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

    /// What a caller may see of the list, as it is now or as it was kept, and what of that is asked of.
    struct View: Sendable {
      /// All that the caller may see.
      let visible: SnapshotKeep.List
      /// What is left of it by scope and filter.
      let part: SnapshotKeep.List
      /// What the caller is bound to; `nil` for all of the list.
      let bound: Scope?
      /// If one was asked for.
      let token: String?

      /// What a scope leaves of all that the caller may see.
      func narrowed(to scope: Scope?) throws(Problem) -> View {
        do throws(ScopeError) {
          let part = if let scope { try visible.restricted(to: scope) } else { visible }
          return View(visible: visible, part: part, bound: bound, token: token)
        } catch {
          throw .invalid("scope", "\(error)")
        }
      }

      /// Where an item stands among all that the caller may see.
      func position(_ hit: Hit<Item<ItemID>, ItemID>) -> Int {
        bound != nil ? visible.rank(of: hit.id) ?? 0 : hit.position
      }
    }

    /// - Parameter token: `new`, the token of an earlier view, or `nil` for the list as it is now.
    /// - Throws: ``Problem`` if it is not kept any more.
    func view(_ caller: Caller, _ scope: Scope?, token: String? = nil) throws(Problem) -> View {
      let list: SnapshotKeep.List
      var given = token
      if let token, token != "new" {
        guard let kept = snapshots.list(token) else {
          throw Problem(
            .snapshotGone, "the snapshot “\(token.prefix(100))” is not kept any more: ask for one with “snapshot=new”",
            parameter: "snapshot")
        }
        list = kept
      } else {
        list = store.snapshot()
        if token == "new" { given = snapshots.keep(list) }
      }
      let view: View
      do throws(ScopeError) {
        let own = caller.scope(in: name)
        let visible = if let own { try list.restricted(to: own) } else { list }
        view = View(visible: visible, part: visible, bound: own, token: given)
      } catch {
        throw .invalid("scope", "\(error)")
      }
      return try view.narrowed(to: scope)
    }

    func write(to json: inout JSONWriter, _ caller: Caller) throws(Problem) {
      let view = try view(caller, nil)
      let statistics = store.statistics()
      json.object { json in
        json.member("name", name)
        json.member("count", view.visible.count)
        json.member("generation", view.visible.generation)
        json.name("sequence")
        if let sequence = store.sequence { json.integer(sequence) } else { json.null() }
        json.member("arrangement", arrangement)
        json.member("hasJumplist", hasJumplist)
        json.name("scopes")
        json.array(scopes) { $1.string($0) }
        json.member("isWritable", isWritable && caller.mayWrite)
        json.member("isPartial", view.visible.isPartial)
        json.name("progress")
        if let progress = store.progress, view.bound == nil {
          json.object { json in
            json.member("rowsRead", progress.rowsRead)
            json.member("rowCount", progress.rowCount)
          }
        } else {
          json.null()
        }
        // It would say how large the list is outside of the scope.
        if view.bound != nil { return }
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
