#if Service
  import Riffle
  import RiffleStore

  /// A list at one moment, for one caller: as it is now or as it was kept. What the caller sees of it is not worked out yet.
  struct Moment: Sendable {
    /// All of it, whoever asks.
    let list: SnapshotKeep.List
    /// What the caller is bound to; `nil` for all of the list.
    let bound: Scope?
    /// That of the list, if it is kept.
    let token: String?

    /// A number that is another one for every moment of the list.
    ///
    /// Numbers that count would tell a caller who is bound to a scope how often items outside of it are written, so such a caller
    /// gets numbers without an order. They have 53 bits, because JavaScript reads them as a `Double`.
    var generation: UInt64 {
      if bound == nil { return list.generation }
      var hasher = Hasher()
      hasher.combine(run)
      hasher.combine(list.generation)
      return UInt64(UInt(bitPattern: hasher.finalize())) >> 11
    }
    /// As ``ServedList/run``.
    fileprivate let run: String

    fileprivate init(_ list: SnapshotKeep.List, of served: ServedList, bound: Scope?, token: String?) {
      (self.list, self.bound, self.token, run) = (list, bound, token, served.run)
    }

    var isPartial: Bool { list.isPartial }
  }

  /// What a caller may see of a list at one moment, and what of that is asked of.
  struct View: Sendable {
    let moment: Moment
    /// All that the caller may see.
    let visible: SnapshotKeep.List
    /// What is left of it by scope and filter.
    let part: SnapshotKeep.List

    /// Where an item stands among all that the caller may see.
    func position(_ hit: Hit<Item<ItemID>, ItemID>) -> Int {
      moment.bound != nil ? visible.rank(of: hit.id) ?? 0 : hit.position
    }
  }

  extension ServedList {
    /// - Parameter token: `new`, the token of an earlier moment, or `nil` for the list as it is now.
    /// - Throws: ``Problem`` if it is not kept any more.
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
    /// Works out what a caller sees, and takes it off their allowance. Takes long: for the threads of searches.
    /// - Throws: ``Problem``, also if it was given up.
    func view(
      _ moment: Moment, _ scope: Scope?, _ caller: Caller, _ cancellation: Cancellation
    ) throws(Problem) -> View {
      let visible = try part(moment.list, in: moment.bound, of: moment, caller, cancellation)
      return try narrowed(View(moment: moment, visible: visible, part: visible), to: scope, caller, cancellation)
    }

    /// Works out what a scope leaves of all that a caller sees; see ``view(_:_:_:_:)``.
    /// - Throws: ``Problem``, also if it was given up.
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
      // Beforehand: what is given up has been worked on too.
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
    /// What working it out takes, in steps: the bits of all rows are gone through for each name, and for what becomes of them.
    func work(rowCount: Int) -> Int { (nameCount + 4) * (rowCount / 16 + 1) }

    /// How many names there are in it, each as often as it is there.
    var nameCount: Int {
      switch self {
      case .scope: 1
      case .and(let scopes), .or(let scopes): scopes.reduce(0) { $0 + $1.nameCount }
      case .not(let scope): scope.nameCount
      }
    }
  }
#endif
