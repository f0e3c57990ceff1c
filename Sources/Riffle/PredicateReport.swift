/// A report on the calls of a ``SearchPredicate`` in a search.
public struct PredicateReport: Sendable, Hashable {
  public enum Ending: Sendable, Hashable {
    /// All elements that the window and the total need have been tested.
    case complete
    /// The budget was spent first.
    case budgetSpent
    /// The search, or its task, was cancelled first.
    case cancelled
  }

  /// How the search ended. Unless ``Ending/complete``, the results cover only the tested elements: each belongs to the answer,
  /// but untested ones may belong before, between or after them.
  public let ending: Ending
  /// The number of tested elements.
  public let askedCount: Int
  /// The number of results of a closure that were beyond its bound.
  public let clampedCount: Int
}
