/// The composition of a changing list at one moment.
public struct IndexStatistics: Sendable, Hashable {
  public struct Segment: Sendable, Hashable {
    /// The number of its items that are in the list.
    public let liveCount: Int
    /// The number of its items that have been deleted or replaced; merges free their memory.
    public let deadCount: Int
    /// The memory of its columns in bytes; what elements and ids refer to is not counted.
    public let byteCount: Int
  }

  /// See ``Snapshot/generation``.
  public let generation: UInt64
  /// The number of items of the list.
  public let count: Int
  /// The number of items that are not indexed yet, and are searched one by one.
  public let tailCount: Int
  public let segments: [Segment]
  /// The number of merges that run in the background, and of those that have been completed.
  public let runningMerges, completedMerges: Int

  public var byteCount: Int { segments.reduce(0) { $0 + $1.byteCount } }
  public var deadCount: Int { segments.reduce(0) { $0 + $1.deadCount } }
}
