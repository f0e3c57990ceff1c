/// The order of hits.
public enum HitOrder: Sendable, Hashable, CaseIterable {
  /// Best first; hits that match equally well by weight, then by length, then as in the list.
  case relevance
  /// List order: for lists that are filtered, not searched.
  ///
  /// All hits are found, so the total is exact whatever the ``TotalLimit``; further windows of the same query in a
  /// ``SearchSession`` need no search.
  case list
}
