/// Limits that decide when the changes of a list are indexed and merged.
///
/// Answers do not depend on them; tests lower them so that few changes do what many do.
package struct UpkeepLimits: Sendable, Hashable {
  /// The most items in the tail.
  package var mostTailItems = 256
  /// The most items of a large batch that are indexed together.
  package var mostUnindexedItems = 1 << 16
  /// The most items of a large batch that are put in order one by one before they are indexed together: each moves those behind
  /// it.
  package var mostOrderedItems = 1 << 12
  /// The number of items in the lowest tier of segments; each other holds ``tierFactor`` times as many as the one below.
  package var lowestTier = 1024
  package var tierFactor = 4
  /// The most segments in a tier before it is merged.
  package var mostInTier = 2
  /// The most segments before a writer has to merge.
  package var mostSegments = 32
  /// The most bytes that a segment can address: of a field of all rows, and of their words.
  package var mostSegmentBytes = Int(UInt32.max)

  /// Whether segments in mapped files are merged: `false` if another process merges and writes them.
  package var mergesMapped = true

  package init() {}
}
