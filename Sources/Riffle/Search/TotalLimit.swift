/// The limit up to which the hits of a query are counted.
public enum TotalLimit: Sendable, Hashable {
  /// All of them, at any cost. ``SearchRequest/threadCount`` is the number of threads that score rows for it.
  case exact
  /// Until there are more than this many, and in any case to the end of the window.
  case upTo(Int)

  /// Up to the end of the window; what lies beyond is not searched.
  public static let standard = TotalLimit.upTo(0)
}
