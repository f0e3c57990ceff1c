import Riffle

/// A view that is made when somebody first asks for it: of a list that changes all the while few are looked at.
final class LazyView: Sendable {
  private let made = Lock<ListView?>(nil)
  let base: ListBase
  let rows: RowIndex
  let filter: ListFilter

  init(_ base: ListBase, _ rows: RowIndex, _ filter: ListFilter) {
    self.base = base
    self.rows = rows
    self.filter = filter
  }

  var view: ListView {
    made.withLock { made in
      if let made { return made }
      let view = ListView(showing: base, rows, filter)
      made = view
      return view
    }
  }
}
