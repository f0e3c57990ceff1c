#if Service
  import Riffle
  import RiffleStore

  /// A list at one moment, for one caller: in its present state or as a snapshot. The caller's visible part is not computed yet.
  struct Moment: Sendable {
    /// The whole list, regardless of the caller.
    let list: SnapshotKeep.List
    /// The filter that the caller is bound to; `nil` for all of the list.
    let bound: Filter?
    /// The token of the list, if it is kept as a snapshot.
    let token: String?

    /// A number that is unique for every moment of the list.
    ///
    /// Consecutive numbers would reveal to a bound caller how often items outside it are written, so such a caller gets
    /// numbers without an order. They have 53 bits, because JavaScript reads them as a `Double`.
    var generation: UInt64 {
      if bound == nil { return list.generation }
      var hasher = Hasher()
      hasher.combine(run)
      hasher.combine(list.generation)
      return UInt64(UInt(bitPattern: hasher.finalize())) >> 11
    }
    /// The run, as ``ServedList/run``.
    fileprivate let run: String

    fileprivate init(_ list: SnapshotKeep.List, of served: ServedList, bound: Filter?, token: String?) {
      (self.list, self.bound, self.token, run) = (list, bound, token, served.run)
    }

    var isPartial: Bool { list.isPartial }
  }

  /// A caller's visible part of a list at one moment, and the part of it to search.
  struct View: Sendable {
    let moment: Moment
    /// Everything that the caller may see.
    let visible: SnapshotKeep.List
    /// The part of it in the scope.
    let scoped: SnapshotKeep.List
    /// The part of that by the filter.
    let part: SnapshotKeep.List

    /// Creates a view of everything that the caller may see.
    init(_ moment: Moment, _ visible: SnapshotKeep.List) {
      self.init(moment: moment, visible: visible, scoped: visible, part: visible)
    }

    init(moment: Moment, visible: SnapshotKeep.List, scoped: SnapshotKeep.List, part: SnapshotKeep.List) {
      (self.moment, self.visible, self.scoped, self.part) = (moment, visible, scoped, part)
    }

    /// Returns the position of an item among everything that the caller may see.
    func position(_ hit: Hit<Item<ItemID>, ItemID>) -> Int {
      moment.bound != nil ? visible.rank(of: hit.id) ?? 0 : hit.position
    }
  }

  extension ServedList {
    /// - Parameter token: `new`, the token of an earlier moment, or `nil` for the present list.
    /// - Throws: ``Problem`` if the snapshot is no longer kept.
    func moment(_ caller: Caller, token: String? = nil) throws(Problem) -> Moment {
      let bound = caller.bound(in: name)
      if let token, token != "new" {
        guard let kept = snapshots.list(token, for: caller.name) else {
          throw Problem(
            .snapshotGone, "the snapshot “\(token.prefix(100))” is not kept any more: ask for one with “snapshot=new”",
            parameter: "snapshot")
        }
        return Moment(kept, of: self, bound: bound, token: token)
      }
      let list = store.snapshot()
      return Moment(list, of: self, bound: bound, token: token == nil ? nil : snapshots.keep(list, for: caller.name))
    }
  }

  extension ServedList {
    /// Returns the moment of a request by a gateway that merges shards.
    ///
    /// - Parameters:
    ///   - round: the token of the moment of its request before, which is kept for some seconds; `nil` in the first one.
    ///   - snapshot: as in ``moment(_:token:)``.
    /// - Returns: the moment, and its token for the next request.
    /// - Throws: ``Problem`` if the moment is no longer kept.
    func moment(
      _ caller: Caller, round: String?, snapshot: String?
    ) throws(Problem) -> (moment: Moment, round: String) {
      guard let round else {
        let moment = try moment(caller, token: snapshot)
        return (moment, rounds.keep(moment.list, for: caller.name))
      }
      guard let kept = rounds.list(round, for: caller.name) else {
        throw Problem(.snapshotGone, "the moment “\(round.prefix(100))” is not kept any more", parameter: "round")
      }
      return (Moment(kept, of: self, bound: caller.bound(in: name), token: nil), round)
    }
  }

  extension SearchPool {
    /// Computes the caller's visible part, and charges its allowance. Takes long: for search threads.
    /// - Throws: ``Problem``, also if it is cancelled.
    func view(
      _ moment: Moment, _ part: PartParameters, _ caller: Caller, _ cancellation: Cancellation
    ) throws(Problem) -> View {
      // The rows of a bound are computed once, and kept for the next request.
      let work = moment.bound?.work(rowCount: moment.list.count, isKept: true) ?? 0
      let visible = try filtered(moment.list, by: moment.bound, work, caller, cancellation)
      return try narrowed(View(moment, visible), to: part, caller, cancellation)
    }

    /// Computes the part of a view in a scope and by a filter; see ``view(_:_:_:_:)``.
    /// - Throws: ``Problem``, also if it is cancelled.
    func narrowed(
      _ view: View, to part: PartParameters, _ caller: Caller, _ cancellation: Cancellation
    ) throws(Problem) -> View {
      let scoped = try filtered(view.visible, by: part.scope, of: view, caller, cancellation)
      let filtered = try filtered(scoped, by: part.filter, of: view, caller, cancellation)
      return View(moment: view.moment, visible: view.visible, scoped: scoped, part: filtered)
    }

    /// Computes the part of a list by a filter of the caller; see ``view(_:_:_:_:)``.
    /// - Throws: ``Problem``, also if it is cancelled.
    func filtered(
      _ list: SnapshotKeep.List, by filter: Filter?, of view: View, _ caller: Caller, _ cancellation: Cancellation
    ) throws(Problem) -> SnapshotKeep.List {
      try filtered(list, by: filter, filter?.work(rowCount: view.moment.list.count) ?? 0, caller, cancellation)
    }

    private func filtered(
      _ list: SnapshotKeep.List, by filter: Filter?, _ work: Int, _ caller: Caller, _ cancellation: Cancellation
    ) throws(Problem) -> SnapshotKeep.List {
      guard let filter else { return list }
      if work > limits.queryWork { throw SearchPool.filterGivenUp("more than \(limits.queryWork) steps") }
      // In advance: cancelled work counts too.
      caller.allowance.spend(work: work)
      do throws(FilterError) {
        if let part = try list.filtered(by: filter, cancellation: cancellation) { return part }
      } catch {
        throw .invalid("filter", "\(error)")
      }
      throw SearchPool.filterGivenUp("longer than \(limits.queryMilliseconds) ms")
    }

    private static func filterGivenUp(_ measure: String) -> Problem {
      Problem(
        .queryGivenUp, "to work out scope and filter took \(measure): give fewer conditions", parameter: "filter",
        retryAfter: 1)
    }
  }

  extension Filter {
    /// Returns the work to compute it, in steps. A condition on a field takes one pass over its column, a name alone, and each
    /// combination, one pass over the bits of all rows.
    /// - Parameter isKept: whether the rows of each condition are mostly known.
    func work(rowCount: Int, isKept: Bool = false) -> Int {
      let size = size
      let passes = (size.conditions + size.names + size.combinations + 4) * (rowCount / 16 + 1)
      return isKept ? passes : passes + size.values * 500 + size.conditions * rowCount * 4
    }
  }
#endif
