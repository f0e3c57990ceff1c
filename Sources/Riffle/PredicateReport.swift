/// What became of a ``SearchPredicate`` in a search.
public struct PredicateReport: Sendable, Hashable {
  public enum Ending: Sendable, Hashable {
    /// All elements have been asked that the window and the total need.
    case complete
    /// The budget was spent before.
    case budgetSpent
    /// The search, or the task that it ran in, was cancelled before.
    case cancelled
  }

  /// Unless ``Ending/complete``, the results are those of the elements that were asked: each of them belongs to the
  /// answer, but others that were not asked may belong before, between or after them.
  public let ending: Ending
  /// How many elements were asked.
  public let askedCount: Int
  /// How often a closure went beyond its bound.
  public let clampedCount: Int
}
