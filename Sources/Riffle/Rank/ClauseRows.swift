/// The rows that may hold some clauses of a query, one bit a row, by what help the clauses need there.
///
/// In a hit either no clause needs the help of an anchor, or one clause is that anchor and the others may need it. Of
/// two groups of clauses both can be told from what is known of each (``formIntersection(_:)``).
struct ClauseRows {
  /// Rows in which no clause needs help.
  private(set) var unaided: BitColumn
  /// Rows in which each clause may need help; `nil` if that has not been found out, so that any row may be one.
  private(set) var aided: BitColumn?
  /// Rows in which one clause is an anchor, and each of the others may need help.
  private(set) var anchored: BitColumn

  init(unaided: BitColumn, aided: BitColumn?, anchored: BitColumn) {
    (self.unaided, self.aided, self.anchored) = (unaided, aided, anchored)
  }

  /// Rows that may hold clauses of which no more is known.
  init(maybe rows: BitColumn) { (unaided, aided, anchored) = (rows, rows, rows) }

  /// Rows that may hold all clauses of a query, if these are all.
  var hits: BitColumn {
    var hits = anchored
    hits.formUnion(unaided)
    return hits
  }

  /// Leaves the rows that may hold the clauses of `other` as well.
  mutating func formIntersection(_ other: borrowing ClauseRows) {
    var anchoredByOther = other.anchored
    if let aided { anchoredByOther.formIntersection(aided) }
    if let otherAided = other.aided {
      anchored.formIntersection(otherAided)
      if aided == nil { aided = otherAided } else { aided?.formIntersection(otherAided) }
    }
    anchored.formUnion(anchoredByOther)
    unaided.formIntersection(other.unaided)
  }
}
