/// The order in which hits are given.
public enum HitOrder: Sendable, Hashable, CaseIterable {
  /// Best first; hits that match equally well by weight, then by length, then as in the list.
  case relevance
  /// As they stand in the list: for lists that are filtered, not searched.
  ///
  /// All hits are found, so the total is exact whatever the ``TotalLimit`` says; further windows of the same query in
  /// a ``SearchSession`` are then at hand.
  case list
}
