/// The rows of a segment that lack no more than a few clauses of a query: found once for all forms that leave clauses out.
///
/// Rows that lack no more than *k* clauses hold one of any *k* + 1 clauses. So the rows of the rarest are read, and the others
/// looked up in them.
final class LeftOutRows {
  private let segment: Segment
  private let asTyped: PreparedQuery
  private let within: SearchedRows?
  private let memory: SearchMemory?
  private let budget: SearchBudget
  private let most: UInt32
  /// By how many clauses rows may lack.
  private var found: [Int: (rows: [UInt32], lacked: [UInt64])] = [:]

  /// - Parameters:
  ///   - forms: those of a query, the first one as it was typed.
  ///   - within: the rows that may be hits; `nil` for all that are searchable.
  init(
    _ segment: Segment, _ forms: [PreparedQuery], within: SearchedRows?, memory: SearchMemory?, _ budget: SearchBudget
  ) {
    self.segment = segment
    self.within = within
    self.memory = memory
    self.budget = budget
    asTyped = forms[0]
    most = forms.reduce(0) { if case .without = $1.form { max($0, $1.mostOfTerms) } else { $0 } }
  }

  /// The rows of one form.
  struct Form {
    private let all: LeftOutRows
    /// One bit for each clause that is left out.
    private let clauses: UInt64

    /// The rows that may be hits of the form; `nil` if the search was given up.
    func rows(_ work: inout SearchWork) -> [UInt32]? {
      guard let (rows, lacked) = all.find(lackingAtMost: mayLack, &work) else { return nil }
      return zip(rows, lacked).compactMap { row, lacked in lacked & ~clauses == 0 ? row : nil }
    }

    private var mayLack: Int {
      clauses.nonzeroBitCount <= LeftOutClauses.mostAnywhere ? LeftOutClauses.mostAnywhere : LeftOutClauses.mostAtEnds
    }

    fileprivate init(_ all: LeftOutRows, _ clauses: UInt64) {
      self.all = all
      self.clauses = clauses
    }
  }

  /// - Returns: `nil` for forms that leave nothing out, or all but one clause, or most of a path: they are searched as queries of
  ///   their own.
  func form(_ form: QueryForm) -> Form? {
    guard case .without(_, let clauses) = form, clauses.nonzeroBitCount < asTyped.scorer.clauses.count - 1,
      clauses.nonzeroBitCount <= LeftOutClauses.mostAtEnds
    else {
      return nil
    }
    return Form(self, clauses)
  }

  private func find(lackingAtMost count: Int, _ work: inout SearchWork) -> (rows: [UInt32], lacked: [UInt64])? {
    if let found = found[count] { return found }
    var evaluator = Evaluator(
      segment, asTyped, within: within, collector: HitCollector(capacity: 1, reach: .max), memory: memory, budget)
    let rows = evaluator.rows(lackingAtMost: min(count, asTyped.scorer.clauses.count - 2), upTo: most)
    found[count] = rows
    evaluator.keep()
    work += evaluator.work
    return rows
  }
}
