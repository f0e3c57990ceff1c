#if Service
  import Riffle
  import RiffleStore

  /// A list at one moment, for one caller: in its present state or as a snapshot. The caller's visible part is not computed yet.
  struct Moment: Sendable {
    /// The whole list, regardless of the caller.
    let list: SnapshotKeep.List
    /// The caller's scope; `nil` for all of the list.
    let bound: Scope?
    /// The token of the list, if it is kept as a snapshot.
    let token: String?

    /// A number that is unique for every moment of the list.
    ///
    /// Consecutive numbers would reveal to a caller with a scope how often items outside it are written, so such a caller gets
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

    fileprivate init(_ list: SnapshotKeep.List, of served: ServedList, bound: Scope?, token: String?) {
      (self.list, self.bound, self.token, run) = (list, bound, token, served.run)
    }

    var isPartial: Bool { list.isPartial }
  }

  /// A caller's visible part of a list at one moment, and the part of it to search.
  struct View: Sendable {
    let moment: Moment
    /// Everything that the caller may see.
    let visible: SnapshotKeep.List
    /// The part of it by scope and filter.
    let part: SnapshotKeep.List

    /// Returns the position of an item among everything that the caller may see.
    func position(_ hit: Hit<Item<ItemID>, ItemID>) -> Int {
      moment.bound != nil ? visible.rank(of: hit.id) ?? 0 : hit.position
    }
  }

  extension ServedList {
    /// - Parameter token: `new`, the token of an earlier moment, or `nil` for the present list.
    /// - Throws: ``Problem`` if the snapshot is no longer kept.
    func moment(_ caller: Caller, token: String? = nil) throws(Problem) -> Moment {
      let bound = caller.scope(in: name)
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

  extension SearchPool {
    /// Computes the caller's visible part, and charges its allowance. Takes long: for search threads.
    /// - Throws: ``Problem``, also if it is cancelled.
    func view(
      _ moment: Moment, _ scope: Scope?, _ caller: Caller, _ cancellation: Cancellation
    ) throws(Problem) -> View {
      let visible = try part(moment.list, in: moment.bound, of: moment, caller, cancellation)
      return try narrowed(View(moment: moment, visible: visible, part: visible), to: scope, caller, cancellation)
    }

    /// Computes the part of a view in a scope; see ``view(_:_:_:_:)``.
    /// - Throws: ``Problem``, also if it is cancelled.
    func narrowed(
      _ view: View, to scope: Scope?, _ caller: Caller, _ cancellation: Cancellation
    ) throws(Problem) -> View {
      let part = try part(view.visible, in: scope, of: view.moment, caller, cancellation)
      return View(moment: view.moment, visible: view.visible, part: part)
    }

    private func part(
      _ list: SnapshotKeep.List, in scope: Scope?, of moment: Moment, _ caller: Caller, _ cancellation: Cancellation
    ) throws(Problem) -> SnapshotKeep.List {
      guard let scope else { return list }
      let work = scope.work(rowCount: moment.list.count)
      if work > limits.queryWork { throw SearchPool.scopeGivenUp("more than \(limits.queryWork) steps") }
      // In advance: cancelled work counts too.
      caller.allowance.spend(work: work)
      do throws(ScopeError) {
        if let part = try list.restricted(to: scope, cancellation: cancellation) { return part }
      } catch {
        throw .invalid("scope", "\(error)")
      }
      throw SearchPool.scopeGivenUp("longer than \(limits.queryMilliseconds) ms")
    }

    private static func scopeGivenUp(_ measure: String) -> Problem {
      Problem(
        .queryGivenUp, "to work out scope and filter took \(measure): name fewer scopes", parameter: "filter",
        retryAfter: 1)
    }
  }

  extension Scope {
    /// Returns the work to compute it, in steps: each name, and each combination, takes one pass over the bits of all rows.
    func work(rowCount: Int) -> Int { (nameCount + 4) * (rowCount / 16 + 1) }

    /// The number of names in it, with repeats.
    var nameCount: Int {
      switch self {
      case .scope: 1
      case .and(let scopes), .or(let scopes): scopes.reduce(0) { $0 + $1.nameCount }
      case .not(let scope): scope.nameCount
      }
    }
  }
#endif
