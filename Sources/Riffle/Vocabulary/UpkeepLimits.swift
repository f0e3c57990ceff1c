/// When the changes of a list are indexed and merged.
///
/// The answers are the same whatever these say; tests set them so that a few changes do what many do.
package struct UpkeepLimits: Sendable, Hashable {
  /// More items than these are not kept in the tail.
  package var mostTailItems = 256
  /// So many items of a large batch are indexed together at most.
  package var mostUnindexedItems = 1 << 16
  /// So many items of a large batch are put in order one by one before they are indexed together: each moves those behind
  /// it.
  package var mostOrderedItems = 1 << 12
  /// How many items fit in the lowest tier of segments; each other holds ``tierFactor`` times what the one below it does.
  package var lowestTier = 1024
  package var tierFactor = 4
  /// With more segments than these a tier is merged.
  package var mostInTier = 2
  /// With more segments than these whoever writes has to merge.
  package var mostSegments = 32
  /// What one segment can address: bytes of a field of all rows, and of their words.
  package var mostSegmentBytes = Int(UInt32.max)

  /// Whether segments that lie in files are merged: not where another process does that, and writes what it makes.
  package var mergesMapped = true

  package init() {}
}
