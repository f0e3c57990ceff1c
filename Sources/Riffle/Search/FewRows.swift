extension Evaluator {
  /// The rows that a scope or filter leaves, if they are few: then scoring all of them can take less time than looking for words
  /// that mostly are in other rows. `nil` otherwise, and if the query has patterns.
  var fewAllowedRows: [UInt32]? {
    guard let allowed, !examiner.hasPatterns else { return nil }
    // Forms that leave clauses out are found together.
    let most = leftOut == nil ? max(efforts.fewAllowedRows, efforts.fewScreenedRows) : efforts.fewAllowedRows
    return allowed.setCount <= min(most, segment.count / max(1, efforts.rowsPerAllowed)) ? allowed.rows : nil
  }
}
