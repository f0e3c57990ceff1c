/// How far the hits of a query are counted.
public enum TotalLimit: Sendable, Hashable {
  /// All of them, whatever that costs. Where many rows have to be asked, other threads help, as many as there are processors, unless
  /// the search has a ``SearchRequest/workLimit``; it returns when all are done.
  case exact
  /// Until there are more than this many, and in any case to the end of the window.
  case upTo(Int)

  /// As far as the window reaches: what lies beyond is not looked for.
  public static let standard = TotalLimit.upTo(0)
}
