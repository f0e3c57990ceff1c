import Riffle

/// A view that is computed on first use: if a list changes continually, few of its views are read.
///
/// It is computed without a lock, because a predicate of the filter may read it, or wait for a thread that does. Threads that
/// read it meanwhile compute it too.
final class LazyView: Sendable {
  private struct State {
    var view: ListView?
    /// The threads that are computing it.
    var makers: [WorkerThread.ThreadID] = []
  }

  private let state = Lock(State())
  let base: ListBase
  let rows: RowIndex
  let filter: ListFilter

  /// Whether it represents the empty screen before the first update.
  let isNothing: Bool

  init(_ base: ListBase, _ rows: RowIndex, _ filter: ListFilter, isNothing: Bool = false) {
    self.base = base
    self.rows = rows
    self.filter = filter
    self.isNothing = isNothing
  }

  /// An empty view of the same list.
  var emptied: LazyView {
    let nothing = base.snapshot.without([0..<base.snapshot.count])
    let base = ListBase(
      traits: ListTraits(), divisions: Divisions([SectionRecord](), by: nil), selected: SelectedRows(),
      generation: base.generation, content: Stamp(), snapshot: nothing)
    return LazyView(base, rows, ListFilter(), isNothing: true)
  }

  var view: ListView {
    let thread = WorkerThread.current
    let (known, isMaking) = state.withLock { state in
      let isMaking = state.makers.contains(thread)
      if state.view == nil, !isMaking { state.makers.append(thread) }
      return (state.view, isMaking)
    }
    if let known { return known }
    // A predicate reads the view that it is filtering.
    if isMaking { return ListView(showing: base, rows, ListFilter()) }
    let view = ListView(showing: base, rows, filter)
    return state.withLock { state in
      state.makers.removeAll { $0 == thread }
      // All readers get the same view.
      if let other = state.view { return other }
      state.view = view
      return view
    }
  }
}
