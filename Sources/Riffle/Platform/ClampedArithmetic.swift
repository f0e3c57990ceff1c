extension FixedWidthInteger {
  /// The sum, or the number nearest to it.
  package func addingClamped(_ other: Self) -> Self {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? (other > 0 ? .max : .min) : sum
  }
}
