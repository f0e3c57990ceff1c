import Riffle

/// A view that is made when somebody first asks for it: of a list that changes all the while few are looked at.
///
/// It is made without a lock, because a predicate of the filter may ask for it, or wait for somebody who does. Whoever asks
/// meanwhile makes it too.
final class LazyView: Sendable {
  private struct State {
    var view: ListView?
    /// The threads that are making it.
    var makers: [WorkerThread.ThreadID] = []
  }

  private let state = Lock(State())
  let base: ListBase
  let rows: RowIndex
  let filter: ListFilter

  /// Whether it stands for what a screen shows before its first update.
  let isNothing: Bool

  init(_ base: ListBase, _ rows: RowIndex, _ filter: ListFilter, isNothing: Bool = false) {
    self.base = base
    self.rows = rows
    self.filter = filter
    self.isNothing = isNothing
  }

  /// A view of the same list that shows nothing.
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
    // A predicate asks for what it is about to decide.
    if isMaking { return ListView(showing: base, rows, ListFilter()) }
    let view = ListView(showing: base, rows, filter)
    return state.withLock { state in
      state.makers.removeAll { $0 == thread }
      // All who ask get the same.
      if let other = state.view { return other }
      state.view = view
      return view
    }
  }
}
