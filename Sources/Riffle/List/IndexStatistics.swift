/// The composition of a changing list at one moment.
public struct IndexStatistics: Sendable, Hashable {
  public struct Segment: Sendable, Hashable {
    /// How many of its items are in the list.
    public let liveCount: Int
    /// How many have been deleted or replaced; merges give their memory back.
    public let deadCount: Int
    /// The memory of its columns in bytes; what elements and ids refer to is not counted.
    public let byteCount: Int
  }

  /// See ``Snapshot/generation``.
  public let generation: UInt64
  /// How many items the list has.
  public let count: Int
  /// How many of them are not indexed yet, and are searched one by one.
  public let tailCount: Int
  public let segments: [Segment]
  /// How many merges are at work in the background, and how many have been completed.
  public let runningMerges, completedMerges: Int

  public var byteCount: Int { segments.reduce(0) { $0 + $1.byteCount } }
  public var deadCount: Int { segments.reduce(0) { $0 + $1.deadCount } }
}
